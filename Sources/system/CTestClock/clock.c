// Preloaded into the services that rollcall-testing starts: their clocks are ahead of the system's.
// The file that ROLLCALL_TEST_CLOCK names has eight bytes: by how many nanoseconds. They may grow
// while the services run. The clocks of all services go forward at one instant, the clock of the
// day together with those that only measure, so that what expires, expires.
//
// A timer that was set before goes off when it is due by the new time: a thread looks at the
// file, and wakes the event loops of swift-nio and of libdispatch, which then look at their
// clocks. A thread that waits for another one with a time-out waits for as long as it was asked to.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define SECOND 1000000000LL

static _Atomic int64_t none, *file = &none;

static int64_t ahead(void) {
    return atomic_load(file);
}

static struct timespec moved(struct timespec time, int64_t by) {
    int64_t sum = (int64_t)time.tv_sec * SECOND + time.tv_nsec + by;
    // A timer that is set to zero would never go off.
    if (sum < 1) sum = 1;
    return (struct timespec){.tv_sec = sum / SECOND, .tv_nsec = sum % SECOND};
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*_Atomic real)(clockid_t, struct timespec *);
    if (!real) real = REAL(clock_gettime);
    int result = real(clock, now);
    int measures_work = clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID;
    if (result == 0 && clock >= 0 && !measures_work) *now = moved(*now, ahead());
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec time;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &time)) return -1;
    *now = (struct timeval){.tv_sec = time.tv_sec, .tv_usec = time.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *copy) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (copy) *copy = now.tv_sec;
    return now.tv_sec;
}

// What waits until an instant means one of the clocks above.

int pthread_cond_timedwait(
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
    const struct timespec *restrict end) {
    struct timespec real = moved(*end, -ahead());
    return REAL(pthread_cond_timedwait)(condition, mutex, &real);
}

int pthread_mutex_timedlock(
    pthread_mutex_t *restrict mutex, const struct timespec *restrict end) {
    struct timespec real = moved(*end, -ahead());
    return REAL(pthread_mutex_timedlock)(mutex, &real);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict end) {
    struct timespec real = moved(*end, -ahead());
    return REAL(sem_timedwait)(semaphore, &real);
}

// The timers of event loops. Only a few are made, when a process starts.

static int timers[256];
static unsigned timer_count;
// A timer is not set by the old time after the timers were woken.
static pthread_mutex_t setting = PTHREAD_MUTEX_INITIALIZER;

int timerfd_create(int clock, int flags) {
    int timer = REAL(timerfd_create)(clock, flags);
    pthread_mutex_lock(&setting);
    if (timer >= 0 && timer_count < sizeof timers / sizeof *timers) timers[timer_count++] = timer;
    pthread_mutex_unlock(&setting);
    return timer;
}

int timerfd_settime(
    int timer, int flags, const struct itimerspec *wanted, struct itimerspec *before) {
    struct itimerspec setting_of_it = *wanted;
    int is_set = wanted->it_value.tv_sec || wanted->it_value.tv_nsec;
    pthread_mutex_lock(&setting);
    if (is_set && flags & TFD_TIMER_ABSTIME) setting_of_it.it_value = moved(wanted->it_value, -ahead());
    int result = REAL(timerfd_settime)(timer, flags, &setting_of_it, before);
    pthread_mutex_unlock(&setting);
    return result;
}

static void wake_timers(void) {
    pthread_mutex_lock(&setting);
    for (unsigned index = 0; index < timer_count; index++) {
        struct itimerspec left;
        // One that was closed is not there, or nothing that has a time.
        if (timerfd_gettime(timers[index], &left)) continue;
        if (left.it_value.tv_sec == 0 && left.it_value.tv_nsec == 0) continue;
        left.it_value = (struct timespec){.tv_nsec = 1};
        REAL(timerfd_settime)(timers[index], 0, &left, NULL);
    }
    pthread_mutex_unlock(&setting);
}

static void *watch(void *unused) {
    int64_t seen = ahead();
    // An event loop may have read its clock before, and sets its timer only now.
    for (int rounds = 0;; rounds -= rounds > 0) {
        usleep(20000);
        if (ahead() != seen) rounds = 10;
        seen = ahead();
        if (rounds > 0) wake_timers();
    }
    return unused;
}

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("ROLLCALL_TEST_CLOCK");
    int descriptor = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (descriptor < 0) return;
    void *bytes = mmap(NULL, sizeof *file, PROT_READ, MAP_SHARED, descriptor, 0);
    close(descriptor);
    if (bytes == MAP_FAILED) return;
    file = bytes;
    // The service's signals are not for this thread.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    if (pthread_create(&thread, NULL, watch, NULL) == 0) pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
