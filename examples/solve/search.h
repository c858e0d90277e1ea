/* Searches whether a deal can be won with a number of free cells, through all states that can be reached if need be. */
#pragma once

#include "bulk.h"

/* OPEN: a limit cut the search short. */
typedef enum { WON, IMPOSSIBLE, OPEN } Outcome;

/*
 * Searches a deal. `deal` has the cards in dealing order; a card is rank * 4 + suit, with ranks from 0 and suits in the order
 * CDHS. The search looks at 2.8 million states at most, or at all states if is_whole. It also ends after `seconds` of
 * processor time, unless that is 0, and when memory runs out. Adds the number of states it looked at to `states`.
 */
Outcome search(const unsigned char deal[CARDS], int cells, long seconds, bool is_whole, unsigned long *states);
