#pragma once

#include <stddef.h>

// Each reads a photo from standard input, once it is confined, and writes to standard output. They
// end the program when it cannot be done.

// Of a photo as people have it, one that can be sent: an upright JPEG, at most `side` pixels a side
// and `count` bytes.
void prepare(unsigned side, size_t count);

// Of a stored JPEG: its ThumbHash and its squares of 64, 128, 256 and 512 pixels, five parts one
// behind the other. Each part is its length, four bytes with the most significant first, and its
// bytes. A photo whose shorter side is less than a square's has a square of that side.
void make_sizes(void);

// Enters the sandbox and tries to leave it.
void check(void);
