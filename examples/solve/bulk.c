/*
 * Reads lines of NDJSON, writes records, and solves in a child process.
 *
 * The child solves. Its parent waits until the child ends, or until the process that reads the records closes the pipe. Both
 * share the input buffer. If the solver crashes, the parent starts another child at the next deal, so a crash costs one deal.
 */
#define _GNU_SOURCE
#include "bulk.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { INPUT_BYTES = 1 << 16 };

#define FLUSH_SECONDS 0.1

/* Memory that a parent and its child share, so that it survives a crash of the child. */
typedef struct {
  size_t begin;         /* offset in input of the first deal that is not done */
  size_t end;           /* offset in input after the last byte read */
  size_t record_bytes;  /* bytes in records that have not been written */
  unsigned long solved; /* number of deals that are done */
  char records[PIPE_BUF]; /* a pipe takes PIPE_BUF bytes in one piece, so the records of several processes do not mix */
  char input[INPUT_BYTES];
} Shared;

Options options;
static const Solver *solver;
static Shared *shared;
static char *record_end;

/* Prints a character, or its escape if it is a control character. */
static void print_escaped(FILE *file, unsigned char c) {
  if (c < 0x20 || c == 0x7f) fprintf(file, "\\u%04x", c);
  else fputc(c, file);
}

_Noreturn void fail(int status, const char *message, const char *detail) {
  fprintf(stderr, "%s: %s", solver->name, message);
  for (; *detail != '\0'; detail++) print_escaped(stderr, (unsigned char)*detail);
  fputc('\n', stderr);
  exit(status);
}

/* Prints `text` as the inside of a JSON string. */
static void print_json_string(FILE *file, const char *text) {
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\') fputc('\\', file);
    print_escaped(file, (unsigned char)*text);
  }
}

void describe_solver(const char *version, const char *flags) {
  size_t size = 0;
  FILE *const file = open_memstream(&record_end, &size);
  if (file == NULL) fail(1, "out of memory", "");
  fputs("\"solver\":\"", file);
  print_json_string(file, version);
  fputs("\",\"options\":\"", file);
  print_json_string(file, flags);
  fputs("\"}", file);
  fclose(file);
}

/* Deals in. */

/*
 * Reads the deal of a line such as {"deal":617,"cards":["7D","AD",...]}, with the cards in dealing order. Returns a deal
 * with the number 0 if the line has another form.
 */
static Deal parse_deal(const char *line, const char *end) {
  static const char BEFORE_DEAL[] = "{\"deal\":", BEFORE_CARDS[] = ",\"cards\":[";
  Deal deal = {0};
  unsigned long long number = 0;
  const char *at = line;
  if ((size_t)(end - at) < sizeof BEFORE_DEAL || memcmp(at, BEFORE_DEAL, sizeof BEFORE_DEAL - 1) != 0) return deal;
  at += sizeof BEFORE_DEAL - 1;
  for (int digits = 0; digits < 18 && at < end && *at >= '0' && *at <= '9'; digits++) number = number * 10 + (*at++ - '0');
  /* "7D", for each card, with ] instead of the last comma */
  if ((size_t)(end - at) < sizeof BEFORE_CARDS - 1 + CARDS * 5) return deal;
  if (memcmp(at, BEFORE_CARDS, sizeof BEFORE_CARDS - 1) != 0) return deal;
  at += sizeof BEFORE_CARDS - 1;
  for (int i = 0; i < CARDS; i++, at += 5) {
    if (at[0] != '"' || at[3] != '"' || at[4] != (i < CARDS - 1 ? ',' : ']')) return deal;
    memcpy(deal.cards[i], at + 1, 2);
  }
  deal.number = number;
  return deal;
}

/* Reads more input. Returns false at its end. */
static bool read_input(void) {
  memmove(shared->input, shared->input + shared->begin, shared->end - shared->begin);
  shared->end -= shared->begin;
  shared->begin = 0;
  if (shared->end == INPUT_BYTES) fail(1, "a line of the input is too long", "");
  ssize_t bytes;
  do bytes = read(STDIN_FILENO, shared->input + shared->end, INPUT_BYTES - shared->end);
  while (bytes < 0 && errno == EINTR);
  if (bytes < 0) fail(1, "cannot read the deals: ", strerror(errno));
  shared->end += (size_t)bytes;
  return bytes > 0;
}

/* Returns the line feed of the first deal that is not done, or NULL if it has not been read yet. */
static char *line_end(void) {
  return memchr(shared->input + shared->begin, '\n', shared->end - shared->begin);
}

/* Records out. */

static void write_fully(const char *bytes, size_t size) {
  while (size > 0) {
    const ssize_t written = write(STDOUT_FILENO, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(1, "cannot write a record: ", strerror(errno));
    bytes += written;
    size -= (size_t)written;
  }
}

static void flush_records(void) {
  write_fully(shared->records, shared->record_bytes);
  shared->record_bytes = 0;
}

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/*
 * Adds a line to the buffer of records, which is written when it is full or after FLUSH_SECONDS. Waking the reader for each
 * record would take a tenth of the processor time. A kill loses the records of FLUSH_SECONDS at most.
 */
void add_record(const Deal *deal, const char *format, ...) {
  static double last_flush = 0;
  char *line, *members;
  va_list arguments;
  va_start(arguments, format);
  const bool has_members = vasprintf(&members, format, arguments) >= 0;
  va_end(arguments);
  const int size = has_members ? asprintf(&line, "{\"deal\":%llu,%s,%s\n", deal->number, members, record_end) : -1;
  if (size < 0) abort(); /* out of memory: only this deal gets no record */
  free(members);
  if (shared->record_bytes + (size_t)size > sizeof shared->records) flush_records();
  if ((size_t)size > sizeof shared->records) {
    write_fully(line, (size_t)size);
  } else {
    memcpy(shared->records + shared->record_bytes, line, (size_t)size);
    shared->record_bytes += (size_t)size;
  }
  free(line);
  const double now = seconds_now();
  if (now - last_flush < FLUSH_SECONDS) return;
  flush_records();
  last_flush = now;
}

/* Parent and child. */

/* Solves the deals in the input buffer and on standard input, until its end. A child runs this. */
static void solve_all(void) {
  if (options.megabytes > 0) {
    const rlim_t bytes = (rlim_t)options.megabytes << 20;
    setrlimit(RLIMIT_AS, &(struct rlimit){.rlim_cur = bytes, .rlim_max = bytes});
  }
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  for (;;) {
    char *const end = line_end();
    if (end == NULL) {
      flush_records(); /* because the next deal may come much later */
      if (read_input()) continue;
      if (shared->begin < shared->end) fail(1, "the last line of the input is not complete", "");
      return;
    }
    const char *const line = shared->input + shared->begin;
    const Deal deal = parse_deal(line, end);
    if (deal.number == 0) {
      flush_records();
      char shown[61];
      snprintf(shown, sizeof shown, "%.*s", (int)(end - line), line);
      fail(1, "not a deal of NDJSON: ", shown);
    }
    solver->solve(&deal);
    shared->begin = (size_t)(end + 1 - shared->input);
    shared->solved++;
  }
}

/* Takes the deal at which a signal ended a child out of the input. Records or prints that it was given up. */
static void give_up_deal(int signal) {
  char *const end = line_end();
  const Deal deal = end == NULL ? (Deal){0} : parse_deal(shared->input + shared->begin, end);
  if (deal.number == 0) fail(1, "the solver ended while it read the deals: ", strsignal(signal));
  shared->begin = (size_t)(end + 1 - shared->input);
  if (signal == SIGPROF)
    solver->time_out(&deal);
  else
    fprintf(stderr, "%s: deal %llu has no record: the solver ended by %s\n", solver->name, deal.number,
            strsignal(signal));
}

/*
 * Waits for a child and returns its status. When the child ends, its end of the lifeline is closed. When the pipe of records
 * is closed, run.mjs has ended, perhaps by SIGKILL; then the child is killed, and this process exits.
 */
static int wait_for(pid_t child, int lifeline) {
  struct pollfd ends[] = {{.fd = lifeline}, {.fd = STDOUT_FILENO}};
  while (ends[0].revents == 0) {
    if (poll(ends, 2, -1) < 0) {
      if (errno != EINTR) fail(1, "cannot wait for a process: ", strerror(errno));
      continue;
    }
    if (ends[1].revents & (POLLERR | POLLHUP)) {
      kill(child, SIGKILL);
      exit(1);
    }
    if (ends[1].revents != 0) ends[1].fd = -1; /* poll cannot wait for this kind of file */
  }
  close(lifeline);
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) fail(1, "cannot wait for a process: ", strerror(errno));
  return status;
}

static void supervise(void) {
  for (;;) {
    const unsigned long solved_before = shared->solved;
    const pid_t parent = getpid();
    int lifeline[2];
    if (pipe(lifeline) < 0) fail(1, "cannot make a pipe: ", strerror(errno));
    const pid_t child = fork();
    if (child < 0) fail(1, "cannot start a process: ", strerror(errno));
    if (child == 0) {
#ifdef __linux__
      /* If the parent is killed, the child ends, too. */
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) _exit(1);
#else
      (void)parent;
#endif
      close(lifeline[0]);
      solve_all();
      _exit(0);
    }
    close(lifeline[1]);
    const int status = wait_for(child, lifeline[0]);
    if (WIFEXITED(status)) {
      if (WEXITSTATUS(status) == 0) return;
      exit(1); /* the child has printed why */
    }
    if (WTERMSIG(status) == SIGPIPE) exit(1); /* the process that reads the records has ended */
    flush_records();
    /* Earlier deals in the same process may have caused the crash, so the deal is tried again in a new process. */
    const bool was_first = shared->solved == solved_before;
    if (was_first || WTERMSIG(status) == SIGPROF) give_up_deal(WTERMSIG(status));
  }
}

static long parse_count(const char *flag, const char *text) {
  char *end;
  const long value = text == NULL ? 0 : strtol(text, &end, 10);
  if (text == NULL || value < 1 || value > 1000000000 || *end != '\0') {
    fprintf(stderr, "%s: %s takes a whole number, 1..1000000000, not '%s'\n", solver->name, flag,
            text == NULL ? "" : text);
    exit(2);
  }
  return value;
}

int read_options(const Solver *the_solver, int argc, char **argv) {
  solver = the_solver;
  int at = 1;
  for (; at < argc; at++) {
    if (strcmp(argv[at], "--check") == 0) options.is_check = true;
    else if (strcmp(argv[at], "--moves") == 0) options.has_moves = true;
    else if (strcmp(argv[at], "--seconds") == 0) options.seconds = parse_count("--seconds", argv[++at]);
    else if (strcmp(argv[at], "--megabytes") == 0) options.megabytes = parse_count("--megabytes", argv[++at]);
    else break;
  }
  return at;
}

int solve_in_bulk(void) {
  if (options.is_check) {
    printf("{%s\n", record_end);
    return fflush(stdout) == 0 ? 0 : 1;
  }
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) fail(1, "out of memory", "");
  supervise();
  return 0;
}
