/* Searches whether a deal can be won with a number of free cells, through all states that can be reached if need be. */
#pragma once

#include "bulk.h"

#include <stddef.h>

/* OPEN: a limit cut the search short. */
typedef enum { WON, IMPOSSIBLE, OPEN } Outcome;

/* The number of states that a search looked at, and the bytes of its arrays when they were largest. */
typedef struct {
  unsigned long states;
  size_t bytes;
} Effort;

/*
 * Searches a deal. `deal` has the cards in dealing order; a card is rank * 4 + suit, with ranks from 0 and suits in the order
 * CDHS. The search ends after `seconds` of processor time, unless that is 0, and when memory runs out.
 */
Outcome search(const unsigned char deal[CARDS], int cells, long seconds, Effort *effort);

/*
 * Returns the moves of the last search, which must have won, for free() to free. They end when each card lies on a card that it
 * may be built on, or alone. 7D8S puts 7D on 8S, 7D+ on its foundation, and 7D- into a free cell or an empty column. A card in
 * an empty column may change places with one in a cell, until 7D_ says that 7D stays in a column, or that it is moved to one.
 */
char *winning_moves(void);
