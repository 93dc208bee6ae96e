#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "stream.h"

// How a reader's samples lie in memory.
enum samples {
    SAMPLES_RGB_8,
    // Two bytes a sample, in the machine's order.
    SAMPLES_RGB_16,
    // 0 is no ink.
    SAMPLES_CMYK_8,
    // 255 is no ink, as Adobe's programs write it.
    SAMPLES_CMYK_8_INVERTED,
};

// What a file says of its colours. All zero is sRGB.
struct color_description {
    // An ICC profile; it outranks all else.
    struct bytes icc;
    // Code points (ITU-T H.273, 8.1 and 8.2), as in PNG's cICP and HEIC's nclx; 0 where there are
    // none.
    unsigned primaries;
    unsigned transfer;
    // PNG's gAMA: the exponent of the samples; 0 where there is none.
    double gamma;
    // PNG's cHRM: x and y of white, red, green and blue.
    bool has_chromaticities;
    double chromaticities[8];
};

// How samples become sRGB or Display P3 of eight bits.
struct color_conversion {
    enum samples samples;
    // NULL where the samples need no change, or come without a profile.
    void *transform;
};

// Whether the samples have more light than a screen's white: PQ or HLG.
bool color_is_hdr(unsigned transfer);

// Finds out how to convert: sRGB and Display P3 stay as they are, all else becomes sRGB. What
// cannot be understood counts as sRGB.
//
// `is_p3` is told whether the result is Display P3.
struct color_conversion color_open(
    const struct color_description *description, enum samples samples, bool *is_p3);

// Converts `count` pixels to three bytes each.
void color_convert(
    const struct color_conversion *conversion, const void *samples, uint8_t *rgb, unsigned count);

// Converts `count` pixels of Display P3 to sRGB, where they are.
void color_p3_to_srgb(uint8_t *rgb, unsigned count);

// Display P3 as an ICC profile, the same bytes each time.
struct bytes color_p3_profile(void);

// Lays pixels with alpha on white: `rgba` has four samples a pixel, `rgb` gets three. They may be
// the same memory.
void color_flatten_8(const uint8_t *rgba, uint8_t *rgb, unsigned count);
void color_flatten_16(const uint16_t *rgba, uint16_t *rgb, unsigned count);
