#include "scan.h"

#include <string.h>

/// The bytes of one message that have not been looked at, and the memory for all that have not.
typedef struct {
    const uint8_t *next;
    const uint8_t *end;
    size_t *memory;
    /// Where the next byte is copied to; NULL when nothing is.
    uint8_t **copy;
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

enum { group_begins = 3, group_ends = 4 };

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

/// Passes over a group whose first tag was read, as strictly as Google's protobuf.
static bool skip_group(scanner *scanner, uint64_t number, unsigned depth) {
    uint64_t tag;
    const uint8_t *content;
    while (depth > 0 && read_varint(scanner, &tag) && tag >> 3 != 0 && tag <= UINT32_MAX) {
        if ((tag & 7) == group_ends) {
            return tag >> 3 == number;
        }
        bool is_group = (tag & 7) == group_begins;
        if (!(is_group ? skip_group(scanner, tag >> 3, depth - 1)
                       : read_field(scanner, tag & 7, &content))) {
            return false;
        }
    }
    return false;
}

/// Whether a field of the type can have this wire type.
static inline bool has_wire_type(const ProtobufCFieldDescriptor *field, uint64_t wire_type) {
    // Others are varints.
    static const uint8_t own[] = {
        [PROTOBUF_C_TYPE_SFIXED32] = 5, [PROTOBUF_C_TYPE_FIXED32] = 5, [PROTOBUF_C_TYPE_FLOAT] = 5,
        [PROTOBUF_C_TYPE_SFIXED64] = 1, [PROTOBUF_C_TYPE_FIXED64] = 1, [PROTOBUF_C_TYPE_DOUBLE] = 1,
        [PROTOBUF_C_TYPE_STRING] = 2,   [PROTOBUF_C_TYPE_BYTES] = 2,   [PROTOBUF_C_TYPE_MESSAGE] = 2,
    };
    return wire_type == own[field->type]
           || (wire_type == PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED
               && field->label == PROTOBUF_C_LABEL_REPEATED);
}

// MARK: - Messages

static void copy_bytes(scanner *scanner, const uint8_t *from, const uint8_t *to) {
    if (scanner->copy != NULL && to > from) {
        memcpy(*scanner->copy, from, (size_t)(to - from));
        *scanner->copy += to - from;
    }
}

/// Writes a length as a varint that ends before `end` and has as many bytes as the one that it
/// replaces.
static void write_length(uint8_t *bytes, const uint8_t *end, size_t length) {
    for (; bytes < end; bytes++, length >>= 7) {
        *bytes = (uint8_t)((length & 0x7F) | (bytes + 1 < end ? 0x80 : 0));
    }
}

static codec_result scan_message(
    scanner message, const ProtobufCMessageDescriptor *type, unsigned depth
) {
    size_t fields = 0, fields_with_room = noted_on_stack;
    uint64_t tag;
    const uint8_t *start, *content;
    if (!take(&message, type->sizeof_message)) {
        return CODEC_OVER_BUDGET;
    }
    // Malformed bytes end the look, because unpacking ends there as well.
    while (start = message.next, read_varint(&message, &tag) && tag >> 3 <= UINT32_MAX) {
        const uint8_t *length = message.next;
        bool is_group = message.copy != NULL && (tag & 7) == group_begins;
        if (!(is_group ? skip_group(&message, tag >> 3, depth)
                       : read_field(&message, tag & 7, &content))) {
            break;
        }
        const ProtobufCFieldDescriptor *field =
            protobuf_c_message_descriptor_get_field(type, (unsigned)(tag >> 3));
        if (is_group || (field != NULL && !has_wire_type(field, tag & 7))) {
            if (message.copy == NULL) {
                return CODEC_MALFORMED;
            }
            continue;
        }
        if (!take_field(&message, field) || !take_note(&message, &fields, &fields_with_room)) {
            return CODEC_OVER_BUDGET;
        }
        if (field == NULL || field->type != PROTOBUF_C_TYPE_MESSAGE || content == NULL) {
            copy_bytes(&message, start, message.next);
            continue;
        }
        if (depth == 0) {
            return CODEC_TOO_DEEP;
        }
        copy_bytes(&message, start, content);
        uint8_t *copied = message.copy == NULL ? NULL : *message.copy;
        scanner inner = {content, message.next, message.memory, message.copy};
        codec_result result = scan_message(inner, field->descriptor, depth - 1);
        if (result != CODEC_OK) {
            return result;
        }
        if (copied != NULL) {
            write_length(copied - (content - length), copied, (size_t)(*message.copy - copied));
        }
    }
    copy_bytes(&message, start, message.end);
    return CODEC_OK;
}

codec_result codec_scan(
    const ProtobufCMessageDescriptor *type, const uint8_t *bytes, size_t length,
    codec_limits limits, uint8_t **copy
) {
    scanner message = {bytes, bytes + length, &limits.memory, copy};
    return scan_message(message, type, limits.depth);
}

bool codec_needs_scan(const ProtobufCMessageDescriptor *type, unsigned depth) {
    bool needs_scan = depth == 0;
    for (unsigned index = 0; index < type->n_fields && !needs_scan; index++) {
        const ProtobufCFieldDescriptor *field = &type->fields[index];
        needs_scan = field->type == PROTOBUF_C_TYPE_BOOL
                     || (field->type == PROTOBUF_C_TYPE_MESSAGE
                         && codec_needs_scan(field->descriptor, depth - 1));
    }
    return needs_scan;
}
