/*
 * This program reads deals as lines of NDJSON, solves them with Freecell Solver's library, and writes a record of NDJSON for
 * each deal. It knows only the solver. run.mjs chooses the deals and appends the records to the results file.
 *
 *     freecell-solver [--check] [--seconds N] [--megabytes N] [--moves] FLAGS
 *
 *     --check        write the solver's name and the flags as JSON, and exit; status 2 if a flag is wrong
 *     --seconds N    give up a deal after N seconds of processor time
 *     --megabytes N  limit the solver's memory to N MB; a deal that needs more gets no record
 *     --moves        write the moves of the solution into the record
 *     FLAGS          flags of fc-solve in one argument, separated by blanks
 */
#define _GNU_SOURCE
#include "bulk.h"

#include <freecell-solver/fcs_cl.h>
#include <freecell-solver/fcs_user.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

enum { MAX_FLAGS = 256 };

/* Flags that change what fc-solve prints. They are accepted and have no effect here. */
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

/* Creates a solver with flags that are separated by blanks. Exits if a flag is wrong. */
static void *create_solver(const char *flags) {
  const char *words[MAX_FLAGS];
  int count = 0;
  char *const text = strdup(flags); /* never freed: the solver keeps pointers into it */
  if (text == NULL) fail(1, "out of memory", "");
  for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
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

/* Solves a deal. Returns FCS_STATE_WAS_SOLVED and so on. The caller then recycles the solver. */
static int solve_board(void *solver, const Deal *deal) {
  char board[CARDS * 3 + 1], *at = board; /* a line for each column */
  for (int column = 0; column < COLUMNS; column++)
    for (int i = column; i < CARDS; i += COLUMNS) {
      *at++ = deal->cards[i][0];
      *at++ = deal->cards[i][1];
      *at++ = i < CARDS - COLUMNS ? ' ' : '\n';
    }
  *at = '\0';
  return freecell_solver_user_solve_board(solver, board);
}

static void *solver;

/*
 * Returns the moves of the solution as words such as 2a; the caller frees them. A move to an empty column has the number of
 * cards, as in 53v4, because standard notation does not say how many cards move.
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

/* Makes SIGPROF end this process after the given processor time; 0 stops the clock. */
static void set_timer(long seconds) {
  setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = seconds}, NULL);
}

static void solve(const Deal *deal) {
  if (options.seconds > 0) set_timer(options.seconds);
  const int ret = solve_board(solver, deal);
  if (options.seconds > 0) set_timer(0);
  const long states = (long)freecell_solver_user_get_num_times_long(solver);
  if (ret == FCS_STATE_WAS_SOLVED) {
    const int moves = freecell_solver_user_get_moves_left(solver);
    if (options.has_moves) {
      char *const solution = describe_solution();
      add_record(deal, "\"verdict\":\"solved\",\"moves\":%d,\"states\":%ld,\"solution\":\"%s\"", moves, states,
                 solution);
      free(solution);
    } else {
      add_record(deal, "\"verdict\":\"solved\",\"moves\":%d,\"states\":%ld", moves, states);
    }
  } else if (ret == FCS_STATE_IS_NOT_SOLVEABLE || ret == FCS_STATE_SUSPEND_PROCESS) {
    const char *const verdict = ret == FCS_STATE_IS_NOT_SOLVEABLE ? "unsolved" : "gave-up";
    add_record(deal, "\"verdict\":\"%s\",\"states\":%ld", verdict, states);
  } else {
    const char *const reason = freecell_solver_user_get_last_error_string(solver);
    fprintf(stderr, "freecell-solver: deal %llu has no record: %s\n", deal->number,
            reason[0] != '\0' ? reason : "the solver refuses its board");
  }
  freecell_solver_user_recycle(solver);
}

static void time_out(const Deal *deal) {
  add_record(deal, "\"verdict\":\"gave-up\",\"seconds\":%ld", options.seconds);
}

int main(int argc, char **argv) {
  static const char USAGE[] = "usage: freecell-solver [--check] [--seconds N] [--megabytes N] [--moves] FLAGS";
  const int at = read_options(&(Solver){"freecell-solver", solve, time_out}, argc, argv);
  if (at != argc - 1) fail(2, USAGE, "");
  solver = create_solver(argv[at]);
  char version[64];
  snprintf(version, sizeof version, "fc-solve %s", freecell_solver_user_get_lib_version(solver));
  describe_solver(version, argv[at]);
  return solve_in_bulk();
}
