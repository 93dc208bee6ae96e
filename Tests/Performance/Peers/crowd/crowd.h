// What the parts of `crowd` share. See crowd.c.
#pragma once
#include <openssl/ssl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum state { CLOSED, CONNECTING, SHAKING, OPEN };

struct connection {
    int socket;
    enum state state;
    SSL *tls;
    // What is sent once it is connected; it belongs to the connection.
    uint8_t *opening;
    uint32_t opening_length;
    // Messages of streams, or confirmed subscriptions, since it was connected; and how many of them
    // make it ready.
    uint32_t messages, needed;
    bool is_ready;
    // Changes that have arrived since `expect`, and how many are waited for; when the last one of
    // them came.
    uint32_t events, goal;
    double reached;
    // Calls that were answered well, and that were not, since `expect`.
    uint32_t answers, failures;
    // What has arrived of a frame that is not complete.
    uint8_t *rest;
    uint32_t rest_length;
    // Of a protocol of lines: whether the next byte begins one.
    bool is_in_line;
    // When it is opened again after it was closed.
    double again;
};

struct totals {
    uint64_t events, messages, answers, failures, closes;
};

extern struct connection *all;
extern uint32_t count;
extern struct totals totals;
// How many are ready, and how many are being opened.
extern uint32_t ready, opening;

double now(void);
// Of this process.
double processor_time(void);
void fail(const char *what);

// connections.c
void set_place(const char *place, int addresses);
void watch_commands(void);
// Opens a connection, or tries to again.
void connect_one(struct connection *one);
// Closes one whose calls were refused, to be tried again a little later.
void give_up(struct connection *one);
void send_bytes(struct connection *one, const void *bytes, size_t length);
// Handles what has arrived, and waits for it until `until` at most. Returns whether there is a
// command.
bool turn(double until);
// Closed connections are opened again within so many seconds; 0: they are not.
extern double spread;

// Reads what has arrived on a connection. Returns how many bytes of it are used up; the rest is
// kept.
typedef size_t reader(struct connection *one, const uint8_t *bytes, size_t length);
extern reader *read_arrived;
// frames.c
reader read_frames;
// lines.c
reader read_lines;

// loop.c: calls one after the other on one connection.
struct calls;
extern struct calls *calls;
void answered(struct connection *one);
void sent_all_answers(struct connection *one);
// Has `parts` called, as many at a time as `in_flight` says, and prints how fast.
void run_calls(struct connection *one, uint32_t in_flight, double warm_up, double measured,
               const uint8_t *parts, size_t length);

// The body of the last answer.
extern uint8_t last_answer[256];
extern size_t last_answer_length;

void note_message(struct connection *one);
void note_events(struct connection *one, uint32_t events);
uint32_t read_number(const uint8_t **bytes);
