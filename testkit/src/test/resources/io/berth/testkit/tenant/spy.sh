# Tries to reach what is not its user's and says what it reached, a line each beginning with REACHED.
# $1 the home, $2 the pid of Berth, $3 the folder of tenants' folders, $4 how many rounds
home=$1
berth=$2
homes=$3
rounds=$4
me=$(id -u)

reached() {
    echo "REACHED as user $me: $*"
}

# In brackets, so that this script does not find itself.
secret='[M]ARK-'

look_at_files() {
    for path in "$home" "$home"/berth.json "$home"/tokens.yaml "$home"/tenants.json "$home"/job-key "$home"/keys "$home"/history.jsonl \
        "$home"/learner.json "$home"/*.sock "$home"/journal "$home"/tasks "$home"/tasks/run "$home"/tasks/inbox \
        "$home"/curves "$home"/models; do
        [ -r "$path" ] && reached "reads $path"
        [ -w "$path" ] && reached "writes $path"
        [ -e "$path" ] && [ "$path" != "$home" ] && reached "sees $path"
    done
    (cd "$home" 2>/dev/null) && reached "enters $home"
    # Where a job may be told to begin; nothing is to be seen from there.
    ls . >/dev/null 2>&1 && [ "$(pwd -P)" != "$homes/$me" ] && case $(pwd -P) in "$home"*) reached "lists $(pwd -P)" ;; esac
    for path in "$homes"/*; do
        [ "$path" = "$homes/*" ] || reached "lists $homes"
        break
    done
    uid=61184
    while [ "$uid" -le 65519 ]; do
        if [ "$uid" -ne "$me" ] && [ -d "$homes/$uid" ] && { [ -r "$homes/$uid" ] || [ -x "$homes/$uid" ]; }; then
            reached "enters $homes/$uid"
        fi
        uid=$((uid + 1))
    done
}

# True where process $1 is another user's, and not one of this user's on its way to become that.
foreign() {
    [ -e "$1/status" ] && ! grep -qs "^Uid:.*[[:space:]]$me[[:space:]]" "$1/status" && [ -e "$1/status" ]
}

# As many programs for all processes as for one: this runs beside others.
look_at_processes() {
    grep -las "$secret" /proc/[0-9]*/cmdline 2>/dev/null | while read -r file; do reached "a secret in $file"; done
    grep -laszs . /proc/[0-9]*/environ 2>/dev/null | while read -r file; do
        foreign "${file%/environ}" && reached "reads $file"
    done
    head -v -c 0 /proc/[0-9]*/mem 2>/dev/null | while read -r before file after; do
        [ "$before" = '==>' ] && foreign "${file%/mem}" && reached "opens $file $after"
    done
    for process in /proc/[0-9]*; do
        [ -O "$process" ] && continue
        for descriptor in "$process"/fd/*; do
            [ "$descriptor" != "$process/fd/*" ] && foreign "$process" && reached "sees $descriptor"
            break
        done
        cd "$process/cwd" 2>/dev/null && foreign "$process" && reached "enters the folder of $process"
        cd "$process/root" 2>/dev/null && foreign "$process" && reached "enters the root of $process"
        kill -0 "${process#/proc/}" 2>/dev/null && foreign "$process" && reached "signals $process"
    done
    kill -STOP "$PPID" 2>/dev/null && reached "stops its launcher $PPID"
    kill -0 "$berth" 2>/dev/null && reached "signals Berth"
    # What it was given itself: nothing to read, one output, no more.
    for descriptor in /proc/self/fd/*; do
        case $(readlink "$descriptor") in "$home"*) reached "holds $(readlink "$descriptor")" ;; esac
    done
}

if [ "$me" -eq 0 ]; then
    echo "REACHED as root: everything"
    exit 1
fi
while [ "$rounds" -gt 0 ]; do
    look_at_files
    look_at_processes
    rounds=$((rounds - 1))
done
[ -z "$BERTH_TOKEN" ] || echo "TOKEN $BERTH_TOKEN"
echo "SPIED as user $me in groups $(id -G)"
