#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "modes.h"
#include "status.h"

// What the service takes: see JPEGLimits and PhotoPreparation in Swift.
enum { DEFAULT_SIDE = 2048, DEFAULT_COUNT = 500000 };

static const char usage[] =
    "usage: rollcall-photo prepare [SIDE [BYTES]]\n"
    "       rollcall-photo sizes\n"
    "       rollcall-photo check\n"
    "Reads a photo from standard input and writes to standard output, in a sandbox.\n";

void end(enum status status) {
    _exit(status);
}

static unsigned long number(const char *text, unsigned long least, unsigned long most) {
    char *rest;
    unsigned long value = strtoul(text, &rest, 10);
    if (*text < '0' || *text > '9' || *rest || value < least || value > most) end(STATUS_USAGE);
    return value;
}

int main(int count, char **arguments) {
    const char *mode = count > 1 ? arguments[1] : "";
    if (strcmp(mode, "prepare") == 0 && count <= 4) {
        unsigned long side = count > 2 ? number(arguments[2], 64, 65500) : DEFAULT_SIDE;
        unsigned long bytes = count > 3 ? number(arguments[3], 1, 64 << 20) : DEFAULT_COUNT;
        prepare((unsigned)side, bytes);
    } else if (strcmp(mode, "sizes") == 0 && count == 2) {
        // Whoever is being served comes first.
        setpriority(PRIO_PROCESS, 0, 10);
        make_sizes();
    } else if (strcmp(mode, "check") == 0 && count == 2) {
        check();
    } else {
        fputs(usage, stderr);
        end(STATUS_USAGE);
    }
    // At once: what libraries do at their end is not for a confined process.
    end(STATUS_DONE);
}
