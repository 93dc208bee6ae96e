#pragma once

#include "image.h"
#include "stream.h"

// Each decodes a file of its format into sRGB or Display P3, alpha laid on white, the first of
// several images. They end the program when the file is broken or passes the demand.

struct image jpeg_read(struct bytes file, const struct demand *demand);
struct image png_read(struct bytes file, const struct demand *demand);
struct image webp_read(struct bytes file, const struct demand *demand);
struct image heic_read(struct bytes file, const struct demand *demand);

// Loads what libheif loads by itself when it is first used: later there are no files to open.
void heic_prepare(void);
