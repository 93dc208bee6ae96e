// One request to an object store at a time by libcurl, signed by it (AWS Signature Version 4), whose
// functions take any number of arguments of any type, which Swift cannot call. Which protocols, limits and
// checks apply is said here, in one place.

#ifndef ROLLCALL_OBJECT_H
#define ROLLCALL_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Where requests go, and who makes them.
struct rollcall_object_caller {
    // `aws:amz:<region>:s3`.
    const char *signature;
    const char *access_key;
    const char *secret_key;
    // NULL: the keys are not temporary ones.
    const char *session_token;
    // NULL: the system's authorities.
    const char *ca_file;
    long connect_timeout_ms;
    // Without a byte either way.
    long stall_timeout_s;
};

struct rollcall_object_request {
    // GET, PUT or DELETE.
    const char *method;
    // With a query that is sorted and encoded as its signature wants it.
    const char *url;
    // What a PUT sends.
    const uint8_t *body;
    size_t count;
    // SHA-256 of the body, in hexadecimal digits: the signature covers it.
    const char *body_hash;
    // The object that a PUT without a body copies, as `/bucket/key`; NULL: none.
    const char *copied;
    // Bytes that an answer may have.
    size_t answer_limit;
    // From the call to the last byte.
    long timeout_ms;
    // Asked about once a second, on the calling thread; NULL: never.
    bool (*is_cancelled)(void *context);
    void *context;
};

enum rollcall_object_end {
    // There is an answer, whatever it says.
    ROLLCALL_OBJECT_ANSWERED,
    // The answer has more bytes than it may have.
    ROLLCALL_OBJECT_TOO_LARGE,
    // The certificate is none that is trusted.
    ROLLCALL_OBJECT_UNTRUSTED,
    // Everything else: nobody there, too slow, gone in the middle.
    ROLLCALL_OBJECT_LOST,
};

struct rollcall_object_answer {
    enum rollcall_object_end end;
    long status;
    // Whether it names a version of the object: the bucket keeps those that are deleted.
    bool names_version;
    // Valid until the next request of the same handle.
    const uint8_t *bytes;
    size_t count;
    // What libcurl says of a failure; in it nothing comes from the store.
    char failure[96];
};

struct rollcall_object;

// NULL: no memory.
struct rollcall_object *rollcall_object_open(void);
void rollcall_object_close(struct rollcall_object *object);

// Makes one request, on the calling thread. A connection is kept for the next one. No redirect is followed.
void rollcall_object_send(
    struct rollcall_object *object, const struct rollcall_object_caller *caller,
    const struct rollcall_object_request *request, struct rollcall_object_answer *answer);

#endif
