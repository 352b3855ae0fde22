# Sourced by .ci/run and .ci/full: the checks, one function each, run in order by `step` or beside one another by `rows`.

step() {
  local name=$1 begin=$SECONDS
  echo "==> $name"
  "$name"
  echo "<== $name: $((SECONDS - begin)) s"
}

# rows STEPS... -- STEPS...: each argument is a row of steps, and all rows go on beside one another. What a step says is printed as a whole
# when it has ended. A row ends with the first step that fails, and the run with the last row. Rows before -- mostly wait and have times to
# keep, so they have the processors when they want them; those behind it are at work all the time and take what is left.
rows() {
  local row pids=() pid failed=0 niceness=0
  mkdir -p target/steps
  for row in "$@"; do
    if [ "$row" = -- ]; then
      niceness=10
      continue
    fi
    # shellcheck disable=SC2086 # the steps of a row
    in_row "$niceness" $row &
    pids+=("$!")
  done
  for pid in "${pids[@]}"; do wait "$pid" || failed=1; done
  return "$failed"
}

in_row() {
  local name begin status
  [ "$1" -eq 0 ] || renice -n "$1" -p "$BASHPID" >/dev/null
  for name in "${@:2}"; do
    begin=$SECONDS
    ("$name") >"target/steps/$name.log" 2>&1 </dev/null &
    status=0
    wait "$!" || status=$?
    said "$name" "$((SECONDS - begin))" "$status" 8>target/steps/lock
    [ "$status" -eq 0 ] || return "$status"
  done
}

# said NAME SECONDS STATUS: prints what a step of a row said, when no other does
said() {
  flock 8
  echo "==> $1"
  cat "target/steps/$1.log"
  if [ "$3" -eq 0 ]; then echo "<== $1: $2 s"; else echo "<== $1: failed with exit code $3 after $2 s"; fi
}

# A Redis, with which some tests are made. Its package would begin one, which nobody wants here. Where none can be had they are skipped.
redis() {
  if command -v redis-server >/dev/null; then return; fi
  if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    for try in 1 2; do
      RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive timeout 300 apt-get -o DPkg::Lock::Timeout=300 install -y -q --no-install-recommends redis-server >/dev/null 2>&1 && return
      [ "$try" -eq 2 ] || timeout 300 apt-get update -q >/dev/null 2>&1 || break
    done
  fi
  echo "redis: there is no redis-server and it cannot be installed; tests with one are skipped"
}

# What goes on beside the steps, on what they leave of the processors: much of a test is waiting. A session of its own is scheduled as one
# group, which its own niceness decides about where there are such groups.
beside=()
begin_beside() {
  setsid nice -n 19 bash -c 'echo 19 2>/dev/null >/proc/self/autogroup || true; exec "$@"' beside "$@" &
  beside+=("$!")
  trap ended EXIT
}

ended() {
  for group in "${beside[@]}"; do kill -- "-$group" 2>/dev/null || true; done
  [ -z "${BERTH_CLASSES:-}" ] || rm -rf "$BERTH_CLASSES"
}

# The programs of the steps chart and kube, and the libraries of python_agents: building and fetching them takes minutes.
programs() { begin_beside bash -c '. .ci/control-plane.sh; find_control_plane; .ci/chart; .ci/python --libraries' >/dev/null 2>&1; }

# Build and tests, the architecture rules among them.
verify() { mvn -B -ntp verify ${full_length:+-Dberth.full=true}; }

# Every command of bench/ is called somewhere, if only at full length: what nobody runs rots.
all_called() {
  local left=0 command lines
  lines=$(grep -hv '^ *#' .ci/full .ci/full.d/* .ci/checks.sh)
  for command in bench/*; do
    if [ ! -f "$command" ] || [ ! -x "$command" ]; then continue; fi
    if ! grep -qE "(^| )$command( |;|\$)" <<<"$lines"; then
      echo "bench: nobody calls $command: name it in .ci/checks.sh or in a script of .ci/full.d" >&2
      left=$((left + 1))
    fi
  done
  [ "$left" -eq 0 ]
}

formatted() { .ci/fmt --check; }

# Error Prone and NullAway; compiles into target/strict, beside the steps that follow, which build elsewhere. The build leaves
# much of two processors before the tests of core and spec are over, for which all else waits.
strict_begins() {
  mkdir -p target
  begin_beside mvn -B -ntp -q -Pstrict test-compile >target/strict.log 2>&1
  strict=$!
}
strict() {
  local failed=0
  wait "$strict" || failed=$?
  cat target/strict.log
  return "$failed"
}

# Built once for all that follows: the program with its caches, the benchmarks and the classes of the tests.
built() {
  # Of all modules: commands that ask a running Berth look at a few of them only.
  ./berth policies >/dev/null
  local root=$PWD
  . bench/classes.sh
  local classes
  classes=$(mktemp -d "${TMPDIR:-/tmp}/berth-classes.XXXXXX")
  keep_classes "$classes"
  export BERTH_CLASSES=$classes
  trap ended EXIT
}

# The scheduler in virtual time while much goes wrong, and the bugs that others had.
simtest() { .ci/full.d/simtest 500; }

# What takes minutes at full length (.ci/full.d), at a length for every change.
crash() { bench/crash 10; }
kills() { bench/kill 6; }
# The REST API by its document.
api() { .ci/api 2; }
restores() { bench/restore 8; }
one_program() { bench/one-program 60 300; }
real_jobs() { bench/real-hour 60; }
strangers() { bench/strangers 20; }
tenants() { bench/tenants 20; }
# A gateway whose settings are read again and again under load loses no request.
reloads() { bench/gateway-chaos 6 1 reload; }
# Replicas of services that come, go, are stopped and killed, behind a gateway that follows them.
services() { bench/services 15; }
# Needs root, as two users are made.
users() { bench/users 500; }
clocks() { bench/clock 4; }
# A real API server: nine minutes, half of them waiting, beside the others where its programs are there. Else it comes last: what is not built of
# them by now takes what is left of the 40 minutes, but for the tests; where nine minutes are not left, those tests that bind pods, devices and
# gangs, and the shipped manifests; at full length always all.
kube() {
  local tests='*OnClusterTest'
  if [ -z "${full_length:-}" ] && [ "$SECONDS" -gt 1800 ]; then
    tests='BindingOnClusterTest,DevicesOnClusterTest,GangClaimsOnClusterTest,ManifestsOnClusterTest'
    echo "kube: little time is left; only $tests"
  fi
  .ci/kube $((2200 - SECONDS)) "$tests"
}
# Prints kube where its programs are there.
kube_if_built() (
  . .ci/control-plane.sh
  kube_build_until=0
  find_control_plane >/dev/null 2>&1 && echo kube
)
full_disk() { bench/full-disk 2; }
openb() { .ci/full.d/openb; }
# Assignment problems: matchings beside OR-Tools, and one problem too large to write down.
solver() { bench/hungarian 1000 3 && bench/solve-scale 1 cluster; }

report() { .ci/report; }

# The page in a browser.
console() { .ci/console; }

# Archive, Debian package and image, built and tried on a machine without Java.
packages() { .ci/packages; }

# The Helm chart, against the plain manifests; the tests of step kube apply those.
chart() { .ci/chart; }

# Agents in Python play and learn in Berth's environments.
python_agents() { .ci/python; }

# Policies from a jar: the example project, simulated and live.
plugin() { .ci/plugin; }

# The README and the guides: those that name ports one after another, as they may name the same; of the others two at a time.
named_port='(127\.0\.0\.1|localhost):[0-9]'
# A guide alone has half of it.
export BERTH_README_LIMIT_S=480
guides_with_ports() { grep -lE "$named_port" README.md docs/guide/*.md | xargs .ci/readme; }
guides() {
  # shellcheck disable=SC2016 # expanded by the inner shell
  grep -LE "$named_port" README.md docs/guide/*.md | xargs -P 2 -n 1 sh -c '
    log=target/steps/${1##*/}.log status=0
    .ci/readme "$1" >"$log" 2>&1 || status=$?
    flock target/steps/guides.lock cat "$log"
    exit "$status"' guide
}

every_change() {
  step all_called
  step redis
  step programs
  step strict_begins
  step verify
  step built
  local kube_now
  kube_now=$(kube_if_built) || true
  # In two lots: all at once are a load of fifty, under which a job that a guide waits for has ended before. Maven notes in each module what it
  # has looked at, and two must not at the same moment: of each lot one row begins with it, and when another comes to it the first has long done with the modules.
  rows \
    "$kube_now" \
    'real_jobs one_program clocks full_disk services kills restores strangers tenants users' \
    -- \
    'simtest python_agents'
  rows \
    'report guides_with_ports api openb crash' \
    'guides plugin console formatted' \
    -- \
    packages
  step strict
  # Those that have a bar for how fast they are go alone.
  step solver
  step reloads
  step chart
  [ -n "$kube_now" ] || step kube
}
