// Stands in front of the C library's allocator in test programs, and counts what one thread asks of it.
#include "AllocationCounting.h"

#include <errno.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

static __thread bool is_counting __attribute__((tls_model("initial-exec")));
static __thread uint64_t count __attribute__((tls_model("initial-exec")));

void allocation_counting_start(void) {
    count = 0;
    is_counting = true;
}

uint64_t allocation_counting_stop(void) {
    is_counting = false;
    return count;
}

#ifdef HAS_SANITIZER

bool allocation_counting_is_available(void) {
    return false;
}

#else

bool allocation_counting_is_available(void) {
    return true;
}

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static void note(void) {
    if (is_counting) count += 1;
}

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    note();
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    note();
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    note();
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
    void *allocated = __libc_memalign(alignment, size);
    if (allocated == NULL) return ENOMEM;
    *memory = allocated;
    return 0;
}

#endif
