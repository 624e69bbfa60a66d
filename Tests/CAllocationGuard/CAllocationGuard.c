#include "CAllocationGuard.h"

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#ifdef SANITIZED

int allocation_guard_is_active(void) { return 0; }
uint64_t allocation_guard_count(void) { return 0; }

#else

// The program's own definitions of these names come before the C library's, whose are reached by their other names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static __thread uint64_t calls;

int allocation_guard_is_active(void) { return 1; }
uint64_t allocation_guard_count(void) { return calls; }

void *malloc(size_t size) {
  calls++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  calls++;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  calls++;
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  calls++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  calls++;
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : 12;
}

void free(void *memory) {
  calls++;
  __libc_free(memory);
}

#endif
