#ifndef ROLLCALL_FUZZ_GOOGLE_H
#define ROLLCALL_FUZZ_GOOGLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What Google's protobuf makes of a message, by the descriptors in the file that the environment
/// variable ROLLCALL_FUZZ_SCHEMA names.
///
/// - Parameters:
///   - type: the full name of a message of those descriptors.
///   - checks_text: whether a string has to be UTF-8.
///   - canonical: where the message goes, encoded deterministically and without unknown fields.
///   - capacity: the room there.
/// - Returns: the size of the encoded message, also when there is no room for it; -1 when the bytes
///   are refused.
long google_canonical(
    const char *_Nonnull type, bool checks_text, const uint8_t *_Nullable bytes, size_t length,
    uint8_t *_Nonnull canonical, size_t capacity);

/// Whether a message comes again where it may stand once.
bool google_repeats_message(
    const char *_Nonnull type, const uint8_t *_Nullable bytes, size_t length);

/// Runs libFuzzer, which calls `body` with every input.
///
/// - Returns: the status to exit with.
int fuzz(
    int count, char *_Nullable *_Nonnull arguments,
    int (*_Nonnull body)(const uint8_t *_Nullable bytes, size_t length));

#ifdef __cplusplus
}
#endif

#endif
