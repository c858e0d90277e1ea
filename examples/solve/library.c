/* Freecell Solver's library: its flags and its boards. */
#define _GNU_SOURCE
#include "library.h"

#include <stdlib.h>
#include <string.h>

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

void *create_solver(const char *flags) {
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

int solve_board(void *solver, const Deal *deal) {
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
