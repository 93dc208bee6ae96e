#pragma once

#include <stddef.h>

// Memory for `count` items of `size` bytes, all zero. Ends the program when there is none.
void *take_memory(size_t count, size_t size);
