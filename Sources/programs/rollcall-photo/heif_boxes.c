#include "heif_boxes.h"

#include <string.h>

// Boxes as ISO/IEC 14496-12 has them: a length and a kind of four bytes each. One with a length of
// eight bytes (1), which no box of a photo's description needs, is passed over. The last may have
// none (0).
enum { HEADER = 8, FULL_HEADER = 12 };

// All bytes from `start` to `end` are in memory.
struct range {
    uint8_t *start;
    uint8_t *end;
};

// The memory of the file is the program's own.
static struct range whole(struct bytes file) {
    return (struct range){(uint8_t *)file.start, (uint8_t *)file.start + file.count};
}

static size_t number(const uint8_t *at, unsigned size) {
    size_t value = 0;
    for (unsigned i = 0; i < size; i++) value = value << 8 | at[i];
    return value;
}

static bool is_kind(const uint8_t *at, const char *kind) {
    return memcmp(at, kind, strlen(kind)) == 0;
}

// Moves `box` to the box behind it in the range. The first comes behind an empty one.
// Returns whether there is one of at least `least` bytes.
static bool next_box(struct range *box, struct range range, size_t least) {
    size_t space = (size_t)(range.end - box->end);
    size_t size = space >= HEADER ? number(box->end, 4) : 1;
    if (size == 0) size = space;
    if (size == 1 && space >= 2 * HEADER) size = number(box->end + HEADER, 8);
    if (size < HEADER || size < least || size > space) return false;
    *box = (struct range){box->end, box->end + size};
    return true;
}

// What is in the first box of the kind, behind `skip` of its bytes; empty if there is none.
static struct range inside(struct range range, const char *kind, size_t skip) {
    struct range box = {range.start, range.start};
    while (next_box(&box, range, HEADER))
        if (is_kind(box.start + 4, kind) && (size_t)(box.end - box.start) >= skip)
            return (struct range){box.start + skip, box.end};
    return (struct range){range.end, range.end};
}

bool heif_is_whole(struct bytes file) {
    struct range all = whole(file), box = {all.start, all.start};
    while (next_box(&box, all, HEADER)) continue;
    return box.end == all.end;
}

void heif_drop_tone_maps(struct bytes file) {
    struct range meta = inside(whole(file), "meta", FULL_HEADER);
    // A tone map gets the number of the item before: libheif knows the first item of a number.
    // Their count and numbers have two bytes, or four in later versions of the boxes.
    struct range items = inside(meta, "iinf", FULL_HEADER + 2);
    if (items.end - items.start >= 2 && items.start[HEADER - FULL_HEADER - 2] > 0) items.start += 2;
    struct range item = {items.start, items.start};
    for (struct range last = item; next_box(&item, items, FULL_HEADER + 8); last = item) {
        const size_t size = item.start[HEADER] > 2 ? 4 : 2;
        if (last.start != last.end && last.start[HEADER] == item.start[HEADER]
            && (size_t)(item.end - item.start) >= FULL_HEADER + size + 6
            && is_kind(item.start + FULL_HEADER + size + 2, "tmap"))
            memcpy(item.start + FULL_HEADER, last.start + FULL_HEADER, size);
    }

    // Metadata and thumbnails are not read: references from them get a kind that libheif ignores.
    // An auxiliary image of a picture and its tone map is no alpha channel.
    struct range references = inside(meta, "iref", FULL_HEADER);
    if (references.start == references.end) return;
    const size_t width = references.start[HEADER - FULL_HEADER] > 0 ? 4 : 2;
    struct range reference = {references.start, references.start};
    while (next_box(&reference, references, HEADER + width + 2)) {
        uint8_t *kind = reference.start + 4;
        bool has_two = number(reference.start + HEADER + width, 2) > 1;
        if (is_kind(kind, "cdsc") || is_kind(kind, "thmb") || (is_kind(kind, "auxl") && has_two))
            memcpy(kind, "skip", 4);
    }
}
