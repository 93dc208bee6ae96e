#include "image.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "status.h"

void check_pixels(unsigned width, unsigned height, unsigned long max_pixels) {
    if (width == 0 || height == 0) end(STATUS_BROKEN);
    if ((unsigned long)width * height > max_pixels) end(STATUS_TOO_MANY_PIXELS);
}

struct image image_make(unsigned width, unsigned height, bool is_p3) {
    return (struct image){
        .width = width,
        .height = height,
        .rgb = take_memory((size_t)width * height, 3),
        .is_p3 = is_p3,
        .orientation = 1,
    };
}

void image_put_row(
    struct image *image, unsigned row, const struct color_conversion *conversion,
    const void *samples) {
    color_convert(conversion, samples, image->rgb + (size_t)row * image->width * 3, image->width);
}

struct image image_upright(struct image image) {
    if (image.orientation < 2 || image.orientation > 8) return image;
    // Where the row and the column of the upright image run in the stored one (EXIF 2.32, 4.6.4).
    bool is_swapped = image.orientation >= 5;
    bool runs_left = image.orientation == 2 || image.orientation == 3 || image.orientation == 7
        || image.orientation == 8;
    bool runs_up = image.orientation == 3 || image.orientation == 4 || image.orientation == 6
        || image.orientation == 7;
    struct image upright = image_make(
        is_swapped ? image.height : image.width, is_swapped ? image.width : image.height,
        image.is_p3);
    uint8_t *to = upright.rgb;
    for (unsigned y = 0; y < upright.height; y++) {
        for (unsigned x = 0; x < upright.width; x++, to += 3) {
            unsigned column = is_swapped ? y : x, row = is_swapped ? x : y;
            if (runs_left) column = image.width - 1 - column;
            if (runs_up) row = image.height - 1 - row;
            memcpy(to, image.rgb + ((size_t)row * image.width + column) * 3, 3);
        }
    }
    free(image.rgb);
    return upright;
}
