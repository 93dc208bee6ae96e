#include "thumbhash.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum {
    PIXEL_LIMIT = THUMBHASH_SIDE * THUMBHASH_SIDE,
    // Of brightness along the longer side, and of either colour along both.
    BRIGHTNESS_WAVES = 7,
    COLOR_WAVES = 3,
    // More than those of brightness of a square.
    WAVE_LIMIT = BRIGHTNESS_WAVES * BRIGHTNESS_WAVES,
};

// A channel as a sum of waves (a two-dimensional DCT): the mean, and the heights of the others,
// each between 0 and 1 once they are divided by the largest.
struct waves {
    double mean;
    double scale;
    double heights[WAVE_LIMIT];
    unsigned count;
};

// The height of one wave.
static double height(
    const double *channel, const struct image *image, unsigned across, unsigned down) {
    double cosines[THUMBHASH_SIDE], sum = 0;
    for (unsigned x = 0; x < image->width; x++)
        cosines[x] = cos(M_PI / image->width * across * (x + 0.5));
    for (unsigned y = 0; y < image->height; y++) {
        double cosine = cos(M_PI / image->height * down * (y + 0.5));
        for (unsigned x = 0; x < image->width; x++, channel++) sum += *channel * cosines[x] * cosine;
    }
    return sum / ((double)image->width * image->height);
}

// Waves up to `across` and `down`, without those that are short in both directions.
static struct waves analyze(
    const double *channel, const struct image *image, unsigned across, unsigned down) {
    struct waves waves = {.mean = height(channel, image, 0, 0)};
    for (unsigned y = 0; y < down; y++) {
        for (unsigned x = y > 0 ? 0 : 1; x * down < across * (down - y); x++) {
            double found = height(channel, image, x, y);
            waves.heights[waves.count++] = found;
            waves.scale = fmax(waves.scale, fabs(found));
        }
    }
    if (waves.scale > 0)
        for (unsigned i = 0; i < waves.count; i++)
            waves.heights[i] = 0.5 + 0.5 / waves.scale * waves.heights[i];
    return waves;
}

static uint32_t rounded(double value) {
    return (uint32_t)lround(fmax(0, value));
}

static unsigned waves_along(unsigned length, const struct image *image) {
    unsigned longer = image->width > image->height ? image->width : image->height;
    unsigned count = rounded((double)BRIGHTNESS_WAVES * length / longer);
    return count > 1 ? count : 1;
}

// The channels of an image: brightness, yellow against blue, red against green.
static void split(const struct image *image, double channels[3][PIXEL_LIMIT]) {
    const uint8_t *rgb = image->rgb;
    for (unsigned i = 0; i < image->width * image->height; i++, rgb += 3) {
        double red = rgb[0] / 255.0, green = rgb[1] / 255.0, blue = rgb[2] / 255.0;
        channels[0][i] = (red + green + blue) / 3;
        channels[1][i] = (red + green) / 2 - blue;
        channels[2][i] = red - green;
    }
}

unsigned thumbhash(const struct image *image, uint8_t hash[THUMBHASH_LIMIT]) {
    static double channels[3][PIXEL_LIMIT];
    split(image, channels);
    unsigned across = waves_along(image->width, image), down = waves_along(image->height, image);
    struct waves waves[3] = {
        analyze(channels[0], image, across > 3 ? across : 3, down > 3 ? down : 3),
        analyze(channels[1], image, COLOR_WAVES, COLOR_WAVES),
        analyze(channels[2], image, COLOR_WAVES, COLOR_WAVES),
    };
    bool is_landscape = image->width > image->height;
    uint32_t means = rounded(63 * waves[0].mean) | rounded(31.5 + 31.5 * waves[1].mean) << 6
        | rounded(31.5 + 31.5 * waves[2].mean) << 12 | rounded(31 * waves[0].scale) << 18;
    uint32_t scales = (is_landscape ? down : across) | rounded(63 * waves[1].scale) << 3
        | rounded(63 * waves[2].scale) << 9 | (uint32_t)is_landscape << 15;
    uint8_t header[5] = {
        (uint8_t)means, (uint8_t)(means >> 8), (uint8_t)(means >> 16), (uint8_t)scales,
        (uint8_t)(scales >> 8)};
    memset(hash, 0, THUMBHASH_LIMIT);
    memcpy(hash, header, sizeof header);
    unsigned nibbles = 2 * sizeof header;
    for (unsigned c = 0; c < 3; c++)
        for (unsigned i = 0; i < waves[c].count; i++, nibbles++)
            hash[nibbles / 2] |= (uint8_t)(rounded(15 * waves[c].heights[i]) << 4 * (nibbles % 2));
    return (nibbles + 1) / 2;
}
