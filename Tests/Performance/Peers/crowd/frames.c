// Reads Rollcall's frames (proto/PROTOCOL.md), and of their messages only how many changes there
// are.
#include "crowd.h"
#include <string.h>

enum { HEADER = 12, DATA = 3, CLOSE = 4, PING = 7, MESSAGE = 2, MORE = 4, ACK = 8 };

static uint32_t big_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint64_t varint(const uint8_t **bytes, const uint8_t *end) {
    uint64_t number = 0;
    for (int shift = 0; *bytes < end && shift < 64; shift += 7) {
        uint8_t byte = *(*bytes)++;
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) break;
    }
    return number;
}

// Passes over the value of a field. Returns how long it was, if it is one of bytes.
static uint64_t pass(const uint8_t **bytes, const uint8_t *end, uint64_t key) {
    uint64_t length = 0;
    switch (key & 7) {
    case 0: varint(bytes, end); return 0;
    case 1: length = 8; break;
    case 2: length = varint(bytes, end); break;
    case 5: length = 4; break;
    }
    if (length > (uint64_t)(end - *bytes)) length = (uint64_t)(end - *bytes);
    *bytes += length;
    return length;
}

// The presences in the `changes` of a `WatchResponse` whole.
static uint32_t changes(const uint8_t *bytes, const uint8_t *end) {
    uint32_t found = 0;
    while (bytes < end) {
        uint64_t key = varint(&bytes, end), length = pass(&bytes, end, key);
        if (key >> 3 != 2 || !length) continue;
        for (const uint8_t *list = bytes - length; list < bytes; found++)
            pass(&list, bytes, varint(&list, bytes));
    }
    return found;
}

static void closed(struct connection *one, const uint8_t *meta, size_t meta_length,
                   const uint8_t *body, size_t body_length) {
    // The status comes first, and is left out when it is OK.
    bool is_failure = meta_length >= 2 && meta[0] == 0x08 && meta[1] != 0;
    if (is_failure) {
        one->failures++;
        totals.failures++;
        if (!one->is_ready) return give_up(one);
    } else {
        one->answers++;
        totals.answers++;
    }
    last_answer_length = body_length < sizeof last_answer ? body_length : sizeof last_answer;
    memcpy(last_answer, body, last_answer_length);
    answered(one);
}

static void ping(struct connection *one, const uint8_t *frame) {
    uint8_t answer[HEADER + 8];
    memcpy(answer, frame, sizeof answer);
    answer[4] = ACK;
    send_bytes(one, answer, sizeof answer);
}

size_t read_frames(struct connection *one, const uint8_t *bytes, size_t length) {
    size_t used = 0;
    while (length - used >= HEADER) {
        const uint8_t *frame = bytes + used, *meta = frame + HEADER;
        size_t payload = big_endian(frame) >> 8;
        if (length - used < HEADER + payload) break;
        uint8_t type = frame[3], flags = frame[4];
        size_t meta_length = (size_t)frame[6] << 8 | frame[7];
        const uint8_t *body = meta + meta_length, *end = meta + payload;
        used += HEADER + payload;
        if (type == DATA && flags & MESSAGE) {
            note_events(one, changes(body, end));
            if (!(flags & MORE)) note_message(one);
        } else if (type == CLOSE) {
            closed(one, meta, meta_length, body, (size_t)(end - body));
        } else if (type == PING && !(flags & ACK) && payload == 8) {
            ping(one, frame);
        }
        if (one->state == CLOSED) return length;
    }
    sent_all_answers(one);
    return used;
}
