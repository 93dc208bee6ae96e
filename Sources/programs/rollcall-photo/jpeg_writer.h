#pragma once

#include "image.h"
#include "stream.h"

// The image as a baseline JPEG with nothing but picture, and the profile if it is Display P3. Its
// orientation is not written: turn it before. The caller frees the bytes.
struct bytes jpeg_write(const struct image *image, int quality);
