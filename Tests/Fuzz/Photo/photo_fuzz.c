// Decodes what libFuzzer makes up with the readers of rollcall-photo, in this process and without
// its sandbox, and takes what comes out through all that is done with a photo.

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"
#include "jpeg_writer.h"
#include "readers.h"
#include "resample.h"
#include "status.h"
#include "thumbhash.h"

static jmp_buf ended;

// What was taken until then is lost: run.sh lets libFuzzer begin anew when the memory is full.
void end(enum status status) {
    longjmp(ended, (int)status + 1);
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    heic_prepare();
    return 0;
}

static struct image read_as(unsigned format, struct bytes file, const struct demand *demand) {
    switch (format) {
    case 0: return jpeg_read(file, demand);
    case 1: return png_read(file, demand);
    case 2: return webp_read(file, demand);
    default: return heic_read(file, demand);
    }
}

#define expect(condition)                                                \
    do {                                                                 \
        if (!(condition)) {                                              \
            fputs("this does not hold: " #condition "\n", stderr);       \
            abort();                                                     \
        }                                                                \
    } while (0)

// The first byte says which format, and whether the reader may shrink.
int LLVMFuzzerTestOneInput(const uint8_t *input, size_t count) {
    if (count < 2) return 0;
    struct demand demand = {.max_pixels = 1 << 16, .max_shrunk_pixels = 1 << 17};
    if (input[0] & 4) demand.least_long_side = 64;
    if (input[0] & 8) demand.least_short_side = 16;
    if (setjmp(ended)) return 0;
    // Of exactly this length, so that a byte behind it is seen to be read.
    uint8_t *file = malloc(count - 1);
    memcpy(file, input + 1, count - 1);
    struct image image = read_as(input[0] & 3, (struct bytes){file, count - 1}, &demand);
    free(file);
    expect(image.width > 0 && image.height > 0);
    expect((unsigned long)image.width * image.height <= demand.max_pixels);
    expect(image.orientation >= 1 && image.orientation <= 8);

    unsigned width, height;
    fit(&image, THUMBHASH_SIDE, &width, &height);
    struct image small = image_upright(resample(&image, area_whole(&image), width, height));
    if (small.is_p3) color_p3_to_srgb(small.rgb, small.width * small.height);
    uint8_t hash[THUMBHASH_LIMIT];
    expect(thumbhash(&small, hash) <= THUMBHASH_LIMIT);
    struct bytes jpeg = jpeg_write(&small, 85);
    // What it writes, it reads, and sees the same size.
    const struct demand all = {
        .max_pixels = demand.max_pixels, .least_long_side = 65535, .least_short_side = 65535};
    struct image again = jpeg_read(jpeg, &all);
    expect(again.width == small.width && again.height == small.height);
    expect(again.orientation == 1 && again.is_p3 == small.is_p3);
    free((void *)jpeg.start);
    free(small.rgb);
    free(image.rgb);
    free(again.rgb);
    return 0;
}
