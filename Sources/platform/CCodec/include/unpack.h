#ifndef ROLLCALL_CCODEC_UNPACK_H
#define ROLLCALL_CCODEC_UNPACK_H

#include <stdbool.h>

#include "arena.h"

typedef enum {
    CODEC_OK,
    /// The bytes are not a message of the type.
    CODEC_MALFORMED,
    /// The message would take more memory, or deeper calls, than its size justifies.
    CODEC_OVER_BUDGET,
    /// Messages are nested deeper than the limit.
    CODEC_TOO_DEEP,
} codec_result;

/// What hostile bytes may cost at most.
typedef struct {
    /// Messages within messages, the outermost not counted.
    unsigned depth;
    /// Bytes of memory; also the budget of the arena.
    size_t memory;
    /// Bytes of stack, counted from the call.
    size_t stack;
} codec_limits;

/// Unpacks a message into an arena that has begun with the budget `limits.memory`.
///
/// protobuf-c alone has no limits: nested messages overflow its stack, and a message of 1 MiB can
/// take 130 MB or 90 s. The budget ends both, because repeated work takes memory each time.
///
/// - Parameter needs_scan: whether nothing in the schema bounds how deep messages of the type nest,
///   or `codec_needs_scan`: a small message is looked at before it is unpacked only then.
codec_result codec_unpack(
    const ProtobufCMessageDescriptor *_Nonnull type, bool needs_scan,
    const uint8_t *_Nullable bytes, size_t length, codec_arena *_Nonnull arena,
    codec_limits limits, ProtobufCMessage *_Nullable *_Nonnull message);

/// Whether messages of the type have a `bool`, which protobuf-c reads from any wire type, or nest
/// deeper than `depth`.
bool codec_needs_scan(const ProtobufCMessageDescriptor *_Nonnull type, unsigned depth);

#endif
