// What Linux has beyond the C library that Swift sees: descriptors for wake-ups and signals, names of threads.
#ifndef DRONETUNER_CLINUX_H
#define DRONETUNER_CLINUX_H

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <termios.h>
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

/// The size of a terminal in cells; 0 where the descriptor is none, or the terminal does not know.
static inline int clinux_terminal_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return 0;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 1;
}

/// Holds SIGWINCH and SIGTSTP back from this thread and those it makes, and gives a descriptor that is readable when one
/// has arrived; never blocks. -1 when there is none to be had.
static inline int clinux_terminal_signal_descriptor(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGWINCH);
  sigaddset(&set, SIGTSTP);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

/// Stops this process as Ctrl-Z does, until it is continued.
static inline void clinux_stop_self(void) { raise(SIGSTOP); }

/// Starts a process that gives a terminal back should this one end without doing so, however it ends: it writes `bytes`
/// to the terminal and sets `state`. To be called before any thread is made.
///
/// Gives a descriptor: a byte written to it says that all is well and ends the guard. -1 where there is none to be had.
static inline int clinux_guard_terminal(int terminal, const struct termios *state, const char *bytes, size_t count,
                                        pid_t *guard) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    return -1;
  }
  if (child > 0) {
    close(ends[0]);
    *guard = child;
    return ends[1];
  }
  // Neither a signal to the group nor the terminal's own may end it before it has done its work.
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  setpgid(0, 0);
  int kept = fcntl(terminal, F_DUPFD, 64);
  int watched = fcntl(ends[0], F_DUPFD, 64);
  // What was open stays open nowhere else: a sound card, a pipe that somebody reads to its end.
  for (int i = 0; i < 256; i++)
    if (i != kept && i != watched) close(i);
  clinux_name_thread("terminal-guard");
  char byte = 0;
  if (read(watched, &byte, 1) == 1 || kept < 0) _exit(0);
  // A shell that has taken the terminal back meanwhile is not disturbed for long: these are a few bytes.
  if (write(kept, bytes, count) < 0) _exit(1);
  tcsetattr(kept, TCSANOW, state);
  _exit(0);
}

/// Ends a guard: the terminal has been given back.
static inline void clinux_dismiss_guard(int descriptor, pid_t guard) {
  char byte = 1;
  if (write(descriptor, &byte, 1) == 1) waitpid(guard, NULL, 0);
  close(descriptor);
}

#endif
