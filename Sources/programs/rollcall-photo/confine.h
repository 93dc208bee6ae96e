#pragma once

// What the work may cost.
struct allowance {
    // Bytes of address space.
    unsigned long memory;
    // Seconds of processor time.
    unsigned processor_seconds;
    // Seconds in all.
    unsigned seconds;
};

// Gives up all that decoding needs no more: from here on the process reads standard input, writes
// standard output, and gets memory. It opens, connects, starts and executes nothing. There is no
// way back. Ends the program when it cannot be done.
void confine(const struct allowance *allowance);

// Tries what a confined process may not do. Returns what worked all the same, or NULL.
const char *find_escape(void);
