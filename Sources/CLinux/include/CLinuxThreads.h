#ifndef CASTLAB_CLINUX_THREADS_H
#define CASTLAB_CLINUX_THREADS_H

#include <stddef.h>

int clx_gettid(void);

// Names the calling thread; the kernel keeps 15 bytes.
int clx_set_thread_name(const char *name);

// Ties the calling thread to one CPU.
int clx_set_affinity(int cpu);

// Sends the calling process `signal` when its parent ends (prctl PR_SET_PDEATHSIG).
int clx_set_parent_death_signal(int signal);

// Fills `bytes` from the kernel's random source; 0 or -errno.
int clx_getrandom(void *bytes, size_t count);

#endif
