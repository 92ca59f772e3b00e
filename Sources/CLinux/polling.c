#define _GNU_SOURCE
#include "CLinuxPolling.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

_Static_assert(clx_poll_in == EPOLLIN && clx_poll_out == EPOLLOUT && clx_poll_err == EPOLLERR, "epoll");
_Static_assert(clx_poll_hup == EPOLLHUP && clx_poll_rdhup == EPOLLRDHUP, "epoll");

int clx_epoll_create(void) {
    int fd = epoll_create1(EPOLL_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

static int control(int epoll, int operation, int fd, uint32_t interest, uint64_t token) {
    struct epoll_event event = {.events = interest, .data.u64 = token};
    return epoll_ctl(epoll, operation, fd, &event) < 0 ? -errno : 0;
}

int clx_epoll_add(int epoll, int fd, uint32_t interest, uint64_t token) {
    return control(epoll, EPOLL_CTL_ADD, fd, interest, token);
}

int clx_epoll_modify(int epoll, int fd, uint32_t interest, uint64_t token) {
    return control(epoll, EPOLL_CTL_MOD, fd, interest, token);
}

int clx_epoll_remove(int epoll, int fd) {
    return control(epoll, EPOLL_CTL_DEL, fd, 0, 0);
}

static int wait_milliseconds(int epoll, struct epoll_event *events, int capacity, int64_t timeout_ns) {
    int64_t milliseconds = timeout_ns / 1000000 + (timeout_ns % 1000000 != 0);
    return epoll_wait(epoll, events, capacity, milliseconds > 86400000 ? 86400000 : (int)milliseconds);
}

int clx_epoll_wait(int epoll, struct clx_event *events, int capacity, int64_t timeout_ns) {
    static atomic_bool lacks_pwait2;
    struct epoll_event raw[clx_epoll_batch];
    if (capacity > clx_epoll_batch) capacity = clx_epoll_batch;
    int count;
    if (timeout_ns < 0) {
        count = epoll_wait(epoll, raw, capacity, -1);
    } else if (atomic_load_explicit(&lacks_pwait2, memory_order_relaxed)) {
        count = wait_milliseconds(epoll, raw, capacity, timeout_ns);
    } else {
        struct timespec timeout = {.tv_sec = timeout_ns / 1000000000, .tv_nsec = timeout_ns % 1000000000};
        count = epoll_pwait2(epoll, raw, capacity, &timeout, NULL);
        if (count < 0 && errno == ENOSYS) {
            atomic_store_explicit(&lacks_pwait2, 1, memory_order_relaxed);
            count = wait_milliseconds(epoll, raw, capacity, timeout_ns);
        }
    }
    if (count < 0) return -errno;
    for (int index = 0; index < count; index++) {
        events[index].token = raw[index].data.u64;
        events[index].readiness = raw[index].events;
    }
    return count;
}

int clx_eventfd(void) {
    int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

int clx_signalfd(const int *signals, int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int index = 0; index < count; index++) sigaddset(&set, signals[index]);
    int failure = pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (failure != 0) return -failure;
    int fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

int clx_signalfd_read(int fd) {
    struct signalfd_siginfo info;
    ssize_t count = read(fd, &info, sizeof info);
    if (count < 0) return -errno;
    return count == sizeof info ? (int)info.ssi_signo : -EIO;
}
