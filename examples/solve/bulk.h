/* Options, deals in, records out. A solver in freecell-solver.c solves the deals. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

enum { CARDS = 52, COLUMNS = 8 };

typedef struct {
  unsigned long long number;
  char cards[CARDS][2]; /* names in dealing order, such as 7D */
} Deal;

typedef struct {
  const char *name;
  void (*solve)(const Deal *deal);    /* adds the deal's record, or prints on standard error why there is none */
  void (*time_out)(const Deal *deal); /* adds the record of a deal that SIGPROF ended */
} Solver;

typedef struct {
  bool is_check;  /* write the solver's name, and exit */
  bool has_moves; /* write the solution into the records */
  long seconds;   /* 0: no limit */
  long megabytes;
} Options;

extern Options options;

/* Exits with a line on standard error; control characters of `detail` are escaped. Status: 1 failure, 2 usage error. */
_Noreturn void fail(int status, const char *message, const char *detail);

/* Reads the options. Returns the index of the first argument after them. */
int read_options(const Solver *solver, int argc, char **argv);

/* Sets the members at the end of every record, which tell the records of one solver from those of another. */
void describe_solver(const char *version, const char *flags);

/* Adds a record: {"deal":617, then the members in `format`, then the solver. */
void add_record(const Deal *deal, const char *format, ...);

/* Solves the deals on standard input, or writes the solver's name with --check. Returns the exit status. */
int solve_in_bulk(void);
