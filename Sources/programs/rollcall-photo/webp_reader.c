#include <stdlib.h>

#include <webp/decode.h>
#include <webp/demux.h>

#include "exif.h"
#include "readers.h"
#include "status.h"

// A chunk of the container, such as a profile; empty where there is none.
static struct bytes chunk(const WebPDemuxer *demuxer, const char *name) {
    WebPChunkIterator found;
    if (!WebPDemuxGetChunk(demuxer, name, 1, &found)) return (struct bytes){0};
    return (struct bytes){found.chunk.bytes, found.chunk.size};
}

static uint8_t *first_frame(const WebPData *data) {
    WebPAnimDecoderOptions options;
    if (!WebPAnimDecoderOptionsInit(&options)) end(STATUS_UNSUPPORTED);
    options.color_mode = MODE_RGBA;
    options.use_threads = 0;
    WebPAnimDecoder *decoder = WebPAnimDecoderNew(data, &options);
    if (!decoder) end(STATUS_BROKEN);
    uint8_t *pixels;
    int time;
    if (!WebPAnimDecoderGetNext(decoder, &pixels, &time)) end(STATUS_BROKEN);
    return pixels;
}

static uint8_t *still(const WebPData *data) {
    int width, height;
    uint8_t *pixels = WebPDecodeRGBA(data->bytes, data->size, &width, &height);
    if (!pixels) end(STATUS_BROKEN);
    return pixels;
}

struct image webp_read(struct bytes file, const struct demand *demand) {
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(file.start, file.count, &features) != VP8_STATUS_OK) end(STATUS_BROKEN);
    check_pixels((unsigned)features.width, (unsigned)features.height, demand->max_pixels);
    WebPData data = {file.start, file.count};
    WebPDemuxer *demuxer = WebPDemux(&data);
    if (!demuxer) end(STATUS_BROKEN);
    bool is_p3;
    struct color_description colors = {.icc = chunk(demuxer, "ICCP")};
    struct color_conversion conversion = color_open(&colors, SAMPLES_RGB_8, &is_p3);
    uint8_t *pixels = features.has_animation ? first_frame(&data) : still(&data);
    struct image image =
        image_make((unsigned)features.width, (unsigned)features.height, is_p3);
    image.orientation = exif_orientation(chunk(demuxer, "EXIF"));
    for (unsigned y = 0; y < image.height; y++) {
        uint8_t *row = pixels + (size_t)y * image.width * 4;
        color_flatten_8(row, row, image.width);
        image_put_row(&image, y, &conversion, row);
    }
    return image;
}
