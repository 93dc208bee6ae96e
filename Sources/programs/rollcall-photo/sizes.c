#include <stdlib.h>

#include "confine.h"
#include "image.h"
#include "jpeg_writer.h"
#include "modes.h"
#include "readers.h"
#include "resample.h"
#include "status.h"
#include "stream.h"
#include "thumbhash.h"

enum { INPUT_LIMIT = 64 << 20, QUALITY = 85 };

// The largest first: each is made of the one before.
static const unsigned sides[] = {512, 256, 128, 64};
enum { SIZES = sizeof sides / sizeof *sides };

// The most is a progressive JPEG, all of whose coefficients are in memory.
static const struct allowance allowance = {
    .memory = 1ul << 30, .processor_seconds = 10, .seconds = 20};

static const struct demand demand = {
    .max_pixels = 64ul << 20, .max_shrunk_pixels = 64ul << 20, .least_short_side = 512};

static void write_part(struct bytes part) {
    uint8_t length[4] = {
        (uint8_t)(part.count >> 24), (uint8_t)(part.count >> 16), (uint8_t)(part.count >> 8),
        (uint8_t)part.count};
    write_output((struct bytes){length, sizeof length});
    write_output(part);
}

static void write_placeholder(const struct image *photo) {
    unsigned width, height;
    fit(photo, THUMBHASH_SIDE, &width, &height);
    struct image small = image_upright(resample(photo, area_whole(photo), width, height));
    if (small.is_p3) color_p3_to_srgb(small.rgb, width * height);
    uint8_t hash[THUMBHASH_LIMIT];
    unsigned count = thumbhash(&small, hash);
    write_part((struct bytes){hash, count});
}

void make_sizes(void) {
    confine(&allowance);
    struct image photo = jpeg_read(read_input(INPUT_LIMIT), &demand);
    write_placeholder(&photo);

    struct bytes jpegs[SIZES];
    struct image larger = photo;
    struct area area = area_square(&photo);
    for (int i = 0; i < SIZES; i++) {
        unsigned side = sides[i] < area.width ? sides[i] : area.width;
        struct image square = image_upright(resample(&larger, area, side, side));
        jpegs[i] = jpeg_write(&square, QUALITY);
        larger = square;
        area = area_whole(&larger);
    }
    for (int i = SIZES - 1; i >= 0; i--) write_part(jpegs[i]);
}
