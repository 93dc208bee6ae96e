#ifndef ROLLCALL_CRESOLV_SHIM_H
#define ROLLCALL_CRESOLV_SHIM_H

#include <arpa/nameser.h>
#include <netdb.h>
#include <resolv.h>
#include <string.h>
#include <strings.h>

enum { ROLLCALL_TXT_SILENCE = -2, ROLLCALL_TXT_NO_NAME = -1, ROLLCALL_TXT_NONE = 0, ROLLCALL_TXT_FOUND = 1 };

// Asks the DNS for a TXT record (RFC 1035 §3.3.14) whose text is `start`, or begins with it and a
// space.
static inline int rollcall_txt(const char *name, const char *start) {
    unsigned char answer[NS_MAXMSG];
    size_t wanted = strlen(start);
    // Two seconds for each server, twice.
    if (res_init() == 0) _res.retrans = _res.retry = 2;
    int length = res_query(name, ns_c_in, ns_t_txt, answer, sizeof answer);
    if (length < 0) {
        if (h_errno == HOST_NOT_FOUND) return ROLLCALL_TXT_NO_NAME;
        return h_errno == NO_DATA ? ROLLCALL_TXT_NONE : ROLLCALL_TXT_SILENCE;
    }
    if (length > (int)sizeof answer) length = sizeof answer;
    ns_msg message;
    if (ns_initparse(answer, length, &message) != 0) return ROLLCALL_TXT_SILENCE;
    for (int index = 0; index < ns_msg_count(message, ns_s_an); index++) {
        ns_rr record;
        if (ns_parserr(&message, ns_s_an, index, &record) != 0) return ROLLCALL_TXT_SILENCE;
        if (ns_rr_type(record) != ns_t_txt || ns_rr_rdlen(record) <= wanted) continue;
        const unsigned char *text = ns_rr_rdata(record);
        int isWhole = text[0] == wanted || (text[0] > wanted && text[0] < ns_rr_rdlen(record) && text[1 + wanted] == ' ');
        if (isWhole && strncasecmp((const char *)text + 1, start, wanted) == 0) return ROLLCALL_TXT_FOUND;
    }
    return ROLLCALL_TXT_NONE;
}

#endif
