/* Freecell Solver's library, with the flags of fc-solve. */
#pragma once

#include "bulk.h"

#include <freecell-solver/fcs_cl.h>
#include <freecell-solver/fcs_user.h>

/* Creates a solver with flags that are separated by blanks. Exits if a flag is wrong. */
void *create_solver(const char *flags);

/* Solves a deal. Returns FCS_STATE_WAS_SOLVED and so on. The caller then recycles the solver. */
int solve_board(void *solver, const Deal *deal);
