#pragma once

#include "color.h"

// Code points of transfer characteristics (ITU-T H.273, table 3).
enum { TRANSFER_LINEAR = 8, TRANSFER_PQ = 16, TRANSFER_HLG = 18 };

// The profile that a description amounts to; NULL where it says nothing, or nothing that is
// understood. A `cmsHPROFILE`, as is the other.
void *profile_open(const struct color_description *description);

// Display P3: SMPTE EG 432-1 with D65 and the curve of sRGB.
void *profile_p3(void);
