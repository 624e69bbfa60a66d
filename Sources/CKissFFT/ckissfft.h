// kissfft in single precision, as Swift sees it: the library is built once per sample type, and its header must be told
// which one is linked.
#ifndef DRONETUNER_CKISSFFT_H
#define DRONETUNER_CKISSFFT_H

#ifndef kiss_fft_scalar
#define kiss_fft_scalar float
#endif
#include <kissfft/kiss_fftr.h>

/// Gives a plan's memory back: the library's own is a macro.
static inline void ckissfft_free(kiss_fftr_cfg plan) { kiss_fftr_free(plan); }

#endif
