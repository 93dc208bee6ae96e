#include "jpeg_reference.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

struct trap {
    struct jpeg_error_mgr manager;
    jmp_buf exit;
};

static void on_error(j_common_ptr decoder) {
    longjmp(((struct trap *)decoder->err)->exit, 1);
}

static void on_message(j_common_ptr decoder, int level) {
    if (level < 0) decoder->err->num_warnings++;
}

static void add(struct decoded_jpeg *decoded, const uint8_t *row, size_t count) {
    for (size_t i = 0; i < count; i++)
        decoded->samples = (decoded->samples ^ row[i]) * 0x100000001b3;
}

struct decoded_jpeg decode_jpeg(const uint8_t *bytes, size_t count) {
    struct jpeg_decompress_struct decoder;
    struct trap trap;
    // What is written between setjmp and longjmp is kept.
    volatile struct decoded_jpeg result = {.samples = 0xcbf29ce484222325};
    uint8_t *volatile row = NULL;
    decoder.err = jpeg_std_error(&trap.manager);
    trap.manager.error_exit = on_error;
    trap.manager.emit_message = on_message;
    if (setjmp(trap.exit) == 0) {
        jpeg_create_decompress(&decoder);
        jpeg_mem_src(&decoder, bytes, count);
        jpeg_read_header(&decoder, TRUE);
        // The samples as they stand in the file: what is to be compared is no conversion.
        decoder.out_color_space = decoder.jpeg_color_space;
        jpeg_start_decompress(&decoder);
        size_t width = (size_t)decoder.output_width * decoder.output_components;
        row = malloc(width ? width : 1);
        struct decoded_jpeg decoded = {
            .width = decoder.output_width, .height = decoder.output_height,
            .components = decoder.output_components, .samples = result.samples};
        while (decoder.output_scanline < decoder.output_height) {
            JSAMPROW rows[] = {row};
            if (jpeg_read_scanlines(&decoder, rows, 1) == 1) add(&decoded, row, width);
        }
        jpeg_finish_decompress(&decoder);
        decoded.is_whole = true;
        decoded.warnings = trap.manager.num_warnings;
        result = decoded;
    }
    jpeg_destroy_decompress(&decoder);
    free(row);
    return result;
}
