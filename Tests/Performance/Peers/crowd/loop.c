// Calls, always a number of them in flight on one connection.
#include "crowd.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct calls {
    struct connection *connection;
    // The OPEN frames, one behind the other, each with its length before it; and the next of them.
    const uint8_t *parts, *end, *next;
    uint32_t stream;
    // Answers that are not followed by another call so far.
    uint32_t owed;
    uint8_t *output;
};

struct calls *calls;

// More than the answers of one reading.
enum { BATCH = 1 << 12 };

void answered(struct connection *one) {
    if (!calls || calls->connection != one) return;
    if (++calls->owed == BATCH) sent_all_answers(one);
}

static void make(uint32_t number) {
    size_t length = 0;
    while (number-- > 0) {
        if (calls->next == calls->end) calls->next = calls->parts;
        uint32_t size = read_number(&calls->next);
        uint8_t *frame = calls->output + length;
        memcpy(frame, calls->next, size);
        calls->next += size;
        for (int index = 0; index < 4; index++)
            frame[8 + index] = (uint8_t)(calls->stream >> (24 - 8 * index));
        calls->stream += 2;
        length += size;
        if (length > (1 << 20)) {
            send_bytes(calls->connection, calls->output, length);
            length = 0;
        }
    }
    send_bytes(calls->connection, calls->output, length);
}

void sent_all_answers(struct connection *one) {
    if (!calls || calls->connection != one || !calls->owed) return;
    uint32_t owed = calls->owed;
    calls->owed = 0;
    make(owed);
}

static void run_until(double end) {
    while (now() < end && calls->connection->state == OPEN) turn(end);
}

void run_calls(struct connection *one, uint32_t in_flight, double warm_up, double measured,
               const uint8_t *parts, size_t length) {
    static uint32_t stream = 1001;
    struct calls running = {
        .connection = one, .parts = parts, .end = parts + length, .next = parts, .stream = stream,
        .output = malloc(2 << 20)};
    if (!running.output) fail("malloc");
    calls = &running;
    make(in_flight);
    run_until(now() + warm_up);
    struct totals before = totals;
    double start = now(), processor = processor_time();
    run_until(start + measured);
    double seconds = now() - start;
    printf("{\"calls_per_second\": %.1f, \"failures\": %lu, \"events_per_second\": %.1f,"
           " \"messages_per_second\": %.1f, \"busy\": %.3f}\n",
           (double)(totals.answers - before.answers) / seconds, totals.failures - before.failures,
           (double)(totals.events - before.events) / seconds,
           (double)(totals.messages - before.messages) / seconds,
           (processor_time() - processor) / seconds);
    fflush(stdout);
    // The last answers come without further calls, before anything else is measured.
    calls = NULL;
    for (double end = now() + 0.3; now() < end;) turn(end);
    stream = running.stream;
    free(running.output);
}
