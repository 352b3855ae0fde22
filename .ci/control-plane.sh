# Sourced by .ci/kube and by scripts of bench/, after .ci/jdk.sh: the programs of a Kubernetes control plane. POSIX sh.
# BERTH_KUBE_BIN names a folder that has them already; else they are built from their Go modules, once, into the user's cache: ten
# minutes on two processors, or up to the second kube_build_until since 1970, and on from there at the next call.

kube_version=1.36.3
etcd_version=3.7.3
kwok_version=0.8.0
kube_programs='etcd kube-apiserver kube-scheduler kubectl kwok'

# find_control_plane: sets BERTH_KUBE_BIN; fails, and says what to do, where that cannot be.
find_control_plane() {
  if [ -z "${BERTH_KUBE_BIN:-}" ]; then
    BERTH_KUBE_BIN=${XDG_CACHE_HOME:-$HOME/.cache}/berth/kube-$kube_version-etcd-$etcd_version-kwok-$kwok_version
    if [ -n "$(missing_programs)" ]; then build_control_plane || return 1; fi
  fi
  if [ -n "$(missing_programs)" ]; then
    echo "there is no $(missing_programs | head -n 1) in $BERTH_KUBE_BIN (BERTH_KUBE_BIN names the folder)" >&2
    return 1
  fi
  export BERTH_KUBE_BIN
}

missing_programs() {
  for program in $kube_programs; do
    [ -x "$BERTH_KUBE_BIN/$program" ] || echo "$program"
  done
}

# Sets go_command to one that can fetch the version that a module asks for.
find_go() {
  for go_command in "$(command -v go)" /usr/local/go/bin/go /usr/lib/go/bin/go "$HOME"/sdk/go*/bin/go; do
    [ -x "$go_command" ] || continue
    case $("$go_command" env GOVERSION) in
      go1.[0-9] | go1.[0-9].* | go1.1[0-9]* | go1.20*) ;;
      go*) return 0 ;;
    esac
  done
  return 1
}

build_control_plane() {
  if ! find_go && [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -q --no-install-recommends golang-go >/dev/null 2>&1 || true
  fi
  if ! find_go; then
    echo "a control plane of Kubernetes is built with Go 1.21 or newer, and there is none: install it and put it on PATH, or have" \
      "BERTH_KUBE_BIN name a folder with $kube_programs" >&2
    return 1
  fi
  built=$(mktemp -d "${TMPDIR:-/tmp}/berth-kube-build.XXXXXX") || return 1
  mkdir -p "$BERTH_KUBE_BIN"
  # Whoever builds them already is waited for.
  exec 9>"$BERTH_KUBE_BIN/.lock"
  left=$((${kube_build_until:-9999999999} - $(date +%s)))
  if [ "$left" -gt 0 ] && command -v flock >/dev/null; then flock -w "$left" 9 || return 1; fi
  status=0
  for program in $(missing_programs); do
    left=$((${kube_build_until:-9999999999} - $(date +%s)))
    if [ "$left" -le 0 ]; then
      echo "no time is left to build $program; the next call goes on from here" >&2
      status=1
      break
    fi
    echo "Building $program ..." >&2
    (cd "$built" && build_program "$program" "$left" 9>&-) || { status=1; break; }
    # Whole or not at all, whoever else builds them.
    mv -f "$built/$program" "$BERTH_KUBE_BIN/$program"
  done
  chmod -R u+w "$built" && rm -rf "$built"
  exec 9>&-
  return $status
}

# build_program NAME SECONDS: into the folder where it is called, in so long
build_program() {
  mkdir -p "module-$1" && cd "module-$1" || return 1
  case $1 in
    etcd) module=go.etcd.io/etcd/server/v3 version=v$etcd_version package=$module ;;
    kwok) module=sigs.k8s.io/kwok version=v$kwok_version package=$module/cmd/kwok ;;
    *) module=k8s.io/kubernetes version=v$kube_version package=$module/cmd/$1 ;;
  esac
  # Before there is a go.mod, which would be wanted whole.
  if [ "$module" = k8s.io/kubernetes ]; then staged_modules >replacements || return 1; else : >replacements; fi
  printf 'module berth/controlplane\n\nrequire %s %s\n\n' "$module" "$version" | cat - replacements >go.mod
  timeout "$2" "$go_command" build -mod=mod -ldflags "-s -w -X k8s.io/component-base/version.gitVersion=v$kube_version" -o "../$1" "$package"
}

# Kubernetes requires the modules that it is parted into without a version; each was released under its own.
staged_modules() {
  described=$("$go_command" mod download -json "$module@$version" | sed -n 's/.*"GoMod": "\(.*\)".*/\1/p')
  [ -f "$described" ] || return 1
  sed -n 's/^[[:space:]]*\(k8s\.io\/[a-z0-9-]*\) v0\.0\.0$/\1/p' "$described" | while read -r staged; do
    echo "replace $staged => $staged v0.${kube_version#1.}"
  done
}
