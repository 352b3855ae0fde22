# Sourced by scripts beside it that run code of the benchmarks or of the tests, after .ci/jdk.sh. BERTH_CLASSES names a folder of
# `keep_classes`: then all has been built, is not built again, and the classes there are taken.

# What is run from bench/target.
benchmarks() {
  [ -z "${BERTH_CLASSES:-}" ] || return 0
  echo "Building ..." >&2
  mvn_on_jdk -q -B -f "$root/pom.xml" -Dmaven.test.skip=true -pl bench -am package >&2
}

# test_classes FOLDER: builds all, copies the classes into FOLDER and sets classpath. Copies: a campaign takes minutes, and a
# build meanwhile must not change the classes under it.
test_classes() {
  if [ -n "${BERTH_CLASSES:-}" ]; then
    classpath=$(cat "$BERTH_CLASSES/classpath")
    return
  fi
  echo "Building ..." >&2
  mvn_on_jdk -q -B -f "$root/pom.xml" -pl testkit -am test-compile \
    org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath -Dmdep.outputFile="$1/libraries" >&2
  classpath=$(sed "s|$root/[a-z]*/target/[^:]*:\\{0,1\\}||g" "$1/libraries")
  for module in testkit/target/test-classes testkit/target/classes bench/target/classes app/target/classes \
    console/target/classes gateway/target/classes local/target/classes kube/target/classes live/target/classes edge/target/classes learn/target/classes optimize/target/classes sim/target/classes spec/target/classes \
    core/target/classes; do
    mkdir -p "$1/$module"
    cp -R "$root/$module/." "$1/$module/"
    classpath=$1/$module:$classpath
  done
}

# keep_classes FOLDER: for many scripts at once, which find it in BERTH_CLASSES
keep_classes() {
  benchmarks
  test_classes "$1"
  printf '%s\n' "$classpath" >"$1/classpath"
}
