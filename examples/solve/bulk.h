/* What solvers of deals in bulk have in common: bulk.c. */
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
  void (*solve)(const Deal *deal);        /* adds the deal's record, or says on standard error why there is none */
  void (*time_out)(const Deal *deal);     /* adds the record of a deal that SIGPROF ended */
} Solver;

typedef struct {
  bool is_check;  /* name the solver, and end */
  bool has_moves; /* records have the solution */
  long seconds;   /* 0: no limit */
  long megabytes;
} Options;

extern Options options;

/* Ends with a line on standard error. Exit status: 0 done, 1 failure, 2 usage error. */
_Noreturn void fail(int status, const char *message, const char *detail);

/* Reads the options, and returns the index of the first argument behind them. */
int read_options(const Solver *solver, int argc, char **argv);

/* The end of every record: what tells those of one solver from those of another, as members of JSON. */
void describe_solver(const char *version, const char *flags);

/* Adds a record: {"deal":617, then what `format` says, then the solver. */
void add_record(const Deal *deal, const char *format, ...);

/* Solves what standard input has, or names the solver where that is asked. Returns the exit status. */
int solve_in_bulk(void);
