#!/bin/sh
# Makes boards.txt: a line with the deal number, then its board in eight lines, each dealt by Freecell Solver's
# make-microsoft-freecell-board (Debian: freecell-solver-bin). Usage: sh make.sh > boards.txt
set -eu
{
  echo 1 2 617 11982 31999 32000 32001 1000000
  echo 2147483646 2147483647 2147483648 2147483649
  echo 4294967294 4294967295 4294967296 4294967297
  echo 8589934590 8589934591
  # five more in each regime, drawn once
  shuf -n 5 -i 1-2147483647
  shuf -n 5 -i 2147483648-4294967295
  shuf -n 5 -i 4294967296-8589934591
} | tr ' ' '\n' | sort -n | uniq | while read -r n; do
  echo "$n"
  make-microsoft-freecell-board -t "$n"
done
