#ifndef ROLLCALL_CCODEC_ARENA_H
#define ROLLCALL_CCODEC_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <protobuf-c/protobuf-c.h>

/// Memory for one message at a time, one arena a thread: taken by moving a pointer, given back all
/// at once. Its first 64 KiB stay with the thread, so that an ordinary message costs no malloc.
typedef struct codec_arena codec_arena;

/// Where an arena stood; uses of it nest like calls.
typedef struct {
    struct codec_chunk *_Nonnull chunk;
    uint8_t *_Nonnull next;
    size_t budget;
} codec_mark;

/// The calling thread's arena.
///
/// - Returns: NULL when the thread's first arena finds no memory.
codec_arena *_Nullable codec_arena_current(void);

/// Remembers where the arena stands and allows `budget` bytes to be taken from there.
codec_mark codec_arena_begin(codec_arena *_Nonnull arena, size_t budget);

/// Gives back, and wipes, what was taken since `mark`. (Memory beyond the first 64 KiB is freed and
/// not wiped, like the buffers that messages are read into.)
void codec_arena_end(codec_arena *_Nonnull arena, codec_mark mark);

/// Takes `size` bytes, aligned to 8.
///
/// - Returns: NULL when that would be over the budget, or no memory is left.
void *_Nullable codec_arena_take(codec_arena *_Nonnull arena, size_t size);

/// Lets protobuf-c take from the arena while its calls stay within `stack` bytes of the caller.
/// Freeing does nothing.
ProtobufCAllocator *_Nonnull codec_arena_allocator(codec_arena *_Nonnull arena, size_t stack);

/// Whether the allocator has refused memory since `codec_arena_allocator`.
bool codec_arena_has_refused(const codec_arena *_Nonnull arena);

#endif
