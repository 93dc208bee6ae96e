#include <libde265/de265.h>
#include <libheif/heif.h>
#include <string.h>

#include "heif_boxes.h"
#include "memory.h"
#include "readers.h"
#include "status.h"

enum { HEIF_1_18 = 1 << 24 | 18 << 16 };

// libheif asks for a thread even when it is told to use none. A decoder without threads does all by
// itself; the sandbox has none. This stands before libde265's own, as the program is searched
// first.
de265_error de265_start_worker_threads(de265_decoder_context *decoder, int count) {
    (void)decoder;
    (void)count;
    return DE265_OK;
}

void heic_prepare(void) {
    heif_init(NULL);
}

static void check(struct heif_error error) {
    switch (error.code) {
    case heif_error_Ok: return;
    case heif_error_Memory_allocation_error:
        end(error.subcode == heif_suberror_Security_limit_exceeded ? STATUS_TOO_MANY_PIXELS
                                                                  : STATUS_NO_MEMORY);
    // None of the brands that a file of its kind begins with.
    case heif_error_Unsupported_filetype: end(STATUS_NOT_A_PHOTO);
    case heif_error_Unsupported_feature: end(STATUS_UNSUPPORTED);
    default: end(STATUS_BROKEN);
    }
}

static struct color_description describe(const struct heif_image_handle *handle) {
    struct color_description description = {0};
    size_t size = heif_image_handle_get_raw_color_profile_size(handle);
    if (size > 0) {
        uint8_t *profile = take_memory(size, 1);
        check(heif_image_handle_get_raw_color_profile(handle, profile));
        description.icc = (struct bytes){profile, size};
    }
    struct heif_color_profile_nclx *nclx;
    if (heif_image_handle_get_nclx_color_profile(handle, &nclx).code == heif_error_Ok) {
        description.primaries = nclx->color_primaries;
        description.transfer = nclx->transfer_characteristics;
    }
    return description;
}

// libheif turns the image as its irot and imir say. EXIF may say the same, once more: it is not
// asked.
static struct heif_image *decode(
    const struct heif_image_handle *handle, bool has_alpha, bool is_wide) {
    struct heif_decoding_options *options = heif_decoding_options_alloc();
    if (!options) end(STATUS_NO_MEMORY);
    options->convert_hdr_to_8bit = !is_wide;
    enum heif_chroma chroma = is_wide
        ? (has_alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE)
        : (has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB);
    struct heif_image *image;
    check(heif_decode_image(handle, &image, heif_colorspace_RGB, chroma, options));
    return image;
}

// Samples of fewer bits, as of 10, to all of 16.
static void widen(uint16_t *samples, size_t count, int bits) {
    unsigned top = (1u << bits) - 1;
    for (size_t i = 0; i < count; i++) {
        unsigned sample = samples[i] < top ? samples[i] : top;
        samples[i] = (uint16_t)(sample * 65535 / top);
    }
}

// Premultiplied samples lack what alpha has taken; flattening would take it once more.
static void lay_on_white(const uint8_t *rgba, uint8_t *rgb, unsigned count, bool is_premultiplied) {
    if (!is_premultiplied) {
        color_flatten_8(rgba, rgb, count);
        return;
    }
    for (size_t i = 0; i < count; i++, rgba += 4, rgb += 3)
        for (unsigned c = 0, white = 255u - rgba[3]; c < 3; c++)
            rgb[c] = (uint8_t)(rgba[c] + white < 255 ? rgba[c] + white : 255);
}

struct image heic_read(struct bytes file, const struct demand *demand) {
    struct heif_context *context = heif_context_alloc();
    if (!context) end(STATUS_NO_MEMORY);
    heif_context_set_max_decoding_threads(context, 0);
    if (heif_get_version_number() < HEIF_1_18) heif_drop_tone_maps(file);
    struct heif_error error =
        heif_context_read_from_memory_without_copy(context, file.start, file.count, NULL);
    struct heif_image_handle *handle;
    if (!error.code) error = heif_context_get_primary_image_handle(context, &handle);
    // An old libheif calls invalid what it does not know: a whole file is not broken for that.
    if (error.code == heif_error_Invalid_input && heif_is_whole(file)) end(STATUS_UNSUPPORTED);
    check(error);
    check_pixels(
        (unsigned)heif_image_handle_get_width(handle),
        (unsigned)heif_image_handle_get_height(handle), demand->max_pixels);

    struct color_description colors = describe(handle);
    bool has_alpha = heif_image_handle_has_alpha_channel(handle), is_p3;
    bool is_wide = color_is_hdr(colors.transfer) && colors.icc.count == 0;
    bool is_premultiplied = heif_image_handle_is_premultiplied_alpha(handle);
    struct color_conversion conversion =
        color_open(&colors, is_wide ? SAMPLES_RGB_16 : SAMPLES_RGB_8, &is_p3);
    struct heif_image *decoded = decode(handle, has_alpha, is_wide);
    int stride;
    uint8_t *pixels = heif_image_get_plane(decoded, heif_channel_interleaved, &stride);
    int width = heif_image_get_width(decoded, heif_channel_interleaved);
    int height = heif_image_get_height(decoded, heif_channel_interleaved);
    int bits = heif_image_get_bits_per_pixel_range(decoded, heif_channel_interleaved);
    if (!pixels || width <= 0 || height <= 0 || bits < 8 || bits > 16) end(STATUS_BROKEN);
    check_pixels((unsigned)width, (unsigned)height, demand->max_pixels);

    struct image image = image_make((unsigned)width, (unsigned)height, is_p3);
    for (unsigned y = 0; y < image.height; y++) {
        void *row = pixels + (size_t)y * (size_t)stride;
        if (is_wide) widen(row, (size_t)image.width * (has_alpha ? 4 : 3), bits);
        if (is_wide && has_alpha) color_flatten_16(row, row, image.width);
        if (!is_wide && has_alpha) lay_on_white(row, row, image.width, is_premultiplied);
        image_put_row(&image, y, &conversion, row);
    }
    return image;
}
