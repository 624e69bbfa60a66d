// libsamplerate as Swift sees it.
#ifndef DRONETUNER_CSAMPLERATE_H
#define DRONETUNER_CSAMPLERATE_H

#include <samplerate.h>

/// Converts one block. A converter allocates when it is made and never after that, and has no lock: it may be used on
/// the audio thread (libsamplerate 0.2, src_sinc.c: `sinc_mono_vari_process`).
static inline __attribute__((always_inline, swift_attr("@_noLocks"))) int csamplerate_process(SRC_STATE *state,
                                                                                              SRC_DATA *data) {
  return src_process(state, data);
}

/// Forgets what was converted before.
static inline __attribute__((always_inline, swift_attr("@_noLocks"))) int csamplerate_reset(SRC_STATE *state) {
  return src_reset(state);
}

#endif
