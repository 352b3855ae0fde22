# Sourced by .ci/run and .ci/full: the checks, one function each, run in order by `step`.

step() {
  local name=$1 begin=$SECONDS
  echo "==> $name"
  "$name"
  echo "<== $name: $((SECONDS - begin)) s"
}

# A Redis, with which some tests are made. Its package would begin one, which nobody wants here. Where none can be had they are skipped.
redis() {
  if command -v redis-server >/dev/null; then return; fi
  if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    for try in 1 2; do
      RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive timeout 300 apt-get install -y -q --no-install-recommends redis-server >/dev/null 2>&1 && return
      [ "$try" -eq 2 ] || timeout 300 apt-get update -q >/dev/null 2>&1 || break
    done
  fi
  echo "redis: there is no redis-server and it cannot be installed; tests with one are skipped"
}

# What goes on beside the steps, on what they leave of the processors: much of a test is waiting.
beside=()
begin_beside() {
  setsid nice -n 19 "$@" &
  beside+=("$!")
  trap 'for group in "${beside[@]}"; do kill -- "-$group" 2>/dev/null || true; done' EXIT
}

# The programs of the steps chart and kube, and the libraries of python_agents: building and fetching them takes minutes.
programs() { begin_beside bash -c '. .ci/control-plane.sh; find_control_plane; .ci/chart; .ci/python --libraries' >/dev/null 2>&1; }

# Build and tests, the architecture rules among them.
verify() { mvn -B -ntp verify; }

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

# Error Prone and NullAway; compiles into target/strict, beside the steps that follow, which build elsewhere.
strict_begins() {
  begin_beside mvn -B -ntp -q -Pstrict test-compile >target/strict.log 2>&1
  strict=$!
}
strict() {
  local failed=0
  wait "$strict" || failed=$?
  cat target/strict.log
  return "$failed"
}

readme() { if [ -f README.md ]; then .ci/readme; fi; }

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
# A real API server. What is not built of it by now takes what is left of the 40 minutes, but for the tests. All of these take nine minutes:
# where that is not left, those that bind pods, devices and gangs, and the shipped manifests; at full length always all.
kube() {
  local tests='*OnClusterTest'
  if [ -z "${full_length:-}" ] && [ "$SECONDS" -gt 1800 ]; then
    tests='BindingOnClusterTest,DevicesOnClusterTest,GangClaimsOnClusterTest,ManifestsOnClusterTest'
    echo "kube: little time is left; only $tests"
  fi
  .ci/kube $((2200 - SECONDS)) "$tests"
}
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

# Two rows of guides beside each other: in one those that name ports, as they may name the same.
guides() {
  local named rest failed=0
  mapfile -t named < <(grep -lE '(127\.0\.0\.1|localhost):[0-9]' docs/guide/*.md)
  mapfile -t rest < <(grep -LE '(127\.0\.0\.1|localhost):[0-9]' docs/guide/*.md)
  .ci/readme "${named[@]}" >target/guides.log 2>&1 &
  .ci/readme "${rest[@]}" || failed=$?
  wait "$!" || failed=$?
  cat target/guides.log
  return "$failed"
}

every_change() {
  step all_called
  step redis
  step programs
  step verify
  step formatted
  step readme
  step packages
  step strict_begins
  step guides
  step plugin
  step report
  step console
  step python_agents
  step openb
  step solver
  step simtest
  step strict
  step crash
  step kills
  step restores
  step one_program
  step api
  step real_jobs
  step strangers
  step tenants
  step reloads
  step services
  step users
  step clocks
  step full_disk
  step chart
  step kube
}
