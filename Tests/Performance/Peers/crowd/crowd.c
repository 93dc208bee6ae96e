// Many connections in one thread, which do as standard input says: a load that is not what is
// measured. It sends bytes that the driver (crowd.py) has made, and counts what comes back.
//
//   crowd rollcall|lines PLACE ADDRESSES     PLACE: HOST:PORT, tls:HOST:PORT or unix:PATH.
//   ADDRESSES: from so
//                                            many loopback addresses it connects, 127.0.1.1 on; 0:
//                                            one
//
// A command is a letter, the length of what follows as four bytes, and that. Numbers have four
// bytes, the lowest first; bytes have their length before them. It prints one JSON object for each
// command.
#include "crowd.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

struct connection *all;
uint32_t count, ready, opening;
struct totals totals;
reader *read_arrived;
uint8_t last_answer[256];
size_t last_answer_length;

enum { MOST = 1 << 16, SAMPLES = 256 };

// What is sent on all connections, again and again.
static struct {
    uint8_t *bytes;
    uint32_t length, first, count, next;
    double interval, begun;
} beat;

double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

double processor_time(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

void fail(const char *what) {
    perror(what);
    exit(1);
}

uint32_t read_number(const uint8_t **bytes) {
    const uint8_t *from = *bytes;
    *bytes += 4;
    return (uint32_t)from[3] << 24 | (uint32_t)from[2] << 16 | (uint32_t)from[1] << 8 | from[0];
}

void note_message(struct connection *one) {
    totals.messages++;
    if (++one->messages != one->needed || one->is_ready) return;
    one->is_ready = true;
    ready++;
    opening--;
}

void note_events(struct connection *one, uint32_t events) {
    totals.events += events;
    bool was_short = one->events < one->goal;
    one->events += events;
    if (was_short && one->events >= one->goal) one->reached = now();
}

// Sends the beats that are due.
static void keep_beating(void) {
    if (!beat.count) return;
    double due = (now() - beat.begun) / beat.interval * beat.count;
    for (; beat.next < due; beat.next++) {
        struct connection *one = &all[beat.first + beat.next % beat.count];
        if (one->is_ready) send_bytes(one, beat.bytes, beat.length);
    }
}

// Handles what comes until a time, or until `is_done`.
static void run(double end, bool (*is_done)(void)) {
    while (now() < end && !(is_done && is_done())) {
        keep_beating();
        double next = now() + 0.002;
        turn(beat.count && next < end ? next : end);
    }
}

static bool are_all_ready(void) {
    return ready == count;
}

// add: NEEDED, SECONDS, then the OPENING of each
static void add(const uint8_t *bytes, const uint8_t *end) {
    uint32_t needed = read_number(&bytes), seconds = read_number(&bytes);
    double start = now();
    while (bytes < end) {
        uint32_t length = read_number(&bytes);
        if (count == MOST) fail("too many connections");
        struct connection *one = &all[count++];
        *one = (struct connection){
            .needed = needed, .opening = malloc(length ? length : 1), .opening_length = length};
        if (!one->opening) fail("malloc");
        memcpy(one->opening, bytes, length);
        bytes += length;
    }
    run(start + seconds, are_all_ready);
    printf("{\"ready\": %u, \"connections\": %u, \"seconds\": %.4f}\n", ready, count, now() - start);
}

struct shot {
    double delay;
    struct connection *sender;
    struct connection *receivers;
    uint32_t count, events, answers, length;
    const uint8_t *bytes;
    double sent;
};

static struct shot *shots;
static uint32_t shot_count;

static bool has_hit(const struct shot *shot) {
    if (shot->sender->answers + shot->sender->failures < shot->answers) return false;
    for (uint32_t index = 0; index < shot->count; index++)
        if (shot->receivers[index].events < shot->events) return false;
    return true;
}

static bool have_all_hit(void) {
    // The last receivers are those that are likely to be the last ones.
    for (uint32_t index = shot_count; index-- > 0;)
        if (!has_hit(&shots[index])) return false;
    return true;
}

static int compare(const void *one, const void *other) {
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

static void print_hits(const struct shot *shot) {
    double *took = calloc(shot->count + 1, sizeof *took);
    if (!took) fail("calloc");
    uint32_t hits = 0;
    for (uint32_t index = 0; index < shot->count; index++) {
        struct connection *one = &shot->receivers[index];
        if (one->events >= shot->events) took[hits++] = (one->reached - shot->sent) * 1e6;
    }
    qsort(took, hits, sizeof *took, compare);
    double last = hits ? took[hits - 1] : 0, middle = hits ? took[hits / 2] : 0;
    printf("{\"missing\": %u, \"failures\": %u, \"last_us\": %.1f, \"p50_us\": %.1f, \"us\": [",
           shot->count - hits, shot->sender->failures, last, middle);
    if (hits <= SAMPLES)
        for (uint32_t index = 0; index < hits; index++) printf("%s%.1f", index ? "," : "", took[index]);
    printf("]}");
    free(took);
}

// shoot: MILLISECONDS to wait at most; SHOTS; then of each the DELAY in microseconds behind the one
// before, the SENDER, the FIRST and the COUNT of the receivers, the EVENTS that each of these must
// get, the ANSWERS that the sender must, and the BYTES to send
static void shoot(const uint8_t *bytes, const uint8_t *end) {
    double patience = read_number(&bytes) / 1e3;
    shot_count = read_number(&bytes);
    shots = calloc(shot_count, sizeof *shots);
    if (!shots) fail("calloc");
    for (struct shot *shot = shots; shot < shots + shot_count; shot++) {
        shot->delay = read_number(&bytes) / 1e6;
        shot->sender = &all[read_number(&bytes)];
        shot->receivers = &all[read_number(&bytes)];
        shot->count = read_number(&bytes);
        shot->events = read_number(&bytes);
        shot->answers = read_number(&bytes);
        shot->length = read_number(&bytes);
        shot->bytes = bytes;
        bytes += shot->length;
        shot->sender->answers = shot->sender->failures = 0;
        for (uint32_t index = 0; index < shot->count; index++) {
            shot->receivers[index].events = 0;
            shot->receivers[index].goal = shot->events;
        }
    }
    if (bytes != end) fail("a malformed command");
    double begun = now(), processor = processor_time(), time = begun;
    for (struct shot *shot = shots; shot < shots + shot_count; shot++) {
        time += shot->delay;
        run(time, NULL);
        shot->sent = now();
        send_bytes(shot->sender, shot->bytes, shot->length);
    }
    // Looking at all of them takes a while, and must not be done after each arrival.
    for (double last = now() + patience; now() < last && !have_all_hit();) {
        double next = now() + 0.0005;
        run(next < last ? next : last, NULL);
    }
    double busy = (processor_time() - processor) / (now() - begun);
    printf("{\"busy\": %.3f, \"shots\": [", busy);
    for (uint32_t index = 0; index < shot_count; index++) {
        if (index) printf(",");
        print_hits(&shots[index]);
    }
    printf("], \"answer\": \"");
    for (size_t index = 0; index < last_answer_length; index++) printf("%02x", last_answer[index]);
    printf("\"}\n");
    free(shots);
}

// call: CONNECTION, IN FLIGHT, milliseconds of WARM-UP and of what is MEASURED, then the BYTES of
// each call
static void call(const uint8_t *bytes, const uint8_t *end) {
    struct connection *one = &all[read_number(&bytes)];
    uint32_t in_flight = read_number(&bytes), warm_up = read_number(&bytes),
             measured = read_number(&bytes);
    run_calls(one, in_flight, warm_up / 1e3, measured / 1e3, bytes, (size_t)(end - bytes));
}

// keep: the milliseconds of an INTERVAL, FIRST and COUNT of the connections, and the BYTES that are
// sent on each of them once in an interval; the MILLISECONDS within which one that was closed is
// opened again, 0 for never
static void keep(const uint8_t *bytes) {
    beat.interval = read_number(&bytes) / 1e3;
    beat.first = read_number(&bytes);
    beat.count = read_number(&bytes);
    beat.length = read_number(&bytes);
    free(beat.bytes);
    beat.bytes = malloc(beat.length + 1);
    if (!beat.bytes) fail("malloc");
    memcpy(beat.bytes, bytes, beat.length);
    bytes += beat.length;
    beat.next = 0;
    beat.begun = now();
    spread = read_number(&bytes) / 1e3;
    printf("{}\n");
}

// wait: MILLISECONDS; and whether to end earlier, once all are ready
static void wait_for_all(const uint8_t *bytes) {
    double start = now(), patience = read_number(&bytes) / 1e3;
    bool is_short = read_number(&bytes) != 0;
    run(start + patience, is_short ? are_all_ready : NULL);
    printf("{\"ready\": %u, \"closes\": %lu, \"failures\": %lu, \"seconds\": %.4f}\n", ready,
           totals.closes, totals.failures, now() - start);
}

static void read_exactly(uint8_t *bytes, size_t length) {
    while (length > 0) {
        ssize_t found = read(STDIN_FILENO, bytes, length);
        if (found <= 0) exit(0);
        bytes += found;
        length -= (size_t)found;
    }
}

static void obey(void) {
    uint8_t head[5];
    read_exactly(head, sizeof head);
    const uint8_t *length_bytes = head + 1;
    uint32_t length = read_number(&length_bytes);
    uint8_t *bytes = malloc(length + 1);
    if (!bytes) fail("malloc");
    read_exactly(bytes, length);
    switch (head[0]) {
    case 'a': add(bytes, bytes + length); break;
    case 's': shoot(bytes, bytes + length); break;
    case 'c': call(bytes, bytes + length); break;
    case 'k': keep(bytes); break;
    case 'w': wait_for_all(bytes); break;
    default: fail("an unknown command");
    }
    fflush(stdout);
    free(bytes);
}

int main(int argument_count, char **arguments) {
    if (argument_count != 4) return 2;
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    all = calloc(MOST, sizeof *all);
    if (!all) fail("calloc");
    read_arrived = strcmp(arguments[1], "rollcall") == 0 ? read_frames : read_lines;
    set_place(arguments[2], atoi(arguments[3]));
    watch_commands();
    for (;;) {
        keep_beating();
        if (turn(now() + (beat.count ? 0.002 : 0.1))) obey();
    }
}
