#pragma once

#include "image.h"

// A part of an image, in pixels.
struct area {
    unsigned x, y, width, height;
};

struct area area_whole(const struct image *image);

// The square in the middle, as large as the image allows.
struct area area_square(const struct image *image);

// A smaller copy of a part of an image, at most as large as that part, by Lanczos' filter of three
// lobes. It keeps the image's colours and orientation.
struct image resample(
    const struct image *image, struct area area, unsigned width, unsigned height);

// The sides that fit into a square of `side` pixels in the image's proportions, none below 1 and
// none larger than they are.
void fit(const struct image *image, unsigned side, unsigned *width, unsigned *height);
