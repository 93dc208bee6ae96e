#include "memory.h"

#include <stdlib.h>

#include "status.h"

void *take_memory(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory) end(STATUS_NO_MEMORY);
    return memory;
}
