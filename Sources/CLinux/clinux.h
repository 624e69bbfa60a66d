// What Linux has beyond the C library that Swift sees: descriptors for wake-ups and signals, names of threads.
#ifndef DRONETUNER_CLINUX_H
#define DRONETUNER_CLINUX_H

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

/// A descriptor that counts what is written to it and can be polled; never blocks. -1 when there is none to be had.
static inline int clinux_event_descriptor(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

/// A descriptor that is readable when something in a watched folder has changed; never blocks. -1 when there is none.
static inline int clinux_watch_descriptor(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

/// Watches a folder for files that are written, renamed or gone, and for itself; negative where there is none to watch.
static inline int clinux_watch(int descriptor, const char *folder) {
  return inotify_add_watch(descriptor, folder,
                           IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_DELETE_SELF |
                               IN_MOVE_SELF | IN_ONLYDIR);
}

/// Names the calling thread: up to 15 characters.
static inline void clinux_name_thread(const char *name) { prctl(PR_SET_NAME, (unsigned long)name, 0, 0, 0); }

static inline sigset_t clinux_ending_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
  return set;
}

/// Holds SIGINT, SIGTERM and SIGHUP back from this thread and those it makes, and gives a descriptor that is readable
/// when one has arrived; never blocks. -1 when there is none to be had.
static inline int clinux_signal_descriptor(void) {
  sigset_t set = clinux_ending_signals();
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

/// Takes one arrived signal off the descriptor: its number, or 0.
static inline int clinux_next_signal(int descriptor) {
  struct signalfd_siginfo information;
  if (read(descriptor, &information, sizeof information) != (ssize_t)sizeof information) return 0;
  return (int)information.ssi_signo;
}

/// Lets the signals through again: the next one ends the program.
static inline void clinux_release_signals(void) {
  sigset_t set = clinux_ending_signals();
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

/// A write to a closed pipe fails instead of ending the program.
static inline void clinux_ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }

/// Whether this process may lock as many pages as it likes.
static inline int clinux_may_lock_memory(void) {
  struct rlimit limit;
  return geteuid() == 0 || (getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY);
}

/// Locks the pages that are in use, and those to come as they are used; 0 where it was allowed.
static inline int clinux_lock_memory(void) { return mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT); }

/// Runs a program to its end with nothing to read and its output thrown away: the CPU seconds it took, itself and the
/// system for it; negative when it could not be started or failed.
static inline double clinux_cpu_seconds(const char *program, char *const arguments[]) {
  pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) {
    int null = open("/dev/null", O_RDWR);
    dup2(null, 0);
    dup2(null, 1);
    dup2(null, 2);
    execvp(program, arguments);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (wait4(child, &status, 0, &usage) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return -1;
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

#endif
