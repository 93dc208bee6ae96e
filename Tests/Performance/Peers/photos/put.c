// Writes files of 100 KiB as durably as can be, a number of them at a time, and nothing else: each to a
// temporary name, synced, renamed, and its directory synced.
//
//   put DIRECTORY THREADS SECONDS      prints one JSON object
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SIZE = 100 << 10, MOST = 1 << 18 };

static int directory;
static double until;
static atomic_int taken;
static float took[MOST];

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void check(int result) {
    if (result < 0) {
        perror("put");
        exit(1);
    }
}

static void put(int number, const char *bytes) {
    char temporary[32], name[32];
    snprintf(temporary, sizeof temporary, "t%d", number);
    snprintf(name, sizeof name, "f%d", number);
    int file = openat(directory, temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    check(file);
    if (write(file, bytes, SIZE) != SIZE) check(-1);
    check(fdatasync(file));
    check(renameat(directory, temporary, directory, name));
    check(fsync(directory));
    close(file);
}

static void *run(void *ignored) {
    (void)ignored;
    char *bytes = malloc(SIZE);
    if (!bytes) check(-1);
    for (double start = now(); start < until; start = now()) {
        int number = atomic_fetch_add(&taken, 1);
        if (number >= MOST) break;
        memset(bytes, number, SIZE);
        put(number, bytes);
        took[number] = (float)((now() - start) * 1e6);
    }
    free(bytes);
    return NULL;
}

static int compare(const void *one, const void *other) {
    float difference = *(const float *)one - *(const float *)other;
    return (difference > 0) - (difference < 0);
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    directory = open(arguments[1], O_DIRECTORY | O_RDONLY | O_CLOEXEC);
    check(directory);
    int threads = atoi(arguments[2]);
    double seconds = atof(arguments[3]), start = now();
    until = start + seconds;
    pthread_t all[64];
    if (threads < 1 || threads > 64) return 2;
    for (int index = 0; index < threads; index++) pthread_create(&all[index], NULL, run, NULL);
    for (int index = 0; index < threads; index++) pthread_join(all[index], NULL);
    int files = taken < MOST ? taken : MOST;
    qsort(took, (size_t)files, sizeof took[0], compare);
    printf("{\"photos_per_second\": %.1f, \"p50_us\": %.1f}\n", files / (now() - start),
           (double)took[files / 2]);
    return 0;
}
