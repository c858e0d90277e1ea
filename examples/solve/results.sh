# Shared by freecell-solver and each: checks of the settings, the deals, and the lock of the results file. A program sets name, usage
# and alien (variables that it does not use), and passes its arguments: RESULTS DEALS [flags of freecell-deals generate].

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

# Writes the results: record_deals SOLVERS.. starts run.mjs, which passes deals to the command SOLVERS and appends its records.
record_deals() {
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
  exec node "$here/run.mjs" "$name" "$results" "${generate[@]}" --solvers "$@"
}

here=$(cd "$(dirname "$0")" && pwd -P) # Node does not follow a link before ..
case ${1:-} in -h | --help) printf '%s\n' "$usage" && exit ;; esac
[ "$#" -ge 2 ] || fail "$usage" 2
for variable in "${alien[@]}"; do
  [ -z "${!variable:-}" ] || fail "$variable is not for $name; unset it" 2
done
whole JOBS 1 1000
whole MAX_SECONDS 1 1000000000
whole LOCK_WAIT 0 1000000000
need flock util-linux
need node nodejs
results=$1

# All child processes end with this one, also after kill -9. Without setpriv, only the solvers do.
mortal=()
if setpriv --pdeathsig KILL true 2>/dev/null; then mortal=(setpriv --pdeathsig KILL); fi

if [ -f "$here/../../bin/freecell-deals.cjs" ]; then
  generate=("${mortal[@]}" node "$here/../../bin/freecell-deals.cjs" generate)
else
  command -v freecell-deals >/dev/null || fail 'freecell-deals is not installed; run npm ci && npm run build, or put it on the PATH'
  generate=("${mortal[@]}" freecell-deals generate)
fi
if [ "$2" = - ] || [ -f "$2" ]; then generate+=(--deals-from); fi
generate+=("${@:2}")
