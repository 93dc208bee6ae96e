// The sockets of the crowd: opened from several loopback addresses, over TLS if asked, and opened
// again.
#include "crowd.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// So many are opened at a time: servers bound those that have not said HELLO.
enum { OPENING = 100, COMMANDS = UINT32_MAX };

static struct sockaddr_storage target;
static socklen_t target_length;
static int source_addresses;
static SSL_CTX *context;
static int poller;
static uint8_t buffer[1 << 20];
// Where the next connection stands that may have to be opened.
static uint32_t next_closed;

double spread;

void set_place(const char *place, int addresses) {
    source_addresses = addresses;
    if (strncmp(place, "unix:", 5) == 0) {
        struct sockaddr_un *path = (struct sockaddr_un *)&target;
        path->sun_family = AF_UNIX;
        snprintf(path->sun_path, sizeof path->sun_path, "%s", place + 5);
        target_length = sizeof *path;
    } else {
        bool is_tls = strncmp(place, "tls:", 4) == 0;
        struct sockaddr_in *address = (struct sockaddr_in *)&target;
        char host[64];
        int port;
        if (sscanf(place + (is_tls ? 4 : 0), "%63[0-9.]:%d", host, &port) != 2) fail(place);
        address->sin_family = AF_INET;
        address->sin_port = htons((uint16_t)port);
        if (inet_pton(AF_INET, host, &address->sin_addr) != 1) fail(host);
        target_length = sizeof *address;
        if (is_tls) {
            static const uint8_t protocol[] = "\x0arollcall/1";
            context = SSL_CTX_new(TLS_client_method());
            SSL_CTX_set_verify(context, SSL_VERIFY_NONE, NULL);
            SSL_CTX_set_alpn_protos(context, protocol, sizeof protocol - 1);
            SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
        }
    }
    poller = epoll_create1(EPOLL_CLOEXEC);
    if (poller < 0) fail("epoll_create1");
}

static void look(int operation, int file, uint32_t events, uint32_t number) {
    struct epoll_event event = {.events = events, .data.u32 = number};
    if (epoll_ctl(poller, operation, file, &event) < 0) fail("epoll_ctl");
}

void watch_commands(void) {
    look(EPOLL_CTL_ADD, STDIN_FILENO, EPOLLIN, COMMANDS);
}

static void close_one(struct connection *one) {
    if (one->is_ready) ready--;
    if (one->state != OPEN || !one->is_ready) opening--;
    SSL_free(one->tls);
    one->tls = NULL;
    close(one->socket);
    one->state = CLOSED;
    one->is_ready = false;
    one->rest_length = 0;
    one->messages = 0;
    totals.closes++;
    if (spread > 0) one->again = now() + spread * drand48();
}

void give_up(struct connection *one) {
    close_one(one);
    one->again = now() + 0.05 + 0.1 * drand48();
}

static void bind_source(struct connection *one) {
    if (!source_addresses || target.ss_family != AF_INET) return;
    int yes = 1;
    // The port is chosen with the target: an address has more of them then.
    setsockopt(one->socket, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &yes, sizeof yes);
    uint32_t number = (uint32_t)(one - all) % (uint32_t)source_addresses;
    struct sockaddr_in source = {
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f000101 + number)};
    if (bind(one->socket, (struct sockaddr *)&source, sizeof source) < 0) fail("bind");
}

void connect_one(struct connection *one) {
    one->socket = socket(target.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (one->socket < 0) fail("socket");
    bind_source(one);
    int yes = 1;
    if (target.ss_family == AF_INET)
        setsockopt(one->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    one->state = CONNECTING;
    opening++;
    look(EPOLL_CTL_ADD, one->socket, EPOLLOUT, (uint32_t)(one - all));
    if (connect(one->socket, (struct sockaddr *)&target, target_length) < 0
        && errno != EINPROGRESS)
        close_one(one);
}

static void begin(struct connection *one) {
    one->state = OPEN;
    look(EPOLL_CTL_MOD, one->socket, EPOLLIN, (uint32_t)(one - all));
    send_bytes(one, one->opening, one->opening_length);
    if (one->state == OPEN && one->needed == 0) {
        one->is_ready = true;
        ready++;
        opening--;
    }
}

// Returns whether the handshake is over.
static bool shake(struct connection *one) {
    int result = SSL_do_handshake(one->tls);
    if (result == 1) return true;
    bool wants_write = SSL_get_error(one->tls, result) == SSL_ERROR_WANT_WRITE;
    if (!wants_write && SSL_get_error(one->tls, result) != SSL_ERROR_WANT_READ) {
        close_one(one);
        return false;
    }
    look(EPOLL_CTL_MOD, one->socket, wants_write ? EPOLLOUT : EPOLLIN, (uint32_t)(one - all));
    return false;
}

static void connected(struct connection *one) {
    int error = 0;
    socklen_t length = sizeof error;
    getsockopt(one->socket, SOL_SOCKET, SO_ERROR, &error, &length);
    if (error) return close_one(one);
    if (!context) return begin(one);
    one->tls = SSL_new(context);
    SSL_set_fd(one->tls, one->socket);
    SSL_set_connect_state(one->tls);
    one->state = SHAKING;
    if (shake(one)) begin(one);
}

void send_bytes(struct connection *one, const void *bytes, size_t length) {
    const uint8_t *rest = bytes;
    while (length > 0 && one->state == OPEN) {
        ssize_t sent = one->tls ? SSL_write(one->tls, rest, (int)length)
                                : send(one->socket, rest, length, MSG_NOSIGNAL);
        if (sent > 0) {
            rest += sent;
            length -= (size_t)sent;
        } else if (one->tls || errno == EAGAIN) {
            // The server reads whether or not it is read.
            struct pollfd wait = {.fd = one->socket, .events = POLLOUT};
            if (poll(&wait, 1, 5000) != 1) fail("the server does not read");
        } else {
            close_one(one);
        }
    }
}

static void arrived(struct connection *one) {
    size_t before = one->rest_length;
    memcpy(buffer, one->rest, before);
    size_t room = sizeof buffer - before;
    ssize_t length = one->tls ? SSL_read(one->tls, buffer + before, (int)room)
                              : recv(one->socket, buffer + before, room, 0);
    if (length <= 0) {
        bool is_early = one->tls ? SSL_get_error(one->tls, (int)length) == SSL_ERROR_WANT_READ
                                 : length < 0 && errno == EAGAIN;
        if (!is_early) close_one(one);
        return;
    }
    size_t whole = before + (size_t)length, used = read_arrived(one, buffer, whole);
    if (one->state == CLOSED) return;
    one->rest_length = (uint32_t)(whole - used);
    if (one->rest_length) {
        one->rest = realloc(one->rest, one->rest_length);
        if (!one->rest) fail("realloc");
        memcpy(one->rest, buffer + used, one->rest_length);
    } else if (before) {
        free(one->rest);
        one->rest = NULL;
    }
    if (one->tls && SSL_pending(one->tls)) arrived(one);
}

// Opens those that are to be opened, as many at a time as may be.
static void open_some(void) {
    double time = now();
    for (uint32_t looked = 0; looked < count && opening < OPENING; looked++) {
        struct connection *one = &all[next_closed];
        next_closed = (next_closed + 1) % count;
        if (one->state == CLOSED && one->again <= time) connect_one(one);
    }
}

bool turn(double until) {
    static struct epoll_event events[1024];
    bool is_command = false;
    if (ready + opening < count) open_some();
    double wait = until - now();
    int timeout = wait <= 0 ? 0 : wait < 0.001 ? 1 : (int)(wait * 1e3);
    if (ready + opening < count && timeout > 5) timeout = 5;
    int found = epoll_wait(poller, events, 1024, timeout);
    for (int index = 0; index < found; index++) {
        if (events[index].data.u32 == COMMANDS) {
            is_command = true;
            continue;
        }
        struct connection *one = &all[events[index].data.u32];
        switch (one->state) {
        case CONNECTING: connected(one); break;
        case SHAKING:
            if (shake(one)) begin(one);
            break;
        case OPEN: arrived(one); break;
        case CLOSED: break;
        }
    }
    return is_command;
}
