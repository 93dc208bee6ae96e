#pragma once

#include "image.h"

enum {
    // No side of an image may be longer.
    THUMBHASH_SIDE = 100,
    // Of an image without alpha.
    THUMBHASH_LIMIT = 24,
};

// The ThumbHash of an sRGB image (https://evanw.github.io/thumbhash): a few waves of brightness and
// colour, of which a client paints a blurred picture while the photo is on its way.
//
// Returns how many bytes it has.
unsigned thumbhash(const struct image *image, uint8_t hash[THUMBHASH_LIMIT]);
