# Shared by solve and cells, which set sources, libraries, flags and least_megabytes, and what results.sh needs.

. "$(dirname "$0")/results.sh"
solver=$here/build/bulk-$name

# Compiles the solver. It gets its final name only when it is complete, because other runs may compile it at the same time.
build() {
  need cc gcc
  [ ${#libraries[@]} -eq 0 ] || printf '#include <freecell-solver/fcs_user.h>\n' | cc -E - >/dev/null 2>&1 ||
    fail 'the header of Freecell Solver is not installed; apt-get install libfreecell-solver-dev'
  mkdir -p "$here/build" || fail "${here@Q} cannot be written to; run $name once as its owner, which compiles the solver"
  cc -std=c11 -O2 -Wall -Wextra -o "$solver.$$" "${sources[@]/#/$here/}" "${libraries[@]}" ||
    fail "${here@Q}/${sources[0]} cannot be compiled"
  mv "$solver.$$" "$solver"
}

whole BLOCK 1 1000000000
whole MAX_MEGABYTES "$least_megabytes" 1000000000
whole SOLUTIONS 0 1
[ ${#libraries[@]} -eq 0 ] || need fc-solve freecell-solver-bin # the library reads the presets of this package
need parallel parallel
grep -qs 'GNU Parallel' "$(command -v parallel)" || fail 'parallel is not GNU parallel; apt-get install parallel'
for source in "${sources[@]}"; do
  [ "$solver" -nt "$here/$source" ] || { build && break; }
done

limits=()
[ -z "${MAX_SECONDS:-}" ] || limits+=(--seconds "$MAX_SECONDS")
[ -z "${MAX_MEGABYTES:-}" ] || limits+=(--megabytes "$MAX_MEGABYTES")
[ "${SOLUTIONS:-0}" -eq 0 ] || limits+=(--moves)
SOLVER=$("$solver" --check "${limits[@]}" "${flags[@]}") || exit
export SOLVER

# A solver takes 32 KB of the stream, about 100 deals, whenever it has room for them. With -u, the solvers write their
# records themselves. If GNU parallel collected them, it would take a quarter of the processor time.
if [ -n "${BLOCK:-}" ]; then blocks=(-N "$BLOCK"); else blocks=(--round-robin --block 32k); fi
record_deals "${mortal[@]}" parallel -q --pipe "${blocks[@]}" -j "${JOBS:-$(nproc)}" -u "$solver" "${limits[@]}" "${flags[@]}"
