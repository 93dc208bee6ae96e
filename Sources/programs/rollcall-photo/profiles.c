#include "profiles.h"

#include <lcms2.h>
#include <math.h>

#include "status.h"

// x and y of red, green and blue, by code point (ITU-T H.273, table 2).
static const struct {
    unsigned code;
    double red[2], green[2], blue[2];
} known_primaries[] = {
    {1, {0.640, 0.330}, {0.300, 0.600}, {0.150, 0.060}},   // BT.709, sRGB
    {5, {0.640, 0.330}, {0.290, 0.600}, {0.150, 0.060}},   // BT.601, 625 lines
    {6, {0.630, 0.340}, {0.310, 0.595}, {0.155, 0.070}},   // BT.601, 525 lines
    {9, {0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}},   // BT.2020
    {12, {0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}},  // Display P3
};

static const cmsCIExyY d65 = {0.3127, 0.3290, 1};

enum { CURVE_POINTS = 4096 };

// Light above a screen's white, which is 1, is pressed below it; up to a half it stays as it is.
static double tone_mapped(double light, double peak) {
    const double knee = 0.5;
    if (light <= knee) return light;
    // A hyperbola from the knee, where it has the slope 1, to 1 at the peak.
    double reach = (peak - knee) / (1 - knee), x = (light - knee) / (1 - knee);
    double mapped = x / (1 + x * (reach - 1) / reach);
    return fmin(1, knee + (1 - knee) * mapped);
}

// The light of a PQ sample (SMPTE ST 2084), in units of white at 203 cd/m² (BT.2408).
static double pq_light(double sample) {
    const double m1 = 2610.0 / 16384, m2 = 2523.0 / 32, c1 = 3424.0 / 4096, c2 = 2413.0 / 128,
                 c3 = 2392.0 / 128;
    double power = pow(sample, 1 / m2);
    return 10000.0 / 203 * pow(fmax(power - c1, 0) / (c2 - c3 * power), 1 / m1);
}

// The light of an HLG sample (BT.2100), with white at 75 % of the signal (BT.2408).
static double hlg_light(double sample) {
    const double a = 0.17883277, b = 0.28466892, c = 0.55991073;
    double scene = sample <= 0.5 ? sample * sample / 3 : (exp((sample - c) / a) + b) / 12;
    double white = (exp((0.75 - c) / a) + b) / 12;
    // The system gamma of a screen of 1,000 cd/m², channel by channel.
    return pow(scene / white, 1.2);
}

static cmsToneCurve *hdr_curve(unsigned transfer) {
    uint16_t points[CURVE_POINTS];
    bool is_pq = transfer == TRANSFER_PQ;
    // Photos of phones and cameras are graded for some 1,000 cd/m²: brighter is white.
    double peak = is_pq ? 1000.0 / 203 : hlg_light(1);
    for (int i = 0; i < CURVE_POINTS; i++) {
        double sample = i / (CURVE_POINTS - 1.0);
        double light = is_pq ? pq_light(sample) : hlg_light(sample);
        points[i] = (uint16_t)(65535 * tone_mapped(fmin(light, peak), peak) + 0.5);
    }
    return cmsBuildTabulatedToneCurve16(NULL, CURVE_POINTS, points);
}

static cmsToneCurve *srgb_curve(void) {
    // IEC 61966-2-1. The curves of BT.601, 709 and 2020 are for cameras; screens show them by this.
    const double parameters[] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    return cmsBuildParametricToneCurve(NULL, 4, parameters);
}

static cmsHPROFILE make(const cmsCIExyY *white, const cmsCIExyYTRIPLE *primaries, cmsToneCurve *curve) {
    if (!curve) end(STATUS_NO_MEMORY);
    cmsToneCurve *curves[3] = {curve, curve, curve};
    // NULL for chromaticities that make no colours.
    cmsHPROFILE profile = cmsCreateRGBProfile(white, primaries, curves);
    cmsFreeToneCurve(curve);
    return profile;
}

static cmsHPROFILE of_code_points(unsigned primaries, unsigned transfer) {
    cmsToneCurve *curve = color_is_hdr(transfer) ? hdr_curve(transfer)
        : transfer == TRANSFER_LINEAR            ? cmsBuildGamma(NULL, 1)
                                                 : srgb_curve();
    size_t found = 0;
    for (size_t i = 0; i < sizeof known_primaries / sizeof *known_primaries; i++)
        if (known_primaries[i].code == primaries) found = i;
    const double *red = known_primaries[found].red, *green = known_primaries[found].green,
                 *blue = known_primaries[found].blue;
    cmsCIExyYTRIPLE triple = {
        {red[0], red[1], 1}, {green[0], green[1], 1}, {blue[0], blue[1], 1}};
    return make(&d65, &triple, curve);
}

static cmsHPROFILE of_png(const struct color_description *description) {
    static const double srgb[8] = {0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06};
    const double *xy = description->has_chromaticities ? description->chromaticities : srgb;
    cmsCIExyY white = {xy[0], xy[1], 1};
    cmsCIExyYTRIPLE primaries = {{xy[2], xy[3], 1}, {xy[4], xy[5], 1}, {xy[6], xy[7], 1}};
    // 1/2.2 is what programs write for sRGB.
    bool is_srgb_curve = description->gamma == 0 || fabs(description->gamma - 1 / 2.2) < 0.01;
    return make(
        &white, &primaries,
        is_srgb_curve ? srgb_curve() : cmsBuildGamma(NULL, 1 / description->gamma));
}

void *profile_open(const struct color_description *description) {
    if (description->icc.count > 0) {
        cmsHPROFILE profile = cmsOpenProfileFromMem(
            description->icc.start, (cmsUInt32Number)description->icc.count);
        if (profile) return profile;
    }
    if (description->primaries > 0 || description->transfer > 0)
        return of_code_points(description->primaries, description->transfer);
    if (description->gamma > 0 || description->has_chromaticities) return of_png(description);
    return NULL;
}

void *profile_p3(void) {
    static cmsHPROFILE profile;
    if (!profile) profile = of_code_points(12, 13);
    if (!profile) end(STATUS_NO_MEMORY);
    return profile;
}
