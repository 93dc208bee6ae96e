#ifndef ROLLCALL_FUZZ_JPEG_REFERENCE_H
#define ROLLCALL_FUZZ_JPEG_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What libjpeg-turbo makes of a JPEG.
struct decoded_jpeg {
    /// Whether it was decoded to the end, be it with warnings.
    bool is_whole;
    /// How often the decoder had to guess.
    long warnings;
    uint32_t width;
    uint32_t height;
    uint32_t components;
    /// A digest of the samples (FNV-1a), in the colours of the file.
    uint64_t samples;
};

/// - Parameter bytes: of a picture whose sides are small: nothing else limits the memory.
struct decoded_jpeg decode_jpeg(const uint8_t *_Nonnull bytes, size_t count);

#endif
