// Reads what subscribers of Redis and of NATS get: lines. A message that was published begins with
// `!`.
#include "crowd.h"
#include <string.h>

static void begin_line(struct connection *one, uint8_t first) {
    switch (first) {
    case '!': note_events(one, 1); break;
    // Redis's number of subscriptions or of receivers; NATS's PONG, but for PING, which it sends
    // after minutes.
    case ':':
    case 'P': note_message(one); break;
    }
}

size_t read_lines(struct connection *one, const uint8_t *bytes, size_t length) {
    for (const uint8_t *next = bytes, *end = bytes + length; next < end;) {
        if (!one->is_in_line) begin_line(one, *next);
        const uint8_t *newline = memchr(next, '\n', (size_t)(end - next));
        one->is_in_line = !newline;
        if (!newline) break;
        next = newline + 1;
    }
    return length;
}
