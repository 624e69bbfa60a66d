// The only C code that runs on the audio thread: atomics, the mathematics the render path uses, and
// flush-to-zero. Every function is inline, cannot block or allocate, and says so to the Swift compiler,
// which trusts the mark blindly: put it on nothing that could.
#ifndef DRONETUNER_CREALTIME_H
#define DRONETUNER_CREALTIME_H

#include <math.h>
#include <stdint.h>

// A product and a sum are rounded apart on every machine, so that a render is the same to the bit
// whether or not the processor could fuse them.
#pragma STDC FP_CONTRACT OFF

#define CR_REALTIME static inline __attribute__((always_inline, swift_attr("@_noLocks")))

// Atomics over plain words: Swift cannot import `_Atomic`, and 6.0's own atomics are refused under @_noLocks.

/// Reads a word that another thread stores with `cr_store_release`; what it wrote before is then visible.
CR_REALTIME uint64_t cr_load_acquire(const uint64_t *_Nonnull word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }

/// Reads a word that only this thread writes, or whose order does not matter.
CR_REALTIME uint64_t cr_load_relaxed(const uint64_t *_Nonnull word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }

/// Stores a word and, with it, all this thread wrote before.
CR_REALTIME void cr_store_release(uint64_t *_Nonnull word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

/// Stores a word with no order implied.
CR_REALTIME void cr_store_relaxed(uint64_t *_Nonnull word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

/// Swaps a word in both directions of order; returns what it held.
CR_REALTIME uint64_t cr_exchange(uint64_t *_Nonnull word, uint64_t value) {
  return __atomic_exchange_n(word, value, __ATOMIC_ACQ_REL);
}

/// Adds to a counter; returns what it held before.
CR_REALTIME uint64_t cr_add(uint64_t *_Nonnull word, uint64_t value) {
  return __atomic_fetch_add(word, value, __ATOMIC_ACQ_REL);
}

// Mathematics. The C library's own, none of which blocks.

CR_REALTIME float cr_expf(float x) { return __builtin_expf(x); }
CR_REALTIME float cr_sqrtf(float x) { return __builtin_sqrtf(x); }
CR_REALTIME float cr_logf(float x) { return __builtin_logf(x); }
CR_REALTIME float cr_tanf(float x) { return __builtin_tanf(x); }
CR_REALTIME float cr_sinf(float x) { return __builtin_sinf(x); }
CR_REALTIME double cr_exp2(double x) { return __builtin_exp2(x); }
CR_REALTIME double cr_log2(double x) { return __builtin_log2(x); }
CR_REALTIME double cr_sin(double x) { return __builtin_sin(x); }
CR_REALTIME double cr_acos(double x) { return __builtin_acos(x); }
CR_REALTIME double cr_atan(double x) { return __builtin_atan(x); }
CR_REALTIME double cr_sqrt(double x) { return __builtin_sqrt(x); }
CR_REALTIME double cr_floor(double x) { return __builtin_floor(x); }

// Denormals: a decaying filter spends its last second among them, at a hundred times the cost of a normal number.

/// Makes denormal numbers count as zero on this thread; returns the state to hand to `cr_float_state_restore`.
CR_REALTIME uint64_t cr_flush_denormals(void) {
#if defined(__SSE2__)
  // The compiler's builtins: its header would bring half the C library into the module.
  uint64_t state = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr((unsigned int)state | 0x8040u);  // flush-to-zero, denormals-are-zero
  return state;
#elif defined(__aarch64__)
  uint64_t state;
  __asm__ volatile("mrs %0, fpcr" : "=r"(state));
  __asm__ volatile("msr fpcr, %0" ::"r"(state | (1ull << 24)));
  return state;
#else
  return 0;
#endif
}

/// Puts back what `cr_flush_denormals` found.
CR_REALTIME void cr_float_state_restore(uint64_t state) {
#if defined(__SSE2__)
  __builtin_ia32_ldmxcsr((unsigned int)state);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" ::"r"(state));
#else
  (void)state;
#endif
}

#endif
