#include "heif_boxes.h"

#include <string.h>

// Boxes as ISO/IEC 14496-12 has them: a length and a kind of four bytes each. One with a length of
// eight bytes, which no box of a photo's description needs, is not looked into.
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
    size_t size = space >= HEADER ? number(box->end, 4) : 0;
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
    struct range items = inside(meta, "iinf", FULL_HEADER + 2), item = {items.start, items.start};
    for (struct range last = item; next_box(&item, items, FULL_HEADER + 8); last = item)
        if (last.start != last.end && is_kind(item.start + FULL_HEADER + 4, "tmap"))
            memcpy(item.start + FULL_HEADER, last.start + FULL_HEADER, 2);

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
