#include <stdio.h>

#include <jerror.h>
#include <jpeglib.h>

#include "exif.h"
#include "memory.h"
#include "readers.h"
#include "status.h"

// An honest encoder writes some ten scans. Each costs a walk over all of the image.
enum { MAX_SCANS = 100, MARKER_LIMIT = 0xFFFF, APP_EXIF = JPEG_APP0 + 1, APP_ICC = JPEG_APP0 + 2 };

static void stop(j_common_ptr jpeg) {
    switch (jpeg->err->msg_code) {
    case JERR_OUT_OF_MEMORY: end(STATUS_NO_MEMORY);
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_SOF_UNSUPPORTED: end(STATUS_UNSUPPORTED);
    default: end(STATUS_BROKEN);
    }
}

// Of what libjpeg goes on after, this is where the picture is missing or noise. The end of the file
// alone is none of it: JWRN_HIT_MARKER follows when a decoder needs a bit behind it.
static void judge_warning(j_common_ptr jpeg, int level) {
    if (level >= 0) return;
    switch (jpeg->err->msg_code) {
    case JWRN_JPEG_EOF: *(bool *)jpeg->client_data = false; return;
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_MUST_RESYNC: end(STATUS_BROKEN);
    default: return;
    }
}

static void count_scans(j_common_ptr jpeg) {
    if (((j_decompress_ptr)jpeg)->input_scan_number > MAX_SCANS) end(STATUS_BROKEN);
}

static int orientation(j_decompress_ptr jpeg) {
    for (jpeg_saved_marker_ptr marker = jpeg->marker_list; marker; marker = marker->next)
        if (marker->marker == APP_EXIF && marker->data_length >= 6
            && GETJOCTET(marker->data[0]) == 'E' && GETJOCTET(marker->data[1]) == 'x')
            return exif_orientation((struct bytes){marker->data, marker->data_length});
    return 1;
}

// The denominator of the scale at which enough pixels are left: libjpeg shrinks by less work, where
// it shrinks to a half, a quarter or an eighth.
static unsigned denominator(j_decompress_ptr jpeg, const struct demand *demand) {
    unsigned longer = jpeg->image_width, shorter = jpeg->image_height;
    if (longer < shorter) {
        longer = jpeg->image_height;
        shorter = jpeg->image_width;
    }
    for (unsigned scale = 8; scale > 1; scale /= 2)
        if (longer / scale >= demand->least_long_side && shorter / scale >= demand->least_short_side)
            return scale;
    return 1;
}

static enum samples samples(j_decompress_ptr jpeg) {
    if (jpeg->out_color_space != JCS_CMYK) return SAMPLES_RGB_8;
    return jpeg->saw_Adobe_marker ? SAMPLES_CMYK_8_INVERTED : SAMPLES_CMYK_8;
}

static struct color_description description(j_decompress_ptr jpeg) {
    JOCTET *profile;
    unsigned size;
    struct color_description description = {0};
    if (jpeg_read_icc_profile(jpeg, &profile, &size))
        description.icc = (struct bytes){profile, size};
    return description;
}

// Whether several scans, which are all read by now, have brought all bits of all coefficients. A
// file that was cut off between two scans lacks some.
static bool has_all_scans(j_decompress_ptr jpeg) {
    if (!jpeg_has_multiple_scans(jpeg)) return true;
    for (int c = 0; c < jpeg->num_components; c++) {
        if (!jpeg->comp_info[c].quant_table) return false;
        for (int i = 0; jpeg->progressive_mode && i < DCTSIZE2; i++)
            if (jpeg->coef_bits[c][i] != 0) return false;
    }
    return true;
}

struct image jpeg_read(struct bytes file, const struct demand *demand) {
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress = {.progress_monitor = count_scans};
    struct jpeg_decompress_struct jpeg = {.err = jpeg_std_error(&errors)};
    errors.error_exit = stop;
    errors.emit_message = judge_warning;
    bool has_end = true;
    jpeg_create_decompress(&jpeg);
    jpeg.client_data = &has_end;
    jpeg.progress = &progress;
    jpeg_mem_src(&jpeg, file.start, file.count);
    jpeg_save_markers(&jpeg, APP_EXIF, MARKER_LIMIT);
    jpeg_save_markers(&jpeg, APP_ICC, MARKER_LIMIT);
    jpeg_read_header(&jpeg, TRUE);
    jpeg.out_color_space = jpeg.num_components == 4 ? JCS_CMYK : JCS_RGB;
    jpeg.scale_num = 1;
    jpeg.scale_denom = denominator(&jpeg, demand);
    // With several scans all coefficients are in memory, at whatever scale.
    bool is_shrunk = jpeg.scale_denom > 1 && !jpeg_has_multiple_scans(&jpeg);
    check_pixels(
        jpeg.image_width, jpeg.image_height,
        is_shrunk ? demand->max_shrunk_pixels : demand->max_pixels);
    jpeg_start_decompress(&jpeg);
    if (!has_end && !has_all_scans(&jpeg)) end(STATUS_BROKEN);

    bool is_p3;
    struct color_description colors = description(&jpeg);
    struct color_conversion conversion = color_open(&colors, samples(&jpeg), &is_p3);
    struct image image = image_make(jpeg.output_width, jpeg.output_height, is_p3);
    image.orientation = orientation(&jpeg);
    JSAMPLE *row = take_memory(jpeg.output_width, (size_t)jpeg.output_components);
    while (jpeg.output_scanline < jpeg.output_height) {
        unsigned y = jpeg.output_scanline;
        jpeg_read_scanlines(&jpeg, &row, 1);
        image_put_row(&image, y, &conversion, row);
    }
    // The decoder of arithmetic codes goes on with zeros behind the end, without a warning.
    if (!has_end && jpeg.arith_code) end(STATUS_BROKEN);
    // All data of the picture has been read. Behind it may be anything, and no marker of the end.
    return image;
}
