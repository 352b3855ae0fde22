# Sourced, with the words of a call, by ./berth and by the launcher of an installation: how the JVM is started for each command.
# Wanted are aot, simulate_aot, kube_aot, client_aot, submit_aot and client_security: the start-up caches, and the properties of commands that ask
# a running Berth.
# POSIX sh; what forks is where nothing else does.

gc=-XX:+UseSerialGC
client=
case " ${BERTH_JAVA_OPTS:-} " in
  *" -XX:+Use"*"GC "*) gc= ;; # the JVM refuses two collectors
esac

# Before its first Unix socket the JDK looks through all modules for another maker of sockets, and reads 50 KB of properties for a
# source of chance, which names temporary files. Commands send nothing that such properties are for.
client_options() {
  lean=-Djdk.reflect.useNativeAccessorOnly=true
  if [ -r /proc/self/stat ]; then
    lean="$lean -Djava.nio.channels.spi.SelectorProvider=sun.nio.ch.EPollSelectorProvider"
  fi
}

# What asks a running Berth is over before the second compiler is worth its time; what runs for weeks has time to find out
# what is worth it, while it shares the processors with the tasks that it starts.
compilers=
memory=
cache=$aot
lean=
case ${1:-} in
  solve | simulate | demo | tune | import)
    # The library of the exact solver passes arrays to native code in a way that the JVM warns of; the strategy ilp uses it, too.
    compilers="--sun-misc-unsafe-memory-access=allow"
    # Much of what the others need would be linked for nothing; JSON is written once, and asks records in the way that starts fast.
    if [ "$1" = simulate ]; then
      cache=$simulate_aot
      compilers="$compilers -Djdk.reflect.useNativeAccessorOnly=true"
      # A run of half a second does not earn back what the second compiler takes of it, so that begins later: methods that the cache knows
      # ask for it at every 2^17th call (or 2^20th turn of a loop) alone, and the others have thresholds four times as high. Hundreds of thousands
      # of jobs lose two tenths of a second by it (experiment 2).
      compilers="$compilers -XX:Tier2InvokeNotifyFreqLog=17 -XX:Tier2BackedgeNotifyFreqLog=20"
      compilers="$compilers -XX:Tier4InvocationThreshold=20000 -XX:Tier4MinInvocationThreshold=2400"
      compilers="$compilers -XX:Tier4CompileThreshold=60000 -XX:Tier4BackEdgeThreshold=160000"
    fi
    ;;
  kube)
    cache=$kube_aot
    # What reads the messages of API servers looks for the quickest way to arrays, which the JVM warns of.
    memory=-XX:+ExitOnOutOfMemoryError
    # Where the API server is on the same processors, what the second compiler takes of them in the first minute is not gained back: a first
    # burst of 4,000 pods takes 2.1 s of CPU in place of 1.8, and is no faster.
    compilers="--sun-misc-unsafe-memory-access=allow -XX:TieredStopAtLevel=1"
    ;;
  gateway)
    # Whoever supervises it starts it again; without memory it would neither serve nor end.
    memory=-XX:+ExitOnOutOfMemoryError
    compilers="--sun-misc-unsafe-memory-access=allow"
    ;;
  up)
    # Without memory it would neither serve nor end; when it ends, whoever supervises it starts it again, and tasks go on.
    memory=-XX:+ExitOnOutOfMemoryError
    compilers="--sun-misc-unsafe-memory-access=allow"
    compilers="$compilers -XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000"
    compilers="$compilers -XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000"
    ;;
  submit | ls | history | show | logs | cancel | hold | release | requeue | update | explain | eta | queues | pools | services | scale | reserve | reservations | top | drain | undrain | \
    strategy | config | console | down | \
    version | --version | -V)
    # Those of the last line ask nobody, and are as short.
    cache=$client_aot
    # Nobody watches its counters, and the cache need not be moved in memory: that touches all of its pages. Compiling what runs a
    # thousand times takes longer than running it.
    compilers="-XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=10 -XX:-UsePerfData"
    compilers="$compilers -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0"
    client=true
    client_options
    ;;
esac

# The submission of a command links what it alone uses, and is over before compiling anything pays; scripts and files are read.
if [ "${1:-}" = submit ]; then
  case " $* " in
    *" -- "*)
      cache=$submit_aot
      compilers="$compilers -Xint"
      ;;
  esac
fi

# Functions that bash exports do not outlive a shell that is none; scripts get them as under sbatch.
if [ "${1:-}" = submit ] && grep -qsz '^BASH_FUNC_' /proc/$$/environ; then
  BERTH_FUNCTIONS=$(grep -z '^BASH_FUNC_' /proc/$$/environ | base64 -w 0)
  export BERTH_FUNCTIONS
fi
# The width of the window, for what prints tables: asked here, a JVM takes thirty times as long to ask a terminal.
case ${1:-} in
  ls | history | show | queues | top | config)
    if [ -t 1 ] && [ -z "${COLUMNS:-}" ]; then
      size=$(stty size 2>/dev/null <&1) || size=
      columns=${size#* }
      case $columns in
        '' | 0 | *[!0-9]*) ;;
        *) export COLUMNS="$columns" ;;
      esac
    fi
    ;;
esac

# run_berth JAVA JAR WORD...: becomes the command.
run_berth() {
  java=$1
  jar=$2
  shift 2
  set -- -jar "$jar" "$@"
  if [ -n "$client" ]; then
    # shellcheck disable=SC2086
    set -- $lean "-Djava.security.properties==$client_security" "$@"
  fi
  # JVM messages go to stderr, since stdout belongs to the command; a cache that does not fit is not worth one.
  # shellcheck disable=SC2086
  set -- -Xlog:disable -Xlog:all=warning:stderr '-Xlog:aot*=off:stderr' '-Xlog:cds*=off:stderr' \
    "-XX:AOTCache=$cache" $gc $memory $compilers ${BERTH_JAVA_OPTS:-} "$@"
  exec "$java" "$@"
}

# What the training run loads is what starts fast later, and all of it is linked at each start: a command for this alone, which
# simulates a small trace or asks a running Berth. Without a cache Berth only starts slower, so nothing of this may fail the call.
# make_aot_cache JAVA FILE LOG WORD...
make_aot_cache() {
  java=$1
  cache_file=$2
  cache_log=$3
  shift 3
  rm -f "$cache_file"
  "$java" -XX:+UseSerialGC "-XX:AOTCacheOutput=$cache_file.new" "$@" >>"$cache_log" 2>&1 </dev/null || true
  if [ -f "$cache_file.new" ]; then mv -f "$cache_file.new" "$cache_file"; fi
}

# make_aot_caches JAVA JAR LOG: all, and the properties. Commands ask a Berth that is another process, and lives until all are made.
make_aot_caches() {
  make_aot_cache "$1" "$aot" "$3" -jar "$2" warm-up
  # What ran often in the training run is compiled at the start of each run, before it is known whether that pays: only what ran very often.
  # Of a run of half a second that saves a twentieth.
  make_aot_cache "$1" "$simulate_aot" "$3" -XX:Tier3InvocationThreshold=2000 -XX:Tier3MinInvocationThreshold=1000 \
    -XX:Tier3CompileThreshold=20000 -jar "$2" simulate-warm-up
  make_aot_cache "$1" "$kube_aot" "$3" --sun-misc-unsafe-memory-access=allow -XX:TieredStopAtLevel=1 -jar "$2" kube-warm-up
  printf 'security.provider.1=SUN\n' >"$client_security"
  client_options
  asked=$(mktemp -d)
  "$1" -XX:+UseSerialGC -jar "$2" up --home "$asked" --port 0 >>"$3" 2>&1 </dev/null &
  asked_process=$!
  tries=0
  until [ -f "$asked/berth.json" ] || [ "$tries" -ge 300 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
  # shellcheck disable=SC2086
  make_aot_cache "$1" "$client_aot" "$3" $lean "-Djava.security.properties==$client_security" -jar "$2" client-warm-up "$asked"
  # shellcheck disable=SC2086
  make_aot_cache "$1" "$submit_aot" "$3" $lean "-Djava.security.properties==$client_security" -jar "$2" \
    submit --home "$asked" --cpu 0.1 -- true
  kill "$asked_process" 2>/dev/null || true
  wait "$asked_process" 2>/dev/null || true
  rm -rf "$asked"
}
