#include "jpeg_writer.h"

#include <stdio.h>

#include <jerror.h>
#include <jpeglib.h>

#include "status.h"

// An image is always valid: what is left is memory.
static void stop(j_common_ptr jpeg) {
    (void)jpeg;
    end(STATUS_NO_MEMORY);
}

struct bytes jpeg_write(const struct image *image, int quality) {
    struct jpeg_error_mgr errors;
    struct jpeg_compress_struct jpeg = {.err = jpeg_std_error(&errors)};
    errors.error_exit = stop;
    jpeg_create_compress(&jpeg);
    unsigned char *start = NULL;
    unsigned long count = 0;
    jpeg_mem_dest(&jpeg, &start, &count);
    jpeg.image_width = image->width;
    jpeg.image_height = image->height;
    jpeg.input_components = 3;
    jpeg.in_color_space = JCS_RGB;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, quality, TRUE);
    jpeg.optimize_coding = TRUE;
    // As the service writes the segment anew.
    jpeg.JFIF_minor_version = 2;
    jpeg_start_compress(&jpeg, TRUE);
    if (image->is_p3) {
        struct bytes profile = color_p3_profile();
        jpeg_write_icc_profile(&jpeg, profile.start, (unsigned)profile.count);
    }
    while (jpeg.next_scanline < jpeg.image_height) {
        JSAMPROW row = image->rgb + (size_t)jpeg.next_scanline * image->width * 3;
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    return (struct bytes){start, count};
}
