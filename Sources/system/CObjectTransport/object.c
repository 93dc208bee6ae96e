#include "object.h"

#include "transfer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct rollcall_object {
    CURL *curl;
    // The last answer.
    uint8_t *bytes;
    size_t count;
    size_t capacity;
};

// What the callbacks of one request share.
struct exchange {
    struct rollcall_object *object;
    const struct rollcall_object_request *request;
    bool is_too_large;
    bool names_version;
    // Whether the headers of the answer have ended: libcurl takes one that breaks off before for whole.
    bool has_head;
};

struct rollcall_object *rollcall_object_open(void) {
    struct rollcall_object *object = calloc(1, sizeof *object);
    if (!object) return NULL;
    object->curl = rollcall_transfer_open();
    if (object->curl) return object;
    free(object);
    return NULL;
}

void rollcall_object_close(struct rollcall_object *object) {
    if (!object) return;
    curl_easy_cleanup(object->curl);
    free(object->bytes);
    free(object);
}

static size_t take_answer(char *bytes, size_t size, size_t count, void *context) {
    struct exchange *exchange = context;
    struct rollcall_object *object = exchange->object;
    size_t taken = size * count;
    if (taken > exchange->request->answer_limit - object->count) {
        exchange->is_too_large = true;
        return 0;
    }
    if (taken > object->capacity - object->count) {
        size_t capacity = object->capacity ? object->capacity : 16 << 10;
        while (capacity - object->count < taken) capacity *= 2;
        uint8_t *grown = realloc(object->bytes, capacity);
        if (!grown) return 0;
        object->bytes = grown;
        object->capacity = capacity;
    }
    memcpy(object->bytes + object->count, bytes, taken);
    object->count += taken;
    return taken;
}

static bool is_header(const char *line, size_t count, const char *name) {
    size_t length = strlen(name);
    return count > length && line[length] == ':' && strncasecmp(line, name, length) == 0;
}

static size_t take_header(char *line, size_t size, size_t count, void *context) {
    struct exchange *exchange = context;
    if (size * count && (line[0] == '\r' || line[0] == '\n')) exchange->has_head = true;
    if (is_header(line, size * count, "x-amz-version-id")
        || is_header(line, size * count, "x-amz-delete-marker")) {
        exchange->names_version = true;
    }
    return size * count;
}

static int ask_whether_cancelled(
    void *context, curl_off_t total, curl_off_t now, curl_off_t up_total, curl_off_t up_now) {
    (void)total, (void)now, (void)up_total, (void)up_now;
    const struct rollcall_object_request *request = ((struct exchange *)context)->request;
    return request->is_cancelled && request->is_cancelled(request->context);
}

static bool add_header(struct curl_slist **headers, const char *name, const char *value) {
    size_t size = strlen(name) + strlen(value) + 3;
    char *line = malloc(size);
    if (!line) return false;
    snprintf(line, size, "%s: %s", name, value);
    struct curl_slist *longer = curl_slist_append(*headers, line);
    free(line);
    if (longer) *headers = longer;
    return longer != NULL;
}

// The signature covers them all. It would also cover an empty `Expect`, which libcurl then does not send.
static struct curl_slist *make_headers(
    const struct rollcall_object_caller *caller, const struct rollcall_object_request *request) {
    struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/octet-stream");
    if (headers && add_header(&headers, "x-amz-content-sha256", request->body_hash)
        && (!caller->session_token
            || add_header(&headers, "x-amz-security-token", caller->session_token))
        && (!request->copied || add_header(&headers, "x-amz-copy-source", request->copied))) {
        return headers;
    }
    curl_slist_free_all(headers);
    return NULL;
}

static void set_caller(CURL *curl, const struct rollcall_object_caller *caller) {
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    // No proxy, also if the environment names one.
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, caller->connect_timeout_ms);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, caller->stall_timeout_s);
    curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
    if (caller->ca_file) {
        curl_easy_setopt(curl, CURLOPT_CAINFO, caller->ca_file);
        curl_easy_setopt(curl, CURLOPT_CAPATH, NULL);
    }
    curl_easy_setopt(curl, CURLOPT_AWS_SIGV4, caller->signature);
    curl_easy_setopt(curl, CURLOPT_USERNAME, caller->access_key);
    curl_easy_setopt(curl, CURLOPT_PASSWORD, caller->secret_key);
}

static void set_request(CURL *curl, struct exchange *exchange) {
    const struct rollcall_object_request *request = exchange->request;
    curl_easy_setopt(curl, CURLOPT_URL, request->url);
    if (strcmp(request->method, "PUT") == 0) {
        // Not CURLOPT_UPLOAD, which asks the store before each body, however short.
        curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, "PUT");
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->count ? (const char *)request->body : "");
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->count);
    } else if (strcmp(request->method, "DELETE") == 0) {
        curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, "DELETE");
    }
    curl_easy_setopt(curl, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->answer_limit);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, request->timeout_ms);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_answer);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, exchange);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, exchange);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, ask_whether_cancelled);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, exchange);
}

static enum rollcall_object_end end_of(CURLcode code, const struct exchange *exchange) {
    if (exchange->is_too_large) return ROLLCALL_OBJECT_TOO_LARGE;
    switch (code) {
    case CURLE_OK:
        return exchange->has_head ? ROLLCALL_OBJECT_ANSWERED : ROLLCALL_OBJECT_LOST;
    case CURLE_FILESIZE_EXCEEDED:
        return ROLLCALL_OBJECT_TOO_LARGE;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR:
        return ROLLCALL_OBJECT_UNTRUSTED;
    default:
        return ROLLCALL_OBJECT_LOST;
    }
}

void rollcall_object_send(
    struct rollcall_object *object, const struct rollcall_object_caller *caller,
    const struct rollcall_object_request *request, struct rollcall_object_answer *answer) {
    memset(answer, 0, sizeof *answer);
    answer->end = ROLLCALL_OBJECT_LOST;
    object->count = 0;
    struct curl_slist *headers = make_headers(caller, request);
    if (!headers) return;
    struct exchange exchange = {.object = object, .request = request};
    curl_easy_reset(object->curl);
    set_caller(object->curl, caller);
    set_request(object->curl, &exchange);
    curl_easy_setopt(object->curl, CURLOPT_HTTPHEADER, headers);
    CURLcode code = rollcall_transfer_perform(object->curl);
    answer->end = end_of(code, &exchange);
    curl_easy_getinfo(object->curl, CURLINFO_RESPONSE_CODE, &answer->status);
    answer->names_version = exchange.names_version;
    answer->bytes = object->bytes;
    answer->count = object->count;
    const char *failure = curl_easy_strerror(code);
    rollcall_transfer_copy_line(answer->failure, sizeof answer->failure, failure, strlen(failure));
    // They point into this frame; the connection stays.
    curl_easy_reset(object->curl);
    curl_slist_free_all(headers);
}
