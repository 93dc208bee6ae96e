#pragma once

#include <stddef.h>
#include <stdint.h>

// Bytes of the input, of a part of it, or of an output.
struct bytes {
    const uint8_t *start;
    size_t count;
};

// All of standard input. Ends the program for more than `limit` bytes.
struct bytes read_input(size_t limit);

// Writes to standard output.
void write_output(struct bytes bytes);
