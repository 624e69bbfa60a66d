// alsa-lib as Swift sees it. Swift cannot call function-like macros, variadic functions or `alloca`; the few that are
// needed stand here as inline functions.
#ifndef DRONETUNER_CALSA_H
#define DRONETUNER_CALSA_H

#include <alsa/asoundlib.h>

static inline void calsa_ignore_message(const char *file, int line, const char *function, int err, const char *format,
                                        ...) {
  (void)file;
  (void)line;
  (void)function;
  (void)err;
  (void)format;
}

/// Keeps alsa-lib from printing on stderr: every failure is reported by its return code, in one line of our own.
static inline void calsa_silence_messages(void) { snd_lib_error_set_handler(calsa_ignore_message); }

/// Addresses an event from a port to all its subscribers, to be delivered at once.
static inline void calsa_event_to_subscribers(snd_seq_event_t *event, unsigned char port) {
  snd_seq_ev_set_source(event, port);
  snd_seq_ev_set_subs(event);
  snd_seq_ev_set_direct(event);
}

/// Addresses an event from a port to one other, to be delivered at once.
static inline void calsa_event_to_port(snd_seq_event_t *event, unsigned char port, unsigned char client,
                                       unsigned char destination) {
  snd_seq_ev_set_source(event, port);
  snd_seq_ev_set_dest(event, client, destination);
  snd_seq_ev_set_direct(event);
}

/// The address that an announcement is about.
static inline snd_seq_addr_t calsa_event_address(const snd_seq_event_t *event) { return event->data.addr; }

/// The connection that an announcement is about.
static inline snd_seq_connect_t calsa_event_connection(const snd_seq_event_t *event) { return event->data.connect; }

/// The real time that the kernel stamped on an event, in nanoseconds of its queue.
static inline long long calsa_event_nanoseconds(const snd_seq_event_t *event) {
  return (long long)event->time.time.tv_sec * 1000000000ll + event->time.time.tv_nsec;
}

/// Whether an event carries such a stamp.
static inline int calsa_event_has_real_time(const snd_seq_event_t *event) {
  return (event->flags & SND_SEQ_TIME_STAMP_MASK) == SND_SEQ_TIME_STAMP_REAL;
}

/// Starts a queue at once.
static inline int calsa_start_queue(snd_seq_t *seq, int queue) {
  int result = snd_seq_start_queue(seq, queue, NULL);
  return result < 0 ? result : snd_seq_drain_output(seq);
}

#endif
