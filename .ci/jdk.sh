# Sourced by ./berth and the scripts: find_jdk sets BERTH_JDK to the folder of a JDK 25 or newer, mvn_on_jdk uses it.
# POSIX sh; the common path forks nothing, because every `berth` command pays for it.

BERTH_JDK_MIN=25

# Sets jdk_major to the feature version of the JDK in folder $1, or to 0.
read_jdk_major() {
  jdk_major=0
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] || return 0
  jdk_version=
  if [ -r "$1/release" ]; then
    while IFS='=' read -r key value; do
      [ "$key" = JAVA_VERSION ] || continue
      jdk_version=$value
      break # the shell reads byte by byte, and the list of modules comes after it
    done <"$1/release"
  else
    jdk_version=$("$1/bin/java" -version 2>&1 | sed -n 's/.*version \("[^"]*"\).*/\1/p')
  fi
  jdk_version=${jdk_version#\"}
  jdk_major=${jdk_version%%[!0-9]*}
  jdk_major=${jdk_major:-0}
}

jdk_on_path() {
  path_java=$(command -v java) || return 0
  path_java=$(readlink -f "$path_java" 2>/dev/null) || return 0
  printf '%s\n' "${path_java%/bin/java}"
}

find_jdk() {
  BERTH_JDK=
  for candidate in "${JAVA_HOME:-}" "" \
    /usr/lib/jvm/* /opt/*jdk* /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/*; do
    # The second place is the java on PATH, asked for only when JAVA_HOME does not do.
    [ -n "$candidate" ] || candidate=$(jdk_on_path)
    [ -n "$candidate" ] || continue
    read_jdk_major "$candidate"
    if [ "$jdk_major" -ge "$BERTH_JDK_MIN" ]; then
      BERTH_JDK=$candidate
      return 0
    fi
  done
  echo "Berth needs a JDK $BERTH_JDK_MIN or newer and found none. Install one (for example Temurin: https://adoptium.net)" >&2
  echo "and put it on PATH, or set JAVA_HOME to its folder." >&2
  return 2
}

# Maven on the JDK that was found. The two options only silence warnings about Maven 3.8's own libraries.
mvn_on_jdk() {
  JAVA_HOME=$BERTH_JDK \
    MAVEN_OPTS="${MAVEN_OPTS:-} --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow" \
    mvn "$@"
}
