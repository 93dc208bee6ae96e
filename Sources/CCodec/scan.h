#ifndef ROLLCALL_CCODEC_SCAN_H
#define ROLLCALL_CCODEC_SCAN_H

#include "unpack.h"

/// Looks at the fields of a message, and of the messages in it, without unpacking anything.
///
/// - Returns: `CODEC_TOO_DEEP` when messages nest deeper than `limits.depth` (an entry of a map
///   counts as a message, as it does in Google's protobuf); `CODEC_OVER_BUDGET` when unpacking
///   would take more than `limits.memory`, by an estimate that is never too high; else `CODEC_OK`,
///   whatever else is wrong with the message.
codec_result codec_scan(
    const ProtobufCMessageDescriptor *type, const uint8_t *bytes, size_t length,
    codec_limits limits);

#endif
