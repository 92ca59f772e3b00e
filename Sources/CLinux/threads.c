#define _GNU_SOURCE
#include "CLinuxThreads.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <unistd.h>

int clx_gettid(void) {
    return gettid();
}

int clx_set_thread_name(const char *name) {
    char kept[16] = {0};
    strncpy(kept, name, sizeof kept - 1);
    return -pthread_setname_np(pthread_self(), kept);
}

int clx_set_affinity(int cpu) {
    cpu_set_t set;
    if (cpu < 0 || cpu >= CPU_SETSIZE) return -EINVAL;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    return sched_setaffinity(0, sizeof set, &set) < 0 ? -errno : 0;
}

int clx_set_parent_death_signal(int signal) {
    return prctl(PR_SET_PDEATHSIG, signal) < 0 ? -errno : 0;
}

int clx_getrandom(void *bytes, size_t count) {
    unsigned char *next = bytes;
    while (count > 0) {
        ssize_t got = getrandom(next, count, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -errno;
        next += got;
        count -= (size_t)got;
    }
    return 0;
}
