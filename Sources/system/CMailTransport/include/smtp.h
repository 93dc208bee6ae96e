// One mail at a time by libcurl, whose functions take any number of arguments of any type, which
// Swift cannot call. Which protocols, limits and checks apply is said here, in one place.

#ifndef ROLLCALL_SMTP_H
#define ROLLCALL_SMTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum rollcall_smtp_tls {
    // In the clear: for a server on the same machine.
    ROLLCALL_SMTP_TLS_NONE,
    // STARTTLS, or nothing is sent.
    ROLLCALL_SMTP_TLS_STARTTLS,
    // From the first byte.
    ROLLCALL_SMTP_TLS_IMPLICIT,
};

struct rollcall_smtp_server {
    // `smtp://host:port/hello` or `smtps://…`.
    const char *url;
    enum rollcall_smtp_tls tls;
    // NULL: the system's.
    const char *ca_file;
    // NULL: no authentication.
    const char *user;
    const char *password;
    long connect_timeout_ms;
    // From the call to the server's last answer.
    long timeout_ms;
};

struct rollcall_smtp_mail {
    // Each in angle brackets.
    const char *sender;
    const char *recipient;
    // As RFC 5322 has it, lines ended by CR LF.
    const uint8_t *bytes;
    size_t count;
    // Asked about once a second, on the sending thread; NULL: never.
    bool (*is_cancelled)(void *context);
    void *context;
};

// How the sending ended, for a program and for a reader.
enum rollcall_smtp_end {
    ROLLCALL_SMTP_SENT,
    // The server said no: `status` and `command` tell to what.
    ROLLCALL_SMTP_REFUSED,
    // TLS was not offered, or the certificate is none that is trusted.
    ROLLCALL_SMTP_UNTRUSTED,
    // Name and password are not accepted.
    ROLLCALL_SMTP_DENIED,
    // Everything else: nobody there, too slow, gone in the middle.
    ROLLCALL_SMTP_LOST,
};

struct rollcall_smtp_result {
    enum rollcall_smtp_end end;
    // Of the server's last answer; 0 if it gave none.
    long status;
    // The last command it was sent, such as "RCPT".
    char command[5];
    // The server's last line, or libcurl's explanation.
    char text[256];
    // What libcurl calls the failure: nothing in it comes from the server or from the mail.
    char failure[96];
};

struct rollcall_smtp;

// NULL: no memory.
struct rollcall_smtp *rollcall_smtp_open(void);

// Sends one mail, on this thread, which it holds until the end. The connection is kept for the next
// mail. No signal is left pending or raised.
void rollcall_smtp_send(
    struct rollcall_smtp *smtp, const struct rollcall_smtp_server *server,
    const struct rollcall_smtp_mail *mail, struct rollcall_smtp_result *result);

void rollcall_smtp_close(struct rollcall_smtp *smtp);

#endif
