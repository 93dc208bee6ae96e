#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "color.h"

// A decoded photo.
struct image {
    unsigned width;
    unsigned height;
    // Three bytes a pixel, row by row.
    uint8_t *rgb;
    // Whether the bytes are Display P3; else they are sRGB.
    bool is_p3;
    // 1 to 8, as EXIF counts them: how the image is to be turned. 1 is upright.
    int orientation;
};

// What a reader may decode, and what it need not.
struct demand {
    // Larger images are refused before memory is taken for them.
    unsigned long max_pixels;
    // The same for a JPEG that is shrunk while it is decoded: most of its pixels take no memory.
    unsigned long max_shrunk_pixels;
    // A reader that can shrink at no cost may do so, as long as the longer and the shorter side
    // have so many pixels left.
    unsigned least_long_side;
    unsigned least_short_side;
};

// Ends the program unless both sides are there and their product is at most `max_pixels`.
void check_pixels(unsigned width, unsigned height, unsigned long max_pixels);

// An upright image of some size, with memory for its pixels.
struct image image_make(unsigned width, unsigned height, bool is_p3);

// Puts a row of samples of a reader into the image, in the image's colours.
void image_put_row(
    struct image *image, unsigned row, const struct color_conversion *conversion,
    const void *samples);

// The image turned upright. The memory of `image` is released.
struct image image_upright(struct image image);
