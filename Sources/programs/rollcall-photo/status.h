#pragma once

// With what the program ends. PhotoProgramError.swift says the same in Swift.
enum status {
    STATUS_DONE = 0,
    // The bytes are none of the formats that the mode reads.
    STATUS_NOT_A_PHOTO = 10,
    // One of the formats, but of a kind that is not read, such as lossless JPEG.
    STATUS_UNSUPPORTED = 11,
    // The file is cut off, or contradicts itself.
    STATUS_BROKEN = 12,
    // More pixels than the mode takes.
    STATUS_TOO_MANY_PIXELS = 13,
    // More bytes than the mode takes.
    STATUS_TOO_MANY_BYTES = 14,
    // No quality and no size worth sending is under the limit of bytes.
    STATUS_DOES_NOT_FIT = 15,
    STATUS_NO_MEMORY = 16,
    // The sandbox cannot be entered. Nothing was read.
    STATUS_NOT_CONFINED = 17,
    // Reading the input or writing the output has failed.
    STATUS_IO = 18,
    // The arguments are wrong (sysexits.h).
    STATUS_USAGE = 64,
};

// Ends the program at once. There is one photo to a process, so nothing is ever cleaned up.
_Noreturn void end(enum status status);
