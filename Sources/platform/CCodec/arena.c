#include "arena.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/// A piece of memory; the bytes that are handed out follow it.
struct codec_chunk {
    struct codec_chunk *older;
    /// The end of what was handed out, once a newer chunk took over.
    uint8_t *next;
    uint8_t *end;
};

struct codec_arena {
    uint8_t *next;
    uint8_t *end;
    struct codec_chunk *newest;
    size_t budget;
    /// The stack grows down: an allocation from below this address is refused.
    uintptr_t stack_floor;
    bool has_refused;
    ProtobufCAllocator allocator;
};

static const size_t retained_size = 64 * 1024;

static struct codec_chunk *make_chunk(size_t size, struct codec_chunk *older) {
    struct codec_chunk *chunk = malloc(sizeof(struct codec_chunk) + size);
    if (chunk == NULL) {
        return NULL;
    }
    chunk->older = older;
    chunk->next = (uint8_t *)(chunk + 1);
    chunk->end = chunk->next + size;
    return chunk;
}

static void use_chunk(codec_arena *arena, struct codec_chunk *chunk) {
    arena->newest = chunk;
    arena->next = chunk->next;
    arena->end = chunk->end;
}

/// Each new chunk is twice as large as the one before, so that there are few.
static void *take_from_new_chunk(codec_arena *arena, size_t size) {
    struct codec_chunk *full = arena->newest;
    size_t chunk_size = 2 * (size_t)(full->end - (uint8_t *)(full + 1));
    if (chunk_size < size) {
        chunk_size = size;
    }
    struct codec_chunk *chunk = make_chunk(chunk_size, full);
    if (chunk == NULL) {
        return NULL;
    }
    full->next = arena->next;
    use_chunk(arena, chunk);
    arena->next += size;
    return (uint8_t *)(chunk + 1);
}

void *codec_arena_take(codec_arena *arena, size_t size) {
    if (size > arena->budget) {
        return NULL;
    }
    arena->budget -= size;
    size = (size + 7) & ~(size_t)7;
    if (size > (size_t)(arena->end - arena->next)) {
        return take_from_new_chunk(arena, size);
    }
    void *taken = arena->next;
    arena->next += size;
    return taken;
}

codec_mark codec_arena_begin(codec_arena *arena, size_t budget) {
    codec_mark mark = {arena->newest, arena->next, arena->budget};
    arena->budget = budget;
    return mark;
}

void codec_arena_end(codec_arena *arena, codec_mark mark) {
    while (arena->newest != mark.chunk) {
        struct codec_chunk *newest = arena->newest;
        use_chunk(arena, newest->older);
        free(newest);
    }
    explicit_bzero(mark.next, (size_t)(arena->next - mark.next));
    arena->next = mark.next;
    arena->budget = mark.budget;
}

static void *allocate(void *arena_pointer, size_t size) {
    codec_arena *arena = arena_pointer;
    bool is_too_deep = (uintptr_t)__builtin_frame_address(0) < arena->stack_floor;
    void *taken = is_too_deep ? NULL : codec_arena_take(arena, size);
    if (taken == NULL) {
        arena->has_refused = true;
    }
    return taken;
}

static void ignore_free(void *arena, void *pointer) {
    (void)arena;
    (void)pointer;
}

ProtobufCAllocator *codec_arena_allocator(codec_arena *arena, size_t stack) {
    arena->stack_floor = (uintptr_t)__builtin_frame_address(0) - stack;
    arena->has_refused = false;
    return &arena->allocator;
}

bool codec_arena_has_refused(const codec_arena *arena) {
    return arena->has_refused;
}

static _Thread_local codec_arena *thread_arena;
static pthread_key_t thread_exit_key;
static pthread_once_t thread_exit_once = PTHREAD_ONCE_INIT;

static void free_arena(void *arena_pointer) {
    codec_arena *arena = arena_pointer;
    free(arena->newest);
    free(arena);
    thread_arena = NULL;
}

static void make_thread_exit_key(void) {
    pthread_key_create(&thread_exit_key, free_arena);
}

static codec_arena *make_arena(void) {
    codec_arena *arena = calloc(1, sizeof(codec_arena));
    struct codec_chunk *chunk = make_chunk(retained_size, NULL);
    pthread_once(&thread_exit_once, make_thread_exit_key);
    if (arena == NULL || chunk == NULL || pthread_setspecific(thread_exit_key, arena) != 0) {
        free(arena);
        free(chunk);
        return NULL;
    }
    use_chunk(arena, chunk);
    arena->allocator = (ProtobufCAllocator){allocate, ignore_free, arena};
    return arena;
}

codec_arena *codec_arena_current(void) {
    if (thread_arena == NULL) {
        thread_arena = make_arena();
    }
    return thread_arena;
}
