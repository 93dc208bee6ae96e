// Stores photos of 100 KiB durably, a number of them at a time, and does nothing else. Each is
// written to a temporary name, synced and renamed, and its directory is synced. Then a row for it
// is committed in SQLite, in WAL mode with synchronous=FULL: one transaction a photo, on the one
// connection that all threads share.
//
//   put DIRECTORY THREADS SECONDS      prints one JSON object
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
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
static sqlite3 *database;
static sqlite3_stmt *insertion;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

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

static void check_sqlite(int result, int expected) {
    if (result != expected) {
        fprintf(stderr, "put: %s\n", sqlite3_errmsg(database));
        exit(1);
    }
}

// A row has what Profile's has of a photo: an id of 32 bytes that follows no order, and the size.
static void open_database(const char *path) {
    check_sqlite(sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL),
                 SQLITE_OK);
    check_sqlite(sqlite3_exec(database,
                              "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                              "CREATE TABLE photo (id BLOB NOT NULL PRIMARY KEY, size INTEGER NOT NULL)"
                              " WITHOUT ROWID",
                              NULL, NULL, NULL),
                 SQLITE_OK);
    check_sqlite(sqlite3_prepare_v3(database, "INSERT INTO photo VALUES (randomblob(32), ?1)", -1,
                                    SQLITE_PREPARE_PERSISTENT, &insertion, NULL),
                 SQLITE_OK);
}

// The mutex is held until the commit is synced: SQLite has one writer at a time.
static void commit_row(void) {
    pthread_mutex_lock(&turn);
    check_sqlite(sqlite3_bind_int(insertion, 1, SIZE), SQLITE_OK);
    check_sqlite(sqlite3_step(insertion), SQLITE_DONE);
    check_sqlite(sqlite3_reset(insertion), SQLITE_OK);
    pthread_mutex_unlock(&turn);
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
    commit_row();
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
    char path[4096];
    if (snprintf(path, sizeof path, "%s/photos.sqlite", arguments[1]) >= (int)sizeof path) return 2;
    open_database(path);
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
