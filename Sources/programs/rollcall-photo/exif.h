#pragma once

#include "stream.h"

// The orientation that EXIF data name, 1 to 8; 1 where they name none, or make no sense.
//
// `tiff` begins with the TIFF header, behind "Exif\0\0" if that is there.
int exif_orientation(struct bytes tiff);
