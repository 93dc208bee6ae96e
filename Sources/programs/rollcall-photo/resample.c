#include "resample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

// Weights have 14 bits behind the point: with 8 bits of a sample and the filter's overshoot that
// stays within 32.
enum { LOBES = 3, WEIGHT_BITS = 14 };

// Which samples along one axis make one sample of the result.
struct taps {
    unsigned start;
    unsigned count;
    const int *weights;
};

static double lanczos(double x) {
    if (x == 0) return 1;
    if (fabs(x) >= LOBES) return 0;
    double angle = M_PI * x;
    return LOBES * sin(angle) * sin(angle / LOBES) / (angle * angle);
}

static void weigh(int *weights, unsigned start, unsigned count, double center, double scale) {
    double sum = 0;
    for (unsigned i = 0; i < count; i++) sum += lanczos((start + i + 0.5 - center) / scale);
    for (unsigned i = 0; i < count; i++)
        weights[i] = (int)lround(
            lanczos((start + i + 0.5 - center) / scale) / sum * (1 << WEIGHT_BITS));
}

// The taps of `to` samples that are made of `from`.
static struct taps *make_taps(unsigned from, unsigned to) {
    double scale = (double)from / to, support = LOBES * scale;
    size_t capacity = (size_t)ceil(2 * support) + 2;
    struct taps *taps = take_memory(to, sizeof *taps);
    int *weights = take_memory(to, capacity * sizeof *weights);
    for (unsigned i = 0; i < to; i++, weights += capacity) {
        double center = (i + 0.5) * scale;
        double first = floor(center - support), end = ceil(center + support);
        taps[i].start = first > 0 ? (unsigned)first : 0;
        taps[i].count = (end < from ? (unsigned)end : from) - taps[i].start;
        taps[i].weights = weights;
        weigh(weights, taps[i].start, taps[i].count, center, scale);
    }
    return taps;
}

static uint8_t sample(int sum) {
    int value = (sum + (1 << (WEIGHT_BITS - 1))) >> WEIGHT_BITS;
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

// One row of the result's height: the weighted rows of the area, added up.
static void shrink_rows(
    const struct image *image, struct area area, const struct taps *taps, int *sums, uint8_t *row) {
    size_t count = (size_t)area.width * 3;
    memset(sums, 0, count * sizeof *sums);
    for (unsigned i = 0; i < taps->count; i++) {
        size_t y = area.y + taps->start + i;
        const uint8_t *from = image->rgb + (y * image->width + area.x) * 3;
        int weight = taps->weights[i];
        for (size_t j = 0; j < count; j++) sums[j] += weight * from[j];
    }
    for (size_t j = 0; j < count; j++) row[j] = sample(sums[j]);
}

static void shrink_columns(
    const uint8_t *row, const struct taps *taps, uint8_t *to, unsigned width) {
    for (unsigned x = 0; x < width; x++, to += 3) {
        const uint8_t *from = row + (size_t)taps[x].start * 3;
        int red = 0, green = 0, blue = 0;
        for (unsigned i = 0; i < taps[x].count; i++, from += 3) {
            int weight = taps[x].weights[i];
            red += weight * from[0];
            green += weight * from[1];
            blue += weight * from[2];
        }
        to[0] = sample(red);
        to[1] = sample(green);
        to[2] = sample(blue);
    }
}

struct image resample(
    const struct image *image, struct area area, unsigned width, unsigned height) {
    struct image result = image_make(width, height, image->is_p3);
    result.orientation = image->orientation;
    struct taps *across = make_taps(area.width, width), *down = make_taps(area.height, height);
    int *sums = take_memory((size_t)area.width * 3, sizeof *sums);
    uint8_t *row = take_memory(area.width, 3);
    for (unsigned y = 0; y < height; y++) {
        shrink_rows(image, area, &down[y], sums, row);
        shrink_columns(row, across, result.rgb + (size_t)y * width * 3, width);
    }
    free(row);
    free(sums);
    free((void *)across->weights);
    free((void *)down->weights);
    free(across);
    free(down);
    return result;
}

struct area area_whole(const struct image *image) {
    return (struct area){0, 0, image->width, image->height};
}

struct area area_square(const struct image *image) {
    unsigned side = image->width < image->height ? image->width : image->height;
    return (struct area){
        (image->width - side) / 2, (image->height - side) / 2, side, side};
}

static unsigned scaled(unsigned length, unsigned side, unsigned longer) {
    unsigned result = (unsigned)(((unsigned long)length * side + longer / 2) / longer);
    return result > 0 ? result : 1;
}

void fit(const struct image *image, unsigned side, unsigned *width, unsigned *height) {
    unsigned longer = image->width > image->height ? image->width : image->height;
    if (side > longer) side = longer;
    *width = scaled(image->width, side, longer);
    *height = scaled(image->height, side, longer);
}
