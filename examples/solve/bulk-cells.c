/*
 * bulk-cells reads deals as lines of NDJSON and writes a record of NDJSON for each deal. A record has the fewest free cells
 * with which the deal can be won, the states that were searched with 0 cells, 1, 2 and so on, and the processor time and
 * memory that it took.
 *
 *     bulk-cells [--check] [--moves] [--seconds N] [--megabytes N]
 *
 *     --check        write the solver's name as JSON, and exit
 *     --moves        write the moves of the solution, too, as search.h describes them
 *     --seconds N    end a search after N seconds of processor time
 *     --megabytes N  limit the memory of a search to N MB
 *
 * It tries 0 cells, 1, 2 and so on. With fewer cells, fewer states can be reached, so the searches before the one that wins
 * cost little. The last of them are needed anyway: they prove that fewer cells are not enough.
 */
#include "bulk.h"
#include "search.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_CELLS = 7 };

/* The version of the method. If it changes, earlier records do not count any more. */
static const char VERSION[] = "cells 2";

static void solve(const Deal *deal) {
  static const char RANKS[] = "A23456789TJQK", SUITS[] = "CDHS";
  unsigned char cards[CARDS];
  for (int i = 0; i < CARDS; i++)
    cards[i] = (strchr(RANKS, deal->cards[i][0]) - RANKS) * 4 + (strchr(SUITS, deal->cards[i][1]) - SUITS);

  char states[200], *end = states, bounds[50] = "", limits[80] = "", took[80];
  int cells = 0, at_least = 0;
  size_t most_bytes = 0;
  const clock_t start = clock();
  for (Outcome outcome = OPEN; cells <= MOST_CELLS; cells++) {
    Effort effort;
    outcome = search(cards, cells, options.seconds, &effort);
    end += sprintf(end, cells == 0 ? "%lu" : ",%lu", effort.states);
    if (effort.bytes > most_bytes) most_bytes = effort.bytes;
    if (outcome == WON) break;
    if (outcome == IMPOSSIBLE) at_least = cells + 1;
  }
  const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  sprintf(took, "\"tookSeconds\":%.3f,\"tookMegabytes\":%.1f", seconds, most_bytes / 1e6);
  if (cells == at_least && cells <= MOST_CELLS) {
    if (options.has_moves) {
      char *const moves = winning_moves();
      add_record(deal, "\"cells\":%d,\"states\":[%s],%s,\"solution\":\"%s\"", cells, states, took, moves);
      free(moves);
    } else {
      add_record(deal, "\"cells\":%d,\"states\":[%s],%s", cells, states, took);
    }
    return;
  }
  if (cells <= MOST_CELLS) sprintf(bounds, ",\"atMost\":%d", cells);
  end = limits;
  if (options.seconds > 0) end += sprintf(end, ",\"seconds\":%ld", options.seconds);
  if (options.megabytes > 0) sprintf(end, ",\"megabytes\":%ld", options.megabytes);
  add_record(deal, "\"atLeast\":%d%s,\"states\":[%s],%s%s", at_least, bounds, states, took, limits);
}

int main(int argc, char **argv) {
  const Solver solver = {"bulk-cells", solve, NULL};
  if (read_options(&solver, argc, argv) != argc)
    fail(2, "usage: bulk-cells [--check] [--moves] [--seconds N] [--megabytes N]", "");
  describe_solver(VERSION, NULL);
  return solve_in_bulk();
}
