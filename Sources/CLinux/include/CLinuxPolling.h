#ifndef CASTLAB_CLINUX_POLLING_H
#define CASTLAB_CLINUX_POLLING_H

#include <stdint.h>

// One readiness report. `struct epoll_event` itself is packed on x86-64 only.
struct clx_event {
    uint64_t token;
    uint32_t readiness;
};

enum {
    clx_poll_in = 0x001,
    clx_poll_out = 0x004,
    clx_poll_err = 0x008,
    clx_poll_hup = 0x010,
    clx_poll_rdhup = 0x2000,
};

// The most events one clx_epoll_wait gives.
enum { clx_epoll_batch = 256 };

int clx_epoll_create(void);
int clx_epoll_add(int epoll, int fd, uint32_t interest, uint64_t token);
int clx_epoll_modify(int epoll, int fd, uint32_t interest, uint64_t token);
int clx_epoll_remove(int epoll, int fd);

// Waits at most `timeout_ns` nanoseconds, for ever when it is negative. Where the kernel lacks
// epoll_pwait2 (before 5.11) the timeout is rounded up to milliseconds.
int clx_epoll_wait(int epoll, struct clx_event *events, int capacity, int64_t timeout_ns);

int clx_eventfd(void);

// Blocks the `count` signals for the calling thread and gives a descriptor that reads them.
int clx_signalfd(const int *signals, int count);

// The next signal that arrived, or -EAGAIN.
int clx_signalfd_read(int fd);

#endif
