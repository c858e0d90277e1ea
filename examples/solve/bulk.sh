# Shared by solve and cells, which set name, usage, sources, flags, least_megabytes, and alien: variables they do not use.

fail() {
  printf '%s: %s\n' "$name" "$1" >&2
  exit "${2:-1}"
}

need() {
  command -v "$1" >/dev/null || fail "$1 is not installed; apt-get install $2"
}

# Fails if a variable is set and is not a whole number in a range: whole NAME LEAST MOST
whole() {
  local value=${!1:-}
  [ -z "$value" ] && return
  [[ $value =~ ^(0|[1-9][0-9]{0,9})$ ]] && ((value >= $2 && value <= $3)) ||
    fail "$1 is ${value@Q}; expected a whole number, $2..$3" 2
}

here=$(cd "$(dirname "$0")" && pwd)
solver=$here/build/bulk-$name

# Compiles the solver. It gets its final name only when it is complete, because other runs may compile it at the same time.
build() {
  need cc gcc
  printf '#include <freecell-solver/fcs_user.h>\n' | cc -E - >/dev/null 2>&1 ||
    fail 'the header of Freecell Solver is not installed; apt-get install libfreecell-solver-dev'
  mkdir -p "$here/build" || fail "${here@Q} cannot be written to; run $name once as its owner, which compiles the solver"
  cc -std=c11 -O2 -Wall -Wextra -o "$solver.$$" "${sources[@]/#/$here/}" -lfreecell-solver ||
    fail "${here@Q}/${sources[0]} cannot be compiled"
  mv "$solver.$$" "$solver"
}

case ${1:-} in -h | --help) printf '%s\n' "$usage" && exit ;; esac
[ "$#" -ge 2 ] || fail "$usage" 2
for variable in "${alien[@]}"; do
  [ -z "${!variable:-}" ] || fail "$variable is for solve alone; unset it" 2
done
whole JOBS 1 1000
whole BLOCK 1 1000000000
whole MAX_SECONDS 1 1000000000
whole MAX_MEGABYTES "$least_megabytes" 1000000000
whole SOLUTIONS 0 1
whole LOCK_WAIT 0 1000000000
need fc-solve freecell-solver-bin # the library reads the presets of this package
need parallel parallel
grep -qs 'GNU Parallel' "$(command -v parallel)" || fail 'parallel is not GNU parallel; apt-get install parallel'
need flock util-linux
need node nodejs
for source in "${sources[@]}"; do
  [ "$solver" -nt "$here/$source" ] || { build && break; }
done
results=$1 deals=$2
shift 2

# All child processes end with this one, also after kill -9. Without setpriv, only the solvers do.
mortal=()
if setpriv --pdeathsig KILL true 2>/dev/null; then mortal=(setpriv --pdeathsig KILL); fi

if [ -f "$here/../../dist/cli.cjs" ]; then
  generate=("${mortal[@]}" node "$here/../../dist/cli.cjs" generate)
else
  command -v freecell-deals >/dev/null || fail 'freecell-deals is not installed; run npm ci && npm run build, or put it on the PATH'
  generate=("${mortal[@]}" freecell-deals generate)
fi
if [ "$deals" = - ] || [ -f "$deals" ]; then generate+=(--deals-from "$deals"); else generate+=("$deals"); fi

limits=()
[ -z "${MAX_SECONDS:-}" ] || limits+=(--seconds "$MAX_SECONDS")
[ -z "${MAX_MEGABYTES:-}" ] || limits+=(--megabytes "$MAX_MEGABYTES")
[ "${SOLUTIONS:-0}" -eq 0 ] || limits+=(--moves)
SOLVER=$("$solver" --check "${limits[@]}" "${flags[@]}") || exit
export SOLVER

# A solver takes 32 KB of the stream, about 100 deals, whenever it has room for them. With -u, the solvers write their
# records themselves. If GNU parallel collected them, it would take a quarter of the processor time.
if [ -n "${BLOCK:-}" ]; then blocks=(-N "$BLOCK"); else blocks=(--round-robin --block 32k); fi
solvers=("${mortal[@]}" parallel -q --pipe "${blocks[@]}" -j "${JOBS:-$(nproc)}" -u "$solver" "${limits[@]}" "${flags[@]}")

[ ! -e "$results" ] || [ -f "$results" ] || fail "${results@Q} is not a file"
trap 'fail "stopped; run it again to continue" 130' INT
SECONDS=0
# One run at a time appends to a file. The lock ends with its holder, however that ends. A run that fails removes a file
# that it made and that is still empty, so a run that has waited makes sure that it has not locked a removed file.
until
  RESULTS_ARE_NEW=
  [ -e "$results" ] || RESULTS_ARE_NEW=1
  { exec 9>>"$results"; } 2>/dev/null || fail "cannot write ${results@Q}; its folder must exist and be yours"
  flock --nonblock 9 && [ "$results" -ef /dev/fd/9 ]
do
  ((SECONDS < ${LOCK_WAIT:-0})) || fail "another run writes to ${results@Q}; wait for its end"
  sleep 0.2 # a wait in short steps can be interrupted
done
export RESULTS_ARE_NEW
exec node "$here/run.mjs" "$name" "$results" "${generate[@]}" "$@" --solvers "${solvers[@]}"
