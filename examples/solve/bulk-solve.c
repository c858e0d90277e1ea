/*
 * bulk-solve: reads deals as lines of NDJSON and writes one record of NDJSON for each, with Freecell Solver's library.
 * It knows the solver and nothing else: which deals are to be solved, and where records go, is run.mjs's job.
 *
 *     bulk-solve [--check] [--seconds N] [--megabytes N] [--moves] FLAGS
 *
 *     --check        write the solver's name and the flags as JSON, and end; status 2 if a flag is wrong
 *     --seconds N    give a deal up after N seconds of processor time
 *     --megabytes N  let the solver have at most N MB of memory; a deal that needs more has no record
 *     --moves        with the moves of the solution
 *     FLAGS          those of fc-solve, in one argument, between blanks
 *
 * A child solves and its parent waits, for its end or for that of whoever reads the records. The input buffer is shared by both, so that a deal whose solver crashes costs
 * that deal alone: the parent starts another child at the deal after it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <freecell-solver/fcs_cl.h>
#include <freecell-solver/fcs_user.h>

enum { CARDS = 52, COLUMNS = 8, INPUT_BYTES = 1 << 16, MAX_FLAGS = 256 };

#define FLUSH_SECONDS 0.1

/* What a parent and its child share: a crash of the child loses none of it. */
typedef struct {
  size_t begin;         /* offset in input of the first deal that is not done */
  size_t end;           /* offset behind the last byte read */
  size_t record_bytes;  /* bytes in records that have not been written */
  unsigned long solved; /* deals that are done */
  char records[PIPE_BUF]; /* no more than a pipe takes in one piece, so that those of processes side by side do not mix */
  char input[INPUT_BYTES];
} Shared;

typedef struct {
  long seconds; /* 0: no limit */
  long megabytes;
  bool with_moves;
} Options;

static Shared *shared;
static void *solver;
static Options options;
static char *record_end; /* ,"solver":"...","options":"..."} of every record */

/* Exit status: 0 done, 1 failure, 2 usage error. A child that cannot go on has 1, and its parent, too. */
static void fail(int status, const char *message, const char *detail) {
  fprintf(stderr, "bulk-solve: %s%s\n", message, detail);
  exit(status);
}

/* The solver's flags. */

/* Flags by which fc-solve prints more or less: taken, as fc-solve takes them, and without effect here. */
static const char *const PRINTING_FLAGS[] = {
    "-p",  "--parseable-output",           "-t",   "--display-10-as-t",
    "-c",  "--canonized-order-output",     "-m",   "--display-moves",
    "-sn", "--standard-notation",          "-snx", "--standard-notation-extended",
    "-pi", "--display-parent-iter",        "-sel", "--show-exceeded-limits",
    "-sam", "--display-states-and-moves",  "-hoi", "--hint-on-intractable",
    NULL,
};

static int skip_printing_flag(void *instance, int argc, const char *argv[], int index, int *skipped, int *ret,
                              void *context) {
  (void)instance, (void)argc, (void)argv, (void)index, (void)ret, (void)context;
  *skipped = 1;
  return FCS_CMD_LINE_SKIP;
}

/* A solver with the flags applied. `flags` is cut into words in place and stays in use. */
static void *create_solver(char *flags) {
  const char *words[MAX_FLAGS];
  int count = 0;
  for (char *word = strtok(flags, " "); word != NULL; word = strtok(NULL, " ")) {
    if (count == MAX_FLAGS) fail(2, "too many flags of the solver", "");
    words[count++] = word;
  }
  void *const instance = freecell_solver_user_alloc();
  char *error = NULL;
  int last = 0;
  const int ret = freecell_solver_user_cmd_line_parse_args_with_file_nesting_count(
      instance, count, words, 0, (const char **)PRINTING_FLAGS, skip_printing_flag, NULL, &error, &last, -1, NULL);
  if (ret == FCS_CMD_LINE_PARAM_WITH_NO_ARG) fail(2, "a flag of the solver lacks its value: ", words[last]);
  if (ret == FCS_CMD_LINE_ERROR_IN_ARG) {
    if (error != NULL) error[strcspn(error, "\n")] = '\0';
    fail(2, "wrong flags of the solver: ", error != NULL ? error : words[last]);
  }
  if (ret != FCS_CMD_LINE_OK || last < count) fail(2, "not a flag of the solver: ", words[last]);
  return instance;
}

/* Appends `text` as the inside of a JSON string. */
static void print_json_string(FILE *file, const char *text) {
  for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
    if (*c == '"' || *c == '\\') fputc('\\', file);
    if (*c < 0x20) fprintf(file, "\\u%04x", *c);
    else fputc(*c, file);
  }
}

/* What tells the records of one solver from those of another: ,"solver":"fc-solve 5.0.0","options":"-l lg"} */
static char *describe_solver(const char *flags) {
  char *text = NULL;
  size_t size = 0;
  FILE *const file = open_memstream(&text, &size);
  if (file == NULL) fail(1, "out of memory", "");
  fputs(",\"solver\":\"fc-solve ", file);
  print_json_string(file, freecell_solver_user_get_lib_version(solver));
  fputs("\",\"options\":\"", file);
  print_json_string(file, flags);
  fputs("\"}", file);
  fclose(file);
  return text;
}

/* Deals in. */

/*
 * Reads the deal of a line such as {"deal":617,"cards":["7D","AD",...]}, cards in dealing order, into the board that
 * the solver takes: a line for each column. Returns the deal's number, or 0 if this is no such line.
 */
static unsigned long long parse_deal(const char *line, const char *end, char board[CARDS * 3 + 1]) {
  static const char BEFORE_DEAL[] = "{\"deal\":", BEFORE_CARDS[] = ",\"cards\":[";
  const char *at = line;
  if ((size_t)(end - at) < sizeof BEFORE_DEAL || memcmp(at, BEFORE_DEAL, sizeof BEFORE_DEAL - 1) != 0) return 0;
  at += sizeof BEFORE_DEAL - 1;
  unsigned long long deal = 0;
  for (int digits = 0; digits < 18 && at < end && *at >= '0' && *at <= '9'; digits++) deal = deal * 10 + (*at++ - '0');
  /* "7D", for each card, and ] in place of the last comma */
  if ((size_t)(end - at) < sizeof BEFORE_CARDS - 1 + CARDS * 5) return 0;
  if (memcmp(at, BEFORE_CARDS, sizeof BEFORE_CARDS - 1) != 0) return 0;
  at += sizeof BEFORE_CARDS - 1;
  char *columns[COLUMNS];
  for (int column = 0; column < COLUMNS; column++)
    columns[column] = board + 3 * (7 * column - (column > 4 ? column - 4 : 0)); /* 7 cards in the first 4, then 6 */
  for (int i = 0; i < CARDS; i++, at += 5) {
    if (at[0] != '"' || at[3] != '"' || at[4] != (i < CARDS - 1 ? ',' : ']')) return 0;
    char **const column = &columns[i % COLUMNS];
    (*column)[0] = at[1];
    (*column)[1] = at[2];
    (*column)[2] = i < CARDS - COLUMNS ? ' ' : '\n';
    *column += 3;
  }
  board[CARDS * 3] = '\0';
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

/* The end of the first line that has no record, at its line feed; NULL if it has not been read whole. */
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
 * Adds a line to the records that are to be written. They are written when the buffer is full or after FLUSH_SECONDS:
 * waking the reader for each of them takes a tenth of the processor time. A kill costs no more than that time.
 */
static void add_record(const char *format, ...) {
  static double last_flush = 0;
  char *line;
  va_list arguments;
  va_start(arguments, format);
  const int size = vasprintf(&line, format, arguments);
  va_end(arguments);
  if (size < 0) abort(); /* out of memory, which costs this deal alone */
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

/*
 * The moves of the solution as words, in memory to be freed: 2a, or 53v4 where four cards go to an empty column, which
 * standard notation alone leaves open.
 */
static char *describe_solution(void) {
  char *text = NULL;
  size_t size = 0;
  FILE *const file = open_memstream(&text, &size);
  if (file == NULL) abort();
  fcs_move_t move;
  for (const char *blank = ""; freecell_solver_user_get_next_move(solver, &move) == 0; blank = " ") {
    char word[64];
    freecell_solver_user_stringify_move_w_state(solver, word, move, FC_SOLVE__STANDARD_NOTATION_EXTENDED);
    fprintf(file, "%s%s", blank, word);
  }
  fclose(file);
  return text;
}

/* Solves a board and adds its record. Where the solver has no verdict, it says why on standard error. */
static void solve(unsigned long long deal, const char *board) {
  const int ret = freecell_solver_user_solve_board(solver, board);
  const long states = (long)freecell_solver_user_get_num_times_long(solver);
  if (ret == FCS_STATE_WAS_SOLVED) {
    const int moves = freecell_solver_user_get_moves_left(solver);
    if (options.with_moves) {
      char *const solution = describe_solution();
      add_record("{\"deal\":%llu,\"verdict\":\"solved\",\"moves\":%d,\"states\":%ld,\"solution\":\"%s\"%s\n", deal,
                 moves, states, solution, record_end);
      free(solution);
    } else {
      add_record("{\"deal\":%llu,\"verdict\":\"solved\",\"moves\":%d,\"states\":%ld%s\n", deal, moves, states,
                 record_end);
    }
  } else if (ret == FCS_STATE_IS_NOT_SOLVEABLE || ret == FCS_STATE_SUSPEND_PROCESS) {
    const char *const verdict = ret == FCS_STATE_IS_NOT_SOLVEABLE ? "unsolved" : "gave-up";
    add_record("{\"deal\":%llu,\"verdict\":\"%s\",\"states\":%ld%s\n", deal, verdict, states, record_end);
  } else {
    const char *const reason = freecell_solver_user_get_last_error_string(solver);
    fprintf(stderr, "bulk-solve: deal %llu has no record: %s\n", deal,
            reason[0] != '\0' ? reason : "the solver refuses its board");
  }
  freecell_solver_user_recycle(solver);
}

/* Parent and child. */

/* Ends this process by SIGPROF after the seconds that a deal may take; 0 stops the clock. */
static void set_timer(long seconds) {
  setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = seconds}, NULL);
}

/* What a child does: solves what is in the input and what follows there, to its end. */
static void solve_all(void) {
  if (options.megabytes > 0) {
    const rlim_t bytes = (rlim_t)options.megabytes << 20;
    setrlimit(RLIMIT_AS, &(struct rlimit){.rlim_cur = bytes, .rlim_max = bytes});
  }
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  for (;;) {
    char *const end = line_end();
    if (end == NULL) {
      flush_records(); /* the next deal may be long in coming */
      if (read_input()) continue;
      if (shared->begin < shared->end) fail(1, "the last line of the input is not complete", "");
      return;
    }
    char board[CARDS * 3 + 1];
    const char *const line = shared->input + shared->begin;
    const unsigned long long deal = parse_deal(line, end, board);
    if (deal == 0) {
      flush_records();
      fprintf(stderr, "bulk-solve: not a deal of NDJSON: %.*s\n", (int)(end - line < 60 ? end - line : 60), line);
      exit(1);
    }
    if (options.seconds > 0) set_timer(options.seconds);
    solve(deal, board);
    if (options.seconds > 0) set_timer(0);
    shared->begin = (size_t)(end + 1 - shared->input);
    shared->solved++;
  }
}

/* What is said of the deal at which a child ended by a signal; its line is taken out of the input. */
static void give_up_deal(int signal) {
  char board[CARDS * 3 + 1];
  char *const end = line_end();
  const unsigned long long deal = end == NULL ? 0 : parse_deal(shared->input + shared->begin, end, board);
  if (deal == 0) fail(1, "the solver ended while it read the deals: ", strsignal(signal));
  shared->begin = (size_t)(end + 1 - shared->input);
  if (signal == SIGPROF)
    add_record("{\"deal\":%llu,\"verdict\":\"gave-up\",\"seconds\":%ld%s\n", deal, options.seconds, record_end);
  else
    fprintf(stderr, "bulk-solve: deal %llu has no record: the solver ended by %s\n", deal, strsignal(signal));
}

/*
 * Waits for a child and returns its status. The child's end closes its end of the lifeline. Where nobody reads the records
 * any more, child and parent end: run.mjs was ended, perhaps by a signal that lets it tell nobody.
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
    if (ends[1].revents != 0) ends[1].fd = -1; /* of what cannot be waited for */
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
      /* A killed parent leaves nothing behind that goes on solving. */
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
      exit(1); /* the child has said why */
    }
    if (WTERMSIG(status) == SIGPIPE) exit(1); /* nobody reads the records any more */
    flush_records();
    /* What came before in the same process may be to blame: the deal is tried again in a new one. */
    const bool was_first = shared->solved == solved_before;
    if (was_first || WTERMSIG(status) == SIGPROF) give_up_deal(WTERMSIG(status));
  }
}

static long parse_count(const char *flag, const char *text) {
  char *end;
  const long value = text == NULL ? 0 : strtol(text, &end, 10);
  if (text == NULL || value < 1 || value > 1000000000 || *end != '\0') {
    fprintf(stderr, "bulk-solve: %s takes a whole number, 1..1000000000, not '%s'\n", flag, text == NULL ? "" : text);
    exit(2);
  }
  return value;
}

int main(int argc, char **argv) {
  bool check = false;
  int at = 1;
  for (; at < argc - 1; at++) {
    if (strcmp(argv[at], "--check") == 0) check = true;
    else if (strcmp(argv[at], "--moves") == 0) options.with_moves = true;
    else if (strcmp(argv[at], "--seconds") == 0) options.seconds = parse_count("--seconds", argv[++at]);
    else if (strcmp(argv[at], "--megabytes") == 0) options.megabytes = parse_count("--megabytes", argv[++at]);
    else break;
  }
  if (at != argc - 1) fail(2, "usage: bulk-solve [--check] [--seconds N] [--megabytes N] [--moves] FLAGS", "");
  char *const words = strdup(argv[at]);
  if (words == NULL) fail(1, "out of memory", "");
  solver = create_solver(words);
  record_end = describe_solver(argv[at]);
  if (check) {
    printf("{%s\n", record_end + 1);
    return fflush(stdout) == 0 ? 0 : 1;
  }
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) fail(1, "out of memory", "");
  supervise();
  return 0;
}
