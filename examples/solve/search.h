/* Can a deal be won with so many free cells? A search that looks at everything that can be reached, if need be. */
#pragma once

#include "bulk.h"

/* OPEN: a limit cut the search short. */
typedef enum { WON, IMPOSSIBLE, OPEN } Outcome;

/*
 * Searches a deal: cards in dealing order, a card as rank * 4 + suit with ranks from 0 and suits in the order CDHS. It
 * looks at some millions of states, or at all: is_whole. Ends after so many seconds of processor time, unless that is 0,
 * or where memory ends. Adds to `states` those it looks at.
 */
Outcome search(const unsigned char deal[CARDS], int cells, long seconds, bool is_whole, unsigned long *states);
