#pragma once

#include <stdbool.h>

#include "stream.h"

// Whether the boxes of the file end where it ends, so that nothing was cut off.
bool heif_is_whole(struct bytes file);

// Removes from the description, in the memory of the file, what libheif before 1.18 refuses the
// whole file for. Phones write it since iOS 18: a tone map beside the picture, references to both.
void heif_drop_tone_maps(struct bytes file);
