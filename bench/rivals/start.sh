# Sourced by bench/env and bench/train-rivals, after root was set.

. "$root/.ci/jdk.sh"
find_jdk || exit 2
rivals=${BERTH_RIVALS:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/berth/rivals}

# rivals_python MODULE: sets python to an interpreter that has MODULE, or to a program that ends at once.
rivals_python() {
  python=false
  for candidate in "${BERTH_PYTHON:-}" "$rivals/bin/python" python3; do
    [ -n "$candidate" ] || continue
    if "$candidate" -c "import $1" 2>/dev/null; then
      python=$candidate
      return 0
    fi
  done
}

# rivals_install PACKAGES...: each argument is a set that is installed as a whole, or not at all, unless it is there already.
rivals_install() {
  [ -x "$rivals/bin/python" ] || python3 -m venv "$rivals" >&2 || echo "There is no venv in $rivals: no rival runs." >&2
  python=$rivals/bin/python
  for packages in "$@"; do
    # shellcheck disable=SC2086
    "$python" -m pip install -q --disable-pip-version-check $packages >&2 || echo "Not to be had: $packages" >&2
  done
}

# bench_learn JAVA_OPTION... -- CLASS ARGUMENT...: builds the benchmarks and runs CLASS, which is told the places.
bench_learn() {
  options=
  while [ "$1" != -- ]; do
    options="$options $1"
    shift
  done
  class=$2
  shift 2
  echo "Building the benchmarks ..." >&2
  mvn_on_jdk -q -B -f "$root/pom.xml" -Dmaven.test.skip=true -pl bench -am package >&2
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  # shellcheck disable=SC2086
  "$BERTH_JDK/bin/java" $options ${BERTH_JAVA_OPTS:-} -cp "$root/bench/target/bench.jar:$root/bench/target/lib/*" \
    "io.berth.bench.learn.$class" "${BERTH_DATA:-$root/../shared/data}" "$root/bench/rivals" "$python" "$work" "$@"
}
