#include <png.h>
#include <string.h>

#include "exif.h"
#include "memory.h"
#include "readers.h"
#include "status.h"

// Bytes of one chunk, as of a colour profile once it is unpacked.
enum { CHUNK_LIMIT = 8 << 20 };

struct source {
    struct bytes rest;
};

static _Noreturn void stop(png_structp png, png_const_charp message) {
    (void)png;
    end(strstr(message, "memory") ? STATUS_NO_MEMORY : STATUS_BROKEN);
}

static void ignore(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void supply(png_structp png, png_bytep to, size_t count) {
    struct source *source = png_get_io_ptr(png);
    if (count > source->rest.count) end(STATUS_BROKEN);
    memcpy(to, source->rest.start, count);
    source->rest.start += count;
    source->rest.count -= count;
}

// Ends the program unless every chunk is as long as it says: libpng takes memory for some kinds
// before it has read them.
static void check_chunks(struct bytes file) {
    enum { SIGNATURE = 8, FRAME = 12 };
    for (size_t at = SIGNATURE; at + FRAME <= file.count;) {
        const uint8_t *chunk = file.start + at;
        size_t size = (size_t)chunk[0] << 24 | chunk[1] << 16 | chunk[2] << 8 | chunk[3];
        if (size > file.count - at - FRAME) end(STATUS_BROKEN);
        if (memcmp(chunk + 4, "IEND", 4) == 0) return;
        at += FRAME + size;
    }
    end(STATUS_BROKEN);
}

// PNG's cICP chunk, which libpng of Debian 12 leaves to its callers.
static void read_code_points(
    png_structp png, png_infop info, struct color_description *description) {
    png_unknown_chunkp chunks;
    int count = png_get_unknown_chunks(png, info, &chunks);
    for (int i = 0; i < count; i++) {
        if (memcmp(chunks[i].name, "cICP", 4) != 0 || chunks[i].size != 4) continue;
        description->primaries = chunks[i].data[0];
        description->transfer = chunks[i].data[1];
    }
}

// cICP outranks a profile, a profile sRGB, and that gamma and chromaticities (PNG 3, 4.3).
static struct color_description describe(png_structp png, png_infop info) {
    struct color_description description = {0};
    read_code_points(png, info, &description);
    if (description.primaries > 0) return description;
    png_charp name;
    int compression, intent;
    png_bytep profile;
    png_uint_32 size;
    if (png_get_iCCP(png, info, &name, &compression, &profile, &size)) {
        description.icc = (struct bytes){profile, size};
        return description;
    }
    if (png_get_sRGB(png, info, &intent)) return description;
    double *xy = description.chromaticities;
    png_get_gAMA(png, info, &description.gamma);
    description.has_chromaticities = png_get_cHRM(
        png, info, &xy[0], &xy[1], &xy[2], &xy[3], &xy[4], &xy[5], &xy[6], &xy[7]) != 0;
    return description;
}

static int orientation(png_structp png, png_infop info) {
    png_uint_32 count;
    png_bytep exif;
    if (!png_get_eXIf_1(png, info, &count, &exif)) return 1;
    return exif_orientation((struct bytes){exif, count});
}

// All of the image as red, green, blue and alpha.
static uint8_t *decode(png_structp png, png_infop info, unsigned width, unsigned height, bool is_wide) {
    png_set_expand(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, is_wide ? 0xFFFF : 0xFF, PNG_FILLER_AFTER);
    if (is_wide) {
        png_set_expand_16(png);
        png_set_swap(png);
    } else {
        png_set_scale_16(png);
    }
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    size_t stride = png_get_rowbytes(png, info);
    if (stride != (size_t)width * (is_wide ? 8 : 4)) end(STATUS_BROKEN);
    uint8_t *pixels = take_memory(height, stride);
    for (int pass = 0; pass < passes; pass++)
        for (unsigned y = 0; y < height; y++) png_read_row(png, pixels + y * stride, NULL);
    png_read_end(png, info);
    return pixels;
}

struct image png_read(struct bytes file, const struct demand *demand) {
    check_chunks(file);
    struct source source = {file};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, stop, ignore);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info) end(STATUS_NO_MEMORY);
    png_set_read_fn(png, &source, supply);
    png_set_chunk_malloc_max(png, CHUNK_LIMIT);
    // Texts are of no use here, and may be small only until they are unpacked.
    png_set_keep_unknown_chunks(
        png, PNG_HANDLE_CHUNK_NEVER, (png_const_bytep) "tEXt\0zTXt\0iTXt\0", 3);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep) "cICP\0", 1);
    png_read_info(png, info);
    unsigned width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    check_pixels(width, height, demand->max_pixels);

    struct color_description colors = describe(png, info);
    // Eight bits are enough for what a screen shows, but not for what is brighter still.
    bool is_wide = color_is_hdr(colors.transfer), is_p3;
    struct color_conversion conversion =
        color_open(&colors, is_wide ? SAMPLES_RGB_16 : SAMPLES_RGB_8, &is_p3);
    uint8_t *pixels = decode(png, info, width, height, is_wide);
    struct image image = image_make(width, height, is_p3);
    // EXIF may stand behind the picture.
    image.orientation = orientation(png, info);
    for (unsigned y = 0; y < height; y++) {
        void *row = pixels + (size_t)y * width * (is_wide ? 8 : 4);
        if (is_wide) {
            color_flatten_16(row, row, width);
        } else {
            color_flatten_8(row, row, width);
        }
        image_put_row(&image, y, &conversion, row);
    }
    return image;
}
