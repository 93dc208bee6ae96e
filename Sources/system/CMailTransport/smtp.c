#include "smtp.h"

#include "transfer.h"

#include <stdlib.h>
#include <string.h>

struct rollcall_smtp {
    CURL *curl;
};

// What the callbacks of one sending share.
struct sending {
    const struct rollcall_smtp_mail *mail;
    size_t read;
    char command[5];
    char reply[256];
    // From AUTH until the server asks for no more of it (RFC 4954 §4).
    bool in_login;
    // Behind a refusal libcurl takes its leave: what is answered to that matters to nobody.
    bool has_quit;
    char error[CURL_ERROR_SIZE];
};

struct rollcall_smtp *rollcall_smtp_open(void) {
    struct rollcall_smtp *smtp = calloc(1, sizeof *smtp);
    if (!smtp) return NULL;
    smtp->curl = rollcall_transfer_open();
    if (smtp->curl) return smtp;
    free(smtp);
    return NULL;
}

void rollcall_smtp_close(struct rollcall_smtp *smtp) {
    if (!smtp) return;
    curl_easy_cleanup(smtp->curl);
    free(smtp);
}

static size_t read_mail(char *buffer, size_t size, size_t count, void *context) {
    struct sending *sending = context;
    size_t left = sending->mail->count - sending->read;
    size_t taken = size * count < left ? size * count : left;
    memcpy(buffer, sending->mail->bytes + sending->read, taken);
    sending->read += taken;
    return taken;
}

// libcurl hands on each line that the server answers as if it were a header.
static size_t take_reply(char *line, size_t size, size_t count, void *context) {
    struct sending *sending = context;
    if (size * count < 3 || memcmp(line, "334", 3) != 0) sending->in_login = false;
    if (!sending->has_quit) {
        rollcall_transfer_copy_line(sending->reply, sizeof sending->reply, line, size * count);
    }
    return size * count;
}

// Of all that goes out only the verb is kept: AUTH is followed by a password, in lines of their own too.
static int take_trace(CURL *curl, curl_infotype type, char *data, size_t count, void *context) {
    (void)curl;
    struct sending *sending = context;
    if (type != CURLINFO_HEADER_OUT || count < 4 || sending->in_login) return 0;
    sending->in_login = memcmp(data, "AUTH", 4) == 0;
    sending->has_quit = memcmp(data, "QUIT", 4) == 0;
    if (!sending->has_quit) {
        rollcall_transfer_copy_line(sending->command, sizeof sending->command, data, 4);
    }
    return 0;
}

static int ask_whether_cancelled(
    void *context, curl_off_t total, curl_off_t now, curl_off_t up_total, curl_off_t up_now) {
    (void)total, (void)now, (void)up_total, (void)up_now;
    struct sending *sending = context;
    return sending->mail->is_cancelled && sending->mail->is_cancelled(sending->mail->context);
}

static enum rollcall_smtp_end end_of(CURLcode code, long status, const char *command) {
    switch (code) {
    case CURLE_OK:
        return ROLLCALL_SMTP_SENT;
    case CURLE_USE_SSL_FAILED:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR:
        return ROLLCALL_SMTP_UNTRUSTED;
    case CURLE_LOGIN_DENIED:
        return ROLLCALL_SMTP_DENIED;
    case CURLE_SEND_ERROR:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_REMOTE_ACCESS_DENIED:
        // A connection that broke ends so too: then the last answer was no refusal.
        if (status < 400) return ROLLCALL_SMTP_LOST;
        return memcmp(command, "AUTH", 4) == 0 ? ROLLCALL_SMTP_DENIED : ROLLCALL_SMTP_REFUSED;
    default:
        return ROLLCALL_SMTP_LOST;
    }
}

static void set_server(CURL *curl, const struct rollcall_smtp_server *server) {
    curl_easy_setopt(curl, CURLOPT_URL, server->url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    // No proxy, also if the environment names one.
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, server->connect_timeout_ms);
    curl_easy_setopt(curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, (server->timeout_ms + 999) / 1000);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, server->timeout_ms);
    long tls = server->tls == ROLLCALL_SMTP_TLS_NONE ? CURLUSESSL_NONE : CURLUSESSL_ALL;
    curl_easy_setopt(curl, CURLOPT_USE_SSL, tls);
    curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
    if (server->ca_file) {
        curl_easy_setopt(curl, CURLOPT_CAINFO, server->ca_file);
        curl_easy_setopt(curl, CURLOPT_CAPATH, NULL);
    }
    if (server->user) curl_easy_setopt(curl, CURLOPT_USERNAME, server->user);
    if (server->password) curl_easy_setopt(curl, CURLOPT_PASSWORD, server->password);
}

static void set_mail(CURL *curl, struct sending *sending, struct curl_slist *recipients) {
    curl_easy_setopt(curl, CURLOPT_MAIL_FROM, sending->mail->sender);
    curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, recipients);
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, read_mail);
    curl_easy_setopt(curl, CURLOPT_READDATA, sending);
    curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)sending->mail->count);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_reply);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, sending);
    curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);
    curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, take_trace);
    curl_easy_setopt(curl, CURLOPT_DEBUGDATA, sending);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, ask_whether_cancelled);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, sending);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, sending->error);
}

static void describe(
    CURLcode code, CURL *curl, const struct sending *sending, struct rollcall_smtp_result *result) {
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &result->status);
    memcpy(result->command, sending->command, sizeof result->command);
    result->end = end_of(code, result->status, sending->command);
    const char *text = sending->error[0] ? sending->error : curl_easy_strerror(code);
    bool is_answer = result->end == ROLLCALL_SMTP_REFUSED || result->end == ROLLCALL_SMTP_DENIED;
    if (code == CURLE_OK || (is_answer && sending->reply[0])) text = sending->reply;
    rollcall_transfer_copy_line(result->text, sizeof result->text, text, strlen(text));
    const char *failure = curl_easy_strerror(code);
    rollcall_transfer_copy_line(result->failure, sizeof result->failure, failure, strlen(failure));
}

void rollcall_smtp_send(
    struct rollcall_smtp *smtp, const struct rollcall_smtp_server *server,
    const struct rollcall_smtp_mail *mail, struct rollcall_smtp_result *result) {
    memset(result, 0, sizeof *result);
    result->end = ROLLCALL_SMTP_LOST;
    struct sending sending = {.mail = mail};
    struct curl_slist *recipients = curl_slist_append(NULL, mail->recipient);
    if (!recipients) return;
    curl_easy_reset(smtp->curl);
    set_server(smtp->curl, server);
    set_mail(smtp->curl, &sending, recipients);
    describe(rollcall_transfer_perform(smtp->curl), smtp->curl, &sending, result);
    // They point into this frame.
    curl_easy_reset(smtp->curl);
    curl_slist_free_all(recipients);
}
