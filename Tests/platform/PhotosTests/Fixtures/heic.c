// Writes a HEIC that is turned by irot and imir, and has EXIF that says the same. Standard input
// has the pixels, and behind them EXIF's TIFF. A fourth argument is the transfer of a HDR picture,
// as H.273 numbers it: 16 for PQ, 18 for HLG. Its samples have ten bits, in two bytes with the
// lower one first. Used by make.py.
#include <libheif/heif.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void check(struct heif_error error) {
    if (error.code == heif_error_Ok) return;
    fprintf(stderr, "%s\n", error.message);
    exit(1);
}

static struct heif_error put(
    struct heif_context *context, const void *data, size_t size, void *file) {
    (void)context;
    fwrite(data, 1, size, file);
    return (struct heif_error){heif_error_Ok, heif_suberror_Unspecified, ""};
}

int main(int count, char **arguments) {
    if (count < 4) return 1;
    int is_hdr = count > 4;
    int width = atoi(arguments[1]), height = atoi(arguments[2]);
    struct heif_image *image;
    check(heif_image_create(
        width, height, heif_colorspace_RGB,
        is_hdr ? heif_chroma_interleaved_RRGGBB_LE : heif_chroma_interleaved_RGB, &image));
    check(heif_image_add_plane(image, heif_channel_interleaved, width, height, is_hdr ? 10 : 8));
    int stride;
    uint8_t *plane = heif_image_get_plane(image, heif_channel_interleaved, &stride);
    for (int y = 0; y < height; y++)
        if (fread(plane + y * stride, is_hdr ? 6 : 3, (size_t)width, stdin) != (size_t)width) return 1;
    static uint8_t exif[65536];
    size_t size = fread(exif, 1, sizeof exif, stdin);

    struct heif_context *context = heif_context_alloc();
    struct heif_encoder *encoder;
    check(heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder));
    check(heif_encoder_set_lossy_quality(encoder, 90));
    struct heif_encoding_options *options = heif_encoding_options_alloc();
    options->image_orientation = (enum heif_orientation)atoi(arguments[3]);
    // libheif leaves these out unless it is asked.
    struct heif_color_profile_nclx *colors = heif_nclx_color_profile_alloc();
    if (is_hdr) {
        colors->color_primaries = heif_color_primaries_ITU_R_BT_2020_2_and_2100_0;
        colors->transfer_characteristics = (enum heif_transfer_characteristics)atoi(arguments[4]);
        colors->matrix_coefficients = heif_matrix_coefficients_ITU_R_BT_2020_2_non_constant_luminance;
        options->output_nclx_profile = colors;
        options->macOS_compatibility_workaround_no_nclx_profile = 0;
        check(heif_image_set_nclx_color_profile(image, colors));
    }
    struct heif_image_handle *handle;
    check(heif_context_encode_image(context, image, encoder, options, &handle));
    if (size > 0) check(heif_context_add_exif_metadata(context, handle, exif, (int)size));
    struct heif_writer writer = {.writer_api_version = 1, .write = put};
    check(heif_context_write(context, &writer, stdout));
    return 0;
}
