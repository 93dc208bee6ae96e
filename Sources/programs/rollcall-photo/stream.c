#include "stream.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "status.h"

enum { FIRST_CAPACITY = 1 << 20 };

struct bytes read_input(size_t limit) {
    size_t capacity = 0, count = 0;
    uint8_t *start = NULL;
    for (;;) {
        if (count == capacity) {
            // One byte more than the limit, to see that there is one.
            if (capacity > limit) end(STATUS_TOO_MANY_BYTES);
            capacity = capacity ? 2 * capacity : FIRST_CAPACITY;
            if (capacity > limit) capacity = limit + 1;
            start = realloc(start, capacity);
            if (!start) end(STATUS_NO_MEMORY);
        }
        ssize_t got = read(STDIN_FILENO, start + count, capacity - count);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) end(STATUS_IO);
        if (got == 0) return (struct bytes){start, count};
        count += (size_t)got;
    }
}

void write_output(struct bytes bytes) {
    while (bytes.count > 0) {
        ssize_t written = write(STDOUT_FILENO, bytes.start, bytes.count);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) end(STATUS_IO);
        bytes.start += written;
        bytes.count -= (size_t)written;
    }
}
