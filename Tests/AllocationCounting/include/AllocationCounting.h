#ifndef ALLOCATION_COUNTING_H
#define ALLOCATION_COUNTING_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations can be counted: not under a sanitizer, which has an allocator of its own.
bool allocation_counting_is_available(void);

/// Starts to count the calling thread's heap allocations.
void allocation_counting_start(void);

/// Stops, and gives the number of allocations since the start.
uint64_t allocation_counting_stop(void);

#endif
