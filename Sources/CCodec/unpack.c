#include "unpack.h"

#include "scan.h"

/// A message up to this size uses its budget up so quickly that looking first is not worth it.
static const size_t small_size = 4096;

codec_result codec_unpack(
    const ProtobufCMessageDescriptor *type, bool is_recursive, const uint8_t *bytes, size_t length,
    codec_arena *arena, codec_limits limits, ProtobufCMessage **message
) {
    if (is_recursive || length > small_size) {
        codec_result result = codec_scan(type, bytes, length, limits);
        if (result != CODEC_OK) {
            return result;
        }
    }
    ProtobufCAllocator *allocator = codec_arena_allocator(arena, limits.stack);
    *message = protobuf_c_message_unpack(type, allocator, length, bytes);
    if (*message != NULL) {
        return CODEC_OK;
    }
    return codec_arena_has_refused(arena) ? CODEC_OVER_BUDGET : CODEC_MALFORMED;
}
