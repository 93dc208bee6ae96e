#include "unpack.h"

#include "scan.h"

/// A message up to this size uses its budget up so quickly that looking first is not worth it.
static const size_t small_size = 4096;

static codec_result unpack(
    const ProtobufCMessageDescriptor *type, const uint8_t *bytes, size_t length,
    codec_arena *arena, codec_limits limits, ProtobufCMessage **message
) {
    ProtobufCAllocator *allocator = codec_arena_allocator(arena, limits.stack);
    *message = protobuf_c_message_unpack(type, allocator, length, bytes);
    if (*message != NULL) {
        return CODEC_OK;
    }
    return codec_arena_has_refused(arena) ? CODEC_OVER_BUDGET : CODEC_MALFORMED;
}

codec_result codec_unpack(
    const ProtobufCMessageDescriptor *type, bool needs_scan, const uint8_t *bytes, size_t length,
    codec_arena *arena, codec_limits limits, ProtobufCMessage **message
) {
    codec_mark start = codec_arena_begin(arena, limits.memory);
    codec_result result = CODEC_OK;
    if (needs_scan || length > small_size) {
        result = codec_scan(type, bytes, length, limits, NULL);
    }
    if (result == CODEC_OK) {
        result = unpack(type, bytes, length, arena, limits, message);
    }
    if (result != CODEC_MALFORMED) {
        return result;
    }
    // Only such a message costs a second look.
    codec_arena_end(arena, start);
    uint8_t *copy = codec_arena_take(arena, length), *end = copy;
    if (copy == NULL) {
        return CODEC_OVER_BUDGET;
    }
    result = codec_scan(type, bytes, length, limits, &end);
    if (result != CODEC_OK || end == copy + length) {
        return result == CODEC_OK ? CODEC_MALFORMED : result;
    }
    return unpack(type, copy, (size_t)(end - copy), arena, limits, message);
}
