/* Freecell Solver's library, with the flags of fc-solve. */
#pragma once

#include "bulk.h"

#include <freecell-solver/fcs_cl.h>
#include <freecell-solver/fcs_user.h>

/* A solver with the flags, which stand between blanks. Ends where one is wrong. */
void *create_solver(const char *flags);

/* Solves a deal. Returns FCS_STATE_WAS_SOLVED and so on; the solver is to be recycled then. */
int solve_board(void *solver, const Deal *deal);
