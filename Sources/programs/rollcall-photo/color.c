#include "color.h"

#include <lcms2.h>
#include <math.h>
#include <string.h>

#include "memory.h"
#include "profiles.h"
#include "status.h"

static cmsUInt32Number layout(enum samples samples) {
    switch (samples) {
    case SAMPLES_RGB_8: return TYPE_RGB_8;
    case SAMPLES_RGB_16: return TYPE_RGB_16;
    case SAMPLES_CMYK_8: return TYPE_CMYK_8;
    case SAMPLES_CMYK_8_INVERTED: return TYPE_CMYK_8_REV;
    }
    return 0;
}

// The layout that a profile of this colour space wants of these samples; 0 where the two do not
// fit.
static cmsUInt32Number layout_for(cmsColorSpaceSignature space, enum samples samples) {
    bool is_cmyk = samples == SAMPLES_CMYK_8 || samples == SAMPLES_CMYK_8_INVERTED;
    if (space == cmsSigCmykData) return is_cmyk ? layout(samples) : 0;
    if (is_cmyk) return 0;
    if (space == cmsSigRgbData) return layout(samples);
    // Readers give gray photos three equal samples: the first is taken.
    if (space == cmsSigGrayData)
        return COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | EXTRA_SH(2)
            | BYTES_SH(samples == SAMPLES_RGB_16 ? 2 : 1);
    return 0;
}

// Whether two profiles show all colours as good as alike: that counts, not a profile's name.
static bool is_alike(cmsHPROFILE profile, cmsHPROFILE other) {
    enum { STEPS = 5, COUNT = STEPS * STEPS * STEPS, TOLERANCE = 2 };
    cmsHTRANSFORM transform = cmsCreateTransform(
        profile, TYPE_RGB_8, other, TYPE_RGB_8, INTENT_RELATIVE_COLORIMETRIC,
        cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE);
    if (!transform) return false;
    uint8_t from[COUNT * 3], to[COUNT * 3];
    for (int i = 0; i < COUNT; i++) {
        from[3 * i] = (uint8_t)(i % STEPS * 255 / (STEPS - 1));
        from[3 * i + 1] = (uint8_t)(i / STEPS % STEPS * 255 / (STEPS - 1));
        from[3 * i + 2] = (uint8_t)(i / STEPS / STEPS * 255 / (STEPS - 1));
    }
    cmsDoTransform(transform, from, to, COUNT);
    cmsDeleteTransform(transform);
    for (int i = 0; i < COUNT * 3; i++)
        if (from[i] - to[i] > TOLERANCE || to[i] - from[i] > TOLERANCE) return false;
    return true;
}

bool color_is_hdr(unsigned transfer) {
    return transfer == TRANSFER_PQ || transfer == TRANSFER_HLG;
}

struct color_conversion color_open(
    const struct color_description *description, enum samples samples, bool *is_p3) {
    struct color_conversion conversion = {.samples = samples};
    *is_p3 = false;
    cmsHPROFILE profile = profile_open(description);
    if (!profile) return conversion;
    cmsUInt32Number input = layout_for(cmsGetColorSpace(profile), samples);
    if (!input) return conversion;
    cmsHPROFILE srgb = cmsCreate_sRGBProfile();
    if (!srgb) end(STATUS_NO_MEMORY);
    if (input == TYPE_RGB_8) {
        if (is_alike(profile, srgb)) return conversion;
        *is_p3 = is_alike(profile, profile_p3());
        if (*is_p3) return conversion;
    }
    // Perceptual, as screens and browsers do: what is outside of sRGB is not all cut to one colour
    // where the profile has a table for it. NULL where the profile has no way to go.
    conversion.transform =
        cmsCreateTransform(profile, input, srgb, TYPE_RGB_8, INTENT_PERCEPTUAL, cmsFLAGS_NOCACHE);
    return conversion;
}

static uint8_t product(unsigned a, unsigned b) {
    return (uint8_t)((a * b + 127) / 255);
}

void color_convert(
    const struct color_conversion *conversion, const void *samples, uint8_t *rgb, unsigned count) {
    if (conversion->transform) {
        cmsDoTransform(conversion->transform, samples, rgb, count);
        return;
    }
    const uint8_t *bytes = samples;
    const uint16_t *words = samples;
    switch (conversion->samples) {
    case SAMPLES_RGB_8: memcpy(rgb, bytes, (size_t)count * 3); return;
    case SAMPLES_RGB_16:
        for (size_t i = 0; i < (size_t)count * 3; i++) rgb[i] = (uint8_t)((words[i] + 128) / 257);
        return;
    case SAMPLES_CMYK_8:
    case SAMPLES_CMYK_8_INVERTED:
        // Without a profile nobody knows the inks: light is what neither the ink nor black takes.
        for (size_t i = 0; i < count; i++, bytes += 4, rgb += 3) {
            uint8_t flip = conversion->samples == SAMPLES_CMYK_8 ? 255 : 0;
            for (int c = 0; c < 3; c++) rgb[c] = product(bytes[c] ^ flip, bytes[3] ^ flip);
        }
        return;
    }
}

void color_p3_to_srgb(uint8_t *rgb, unsigned count) {
    cmsHPROFILE srgb = cmsCreate_sRGBProfile();
    if (!srgb) end(STATUS_NO_MEMORY);
    cmsHTRANSFORM transform = cmsCreateTransform(
        profile_p3(), TYPE_RGB_8, srgb, TYPE_RGB_8, INTENT_RELATIVE_COLORIMETRIC,
        cmsFLAGS_NOCACHE);
    if (!transform) end(STATUS_NO_MEMORY);
    cmsDoTransform(transform, rgb, rgb, count);
}

struct bytes color_p3_profile(void) {
    cmsUInt32Number size = 0;
    cmsHPROFILE profile = profile_p3();
    if (!cmsSaveProfileToMem(profile, NULL, &size)) end(STATUS_NO_MEMORY);
    uint8_t *start = take_memory(size, 1);
    if (!cmsSaveProfileToMem(profile, start, &size)) end(STATUS_NO_MEMORY);
    // The date and the platform (ICC.1:2022, 7.2): equal photos are to be equal bytes.
    memset(start + 24, 0, 12);
    memset(start + 40, 0, 4);
    return (struct bytes){start, size};
}

void color_flatten_8(const uint8_t *rgba, uint8_t *rgb, unsigned count) {
    for (size_t i = 0; i < count; i++, rgba += 4, rgb += 3) {
        unsigned alpha = rgba[3];
        for (int c = 0; c < 3; c++) rgb[c] = (uint8_t)(product(rgba[c], alpha) + 255 - alpha);
    }
}

void color_flatten_16(const uint16_t *rgba, uint16_t *rgb, unsigned count) {
    for (size_t i = 0; i < count; i++, rgba += 4, rgb += 3) {
        uint64_t alpha = rgba[3];
        for (int c = 0; c < 3; c++)
            rgb[c] = (uint16_t)((rgba[c] * alpha + 32767) / 65535 + 65535 - alpha);
    }
}
