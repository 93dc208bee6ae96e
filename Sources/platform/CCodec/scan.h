#ifndef ROLLCALL_CCODEC_SCAN_H
#define ROLLCALL_CCODEC_SCAN_H

#include "unpack.h"

/// Looks at the fields of a message, and of the messages in it, without unpacking anything.
///
/// - Parameter copy: NULL; or where there is room for `length` bytes, and afterwards the end of a
///   copy without what protobuf-c refuses or misreads, and receivers have to ignore: groups, and
///   known fields of another wire type.
/// - Returns: `CODEC_TOO_DEEP` when messages nest deeper than `limits.depth` (an entry of a map
///   counts as a message, as it does in Google's protobuf); `CODEC_OVER_BUDGET` when unpacking
///   would take more than `limits.memory`, by an estimate that is never too high; `CODEC_MALFORMED`
///   for a known field of another wire type where nothing is copied; else `CODEC_OK`, whatever else
///   is wrong with the message.
codec_result codec_scan(
    const ProtobufCMessageDescriptor *type, const uint8_t *bytes, size_t length,
    codec_limits limits, uint8_t **copy);

#endif
