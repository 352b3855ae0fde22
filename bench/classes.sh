# Sourced by scripts beside it that run code of the tests, after .ci/jdk.sh.

# test_classes FOLDER: builds all, copies the classes into FOLDER and sets classpath. Copies: a campaign takes minutes, and a
# build meanwhile must not change the classes under it.
test_classes() {
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
