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
 */
#define _GNU_SOURCE
#include "bulk.h"

#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include <freecell-solver/fcs_cl.h>
#include <freecell-solver/fcs_user.h>

enum { MAX_FLAGS = 256 };

static void *solver;

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

/* The deal as the solver takes it: a line for each column. */
static void write_board(const Deal *deal, char board[CARDS * 3 + 1]) {
  char *at = board;
  for (int column = 0; column < COLUMNS; column++)
    for (int i = column; i < CARDS; i += COLUMNS) {
      *at++ = deal->cards[i][0];
      *at++ = deal->cards[i][1];
      *at++ = i < CARDS - COLUMNS ? ' ' : '\n';
    }
  *at = '\0';
}

/* Ends this process by SIGPROF after the seconds that a deal may take; 0 stops the clock. */
static void set_timer(long seconds) {
  setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = seconds}, NULL);
}

static void solve(const Deal *deal) {
  char board[CARDS * 3 + 1];
  write_board(deal, board);
  if (options.seconds > 0) set_timer(options.seconds);
  const int ret = freecell_solver_user_solve_board(solver, board);
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
    fprintf(stderr, "bulk-solve: deal %llu has no record: %s\n", deal->number,
            reason[0] != '\0' ? reason : "the solver refuses its board");
  }
  freecell_solver_user_recycle(solver);
}

static void time_out(const Deal *deal) {
  add_record(deal, "\"verdict\":\"gave-up\",\"seconds\":%ld", options.seconds);
}

int main(int argc, char **argv) {
  static const char USAGE[] = "usage: bulk-solve [--check] [--seconds N] [--megabytes N] [--moves] FLAGS";
  const int at = read_options(&(Solver){"bulk-solve", solve, time_out}, argc, argv);
  if (at != argc - 1) fail(2, USAGE, "");
  char *const words = strdup(argv[at]);
  if (words == NULL) fail(1, "out of memory", "");
  solver = create_solver(words);
  char version[64];
  snprintf(version, sizeof version, "fc-solve %s", freecell_solver_user_get_lib_version(solver));
  describe_solver(version, argv[at]);
  return solve_in_bulk();
}
