#include <stdlib.h>
#include <string.h>

#include "confine.h"
#include "image.h"
#include "jpeg_writer.h"
#include "modes.h"
#include "readers.h"
#include "resample.h"
#include "status.h"
#include "stream.h"

enum {
    INPUT_LIMIT = 64 << 20,
    BEST_QUALITY = 85,
    // Below it, fewer pixels look better than more damage to each.
    WORST_QUALITY = 60,
    QUALITY_STEP = 5,
    LEAST_SIDE = 64,
};

// The most is a HEIC or interlaced PNG with 64 Mi pixels of 16 bits.
static const struct allowance allowance = {
    .memory = 1536ul << 20, .processor_seconds = 30, .seconds = 60};

// "50 megapixels" are up to 8192 x 6144. Phones that advertise 108 or 200 write JPEGs.
static const unsigned long max_pixels = 64ul << 20, max_shrunk_pixels = 256ul << 20;

static bool begins(struct bytes file, size_t at, const char *text) {
    size_t count = strlen(text);
    return file.count >= at + count && memcmp(file.start + at, text, count) == 0;
}

static struct image read_photo(struct bytes file, const struct demand *demand) {
    if (begins(file, 0, "\xFF\xD8\xFF")) return jpeg_read(file, demand);
    if (begins(file, 0, "\x89PNG\r\n\x1A\n")) return png_read(file, demand);
    if (begins(file, 0, "RIFF") && begins(file, 8, "WEBP")) return webp_read(file, demand);
    if (begins(file, 4, "ftyp")) return heic_read(file, demand);
    end(STATUS_NOT_A_PHOTO);
}

// The image as a JPEG of at most `limit` bytes; none where no quality does.
static struct bytes encode(const struct image *image, size_t limit) {
    for (int quality = BEST_QUALITY; quality >= WORST_QUALITY; quality -= QUALITY_STEP) {
        struct bytes jpeg = jpeg_write(image, quality);
        if (jpeg.count <= limit) return jpeg;
        free((void *)jpeg.start);
    }
    return (struct bytes){0};
}

void prepare(unsigned side, size_t limit) {
    heic_prepare();
    confine(&allowance);
    const struct demand demand = {
        .max_pixels = max_pixels,
        .max_shrunk_pixels = max_shrunk_pixels,
        .least_long_side = side,
    };
    struct image photo = read_photo(read_input(INPUT_LIMIT), &demand);
    for (; side >= LEAST_SIDE; side = side / 5 * 4) {
        unsigned width, height;
        fit(&photo, side, &width, &height);
        struct image image =
            image_upright(resample(&photo, area_whole(&photo), width, height));
        struct bytes jpeg = encode(&image, limit);
        if (jpeg.count > 0) return write_output(jpeg);
        free(image.rgb);
    }
    end(STATUS_DOES_NOT_FIT);
}
