#include "scan.h"

/// The bytes of one message that have not been looked at, and the memory for all that have not.
typedef struct {
    const uint8_t *next;
    const uint8_t *end;
    size_t *memory;
} scanner;

// MARK: - Bytes

static inline bool skip(scanner *scanner, uint64_t count) {
    if (count > (uint64_t)(scanner->end - scanner->next)) {
        return false;
    }
    scanner->next += count;
    return true;
}

static bool read_long_varint(scanner *scanner, uint64_t *value) {
    *value = 0;
    for (unsigned shift = 0; shift < 70 && scanner->next < scanner->end; shift += 7) {
        uint8_t byte = *scanner->next++;
        if (shift < 64) {
            *value |= (uint64_t)(byte & 0x7F) << shift;
        }
        if (byte < 0x80) {
            return true;
        }
    }
    return false;
}

static inline bool read_varint(scanner *scanner, uint64_t *value) {
    if (scanner->next < scanner->end && *scanner->next < 0x80) {
        *value = *scanner->next++;
        return true;
    }
    return read_long_varint(scanner, value);
}

// MARK: - Memory

/// What protobuf-c 1.4 notes about each field that it meets: the first 16 on its stack, the others
/// in pieces of which each has room for twice as many as the one before.
enum { noted_field_size = 32, noted_on_stack = 16 };

static inline bool take(scanner *scanner, size_t size) {
    if (size > *scanner->memory) {
        return false;
    }
    *scanner->memory -= size;
    return true;
}

/// Takes what the field costs beside its own bytes.
static bool take_field(scanner *scanner, const ProtobufCFieldDescriptor *field) {
    if (field == NULL) {
        return take(scanner, sizeof(ProtobufCMessageUnknownField));
    }
    if (field->label != PROTOBUF_C_LABEL_REPEATED) {
        return true;
    }
    switch (field->type) {
    case PROTOBUF_C_TYPE_BYTES: return take(scanner, sizeof(ProtobufCBinaryData));
    case PROTOBUF_C_TYPE_MESSAGE: return take(scanner, sizeof(ProtobufCMessage *));
    default: return true;
    }
}

/// Takes the note about one more field.
static inline bool take_note(scanner *scanner, size_t *fields, size_t *room) {
    size_t more = *room + noted_on_stack;
    if ((*fields)++ < *room) {
        return true;
    }
    *room += more;
    return take(scanner, more * noted_field_size);
}

// MARK: - Fields

/// Reads what follows a tag.
///
/// - Parameter content: set to where the content of a length-delimited field begins, else to NULL.
static inline bool read_field(scanner *scanner, uint64_t wire_type, const uint8_t **content) {
    uint64_t value;
    *content = NULL;
    switch (wire_type) {
    case PROTOBUF_C_WIRE_TYPE_VARINT: return read_varint(scanner, &value);
    case PROTOBUF_C_WIRE_TYPE_64BIT: return skip(scanner, 8);
    case PROTOBUF_C_WIRE_TYPE_32BIT: return skip(scanner, 4);
    case PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED:
        if (!read_varint(scanner, &value)) {
            return false;
        }
        *content = scanner->next;
        return skip(scanner, value);
    default: return false;
    }
}

static codec_result scan_message(
    scanner message, const ProtobufCMessageDescriptor *type, unsigned depth
) {
    size_t fields = 0, fields_with_room = noted_on_stack;
    uint64_t tag;
    const uint8_t *content;
    if (!take(&message, type->sizeof_message)) {
        return CODEC_OVER_BUDGET;
    }
    // Malformed bytes end the look, because unpacking ends there as well.
    while (read_varint(&message, &tag) && tag >> 3 <= UINT32_MAX
           && read_field(&message, tag & 7, &content)) {
        const ProtobufCFieldDescriptor *field =
            protobuf_c_message_descriptor_get_field(type, (unsigned)(tag >> 3));
        if (!take_field(&message, field) || !take_note(&message, &fields, &fields_with_room)) {
            return CODEC_OVER_BUDGET;
        }
        if (field == NULL || field->type != PROTOBUF_C_TYPE_MESSAGE || content == NULL) {
            continue;
        }
        if (depth == 0) {
            return CODEC_TOO_DEEP;
        }
        scanner inner = {content, message.next, message.memory};
        codec_result result = scan_message(inner, field->descriptor, depth - 1);
        if (result != CODEC_OK) {
            return result;
        }
    }
    return CODEC_OK;
}

codec_result codec_scan(
    const ProtobufCMessageDescriptor *type, const uint8_t *bytes, size_t length,
    codec_limits limits
) {
    scanner message = {bytes, bytes + length, &limits.memory};
    return scan_message(message, type, limits.depth);
}
