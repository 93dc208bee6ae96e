#include "exif.h"

#include <stdbool.h>
#include <string.h>

enum { UPRIGHT = 1, TAG_ORIENTATION = 0x0112, TYPE_SHORT = 3, ENTRY_SIZE = 12 };

// A number of two or four bytes; 0 where there are none.
static uint32_t number(struct bytes tiff, size_t at, unsigned size, bool is_big_endian) {
    if (at > tiff.count || size > tiff.count - at) return 0;
    uint32_t value = 0;
    for (unsigned i = 0; i < size; i++)
        value = value << 8 | tiff.start[at + (is_big_endian ? i : size - 1 - i)];
    return value;
}

int exif_orientation(struct bytes tiff) {
    if (tiff.count >= 6 && memcmp(tiff.start, "Exif\0\0", 6) == 0) {
        tiff.start += 6;
        tiff.count -= 6;
    }
    if (tiff.count < 8) return UPRIGHT;
    bool is_big_endian = memcmp(tiff.start, "MM\0*", 4) == 0;
    if (!is_big_endian && memcmp(tiff.start, "II*\0", 4) != 0) return UPRIGHT;
    size_t directory = number(tiff, 4, 4, is_big_endian);
    unsigned count = number(tiff, directory, 2, is_big_endian);
    for (unsigned i = 0; i < count; i++) {
        size_t entry = directory + 2 + (size_t)i * ENTRY_SIZE;
        if (number(tiff, entry, 2, is_big_endian) != TAG_ORIENTATION) continue;
        uint32_t value = number(tiff, entry + 8, 2, is_big_endian);
        bool is_known = number(tiff, entry + 2, 2, is_big_endian) == TYPE_SHORT && value >= 1
            && value <= 8;
        return is_known ? (int)value : UPRIGHT;
    }
    return UPRIGHT;
}
