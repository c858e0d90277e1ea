/*
 * Finds the fewest free cells of the boards on standard input, 52 card bytes each, with search.c of commit cf6d7f9e. Prints the
 * number of states searched, and the processor time in seconds.
 */
#include "search.h"

#include <stdlib.h>
#include <time.h>

_Noreturn void fail(int status, const char *message, const char *detail) {
  fprintf(stderr, "%s%s\n", message, detail);
  exit(status);
}

int main(void) {
  unsigned char deal[CARDS];
  unsigned long states = 0;
  while (fread(deal, 1, CARDS, stdin) == CARDS) {
    for (int cells = 0; cells <= 7; cells++) {
      Effort effort;
      const Outcome outcome = search(deal, cells, 0, &effort);
      states += effort.states;
      if (outcome == WON) break;
    }
  }
  printf("%lu %.6f\n", states, (double)clock() / CLOCKS_PER_SEC);
}
