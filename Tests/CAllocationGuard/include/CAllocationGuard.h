// Counts what a thread takes from and gives back to the heap, for tests that prove a path does neither.
#ifndef DRONETUNER_CALLOCATIONGUARD_H
#define DRONETUNER_CALLOCATIONGUARD_H

#include <stdint.h>

/// Whether heap calls are counted in this build: not under a sanitizer, which has an allocator of its own.
int allocation_guard_is_active(void);

/// Heap calls of the calling thread so far.
uint64_t allocation_guard_count(void);

#endif
