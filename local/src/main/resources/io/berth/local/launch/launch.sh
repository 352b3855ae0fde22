# Starts one task, waits for it, and records how it ended. Outlives the program that ran it.
#
# Runs in the folder of the task, in a session of its own; $1 is the path of the notices for this task, without their ending.
# Standard output is a pipe: this shell opens its reading end too, so it needs nobody at the other side.
# docs/decisions/0009 says what is written when, and why a death at any point is safe.

notices=$1
set -f
trap : HUP INT QUIT TERM USR1 USR2

# Sets pid and start (the clock tick of its start) of the process that calls it; start is field 22, counted here from field 3.
identify() {
    read -r stat </proc/self/stat || exit 4
    pid=${stat%% *}
    set -- ${stat##*) }
    start=${20}
}

# Writes a record over the blanks at the beginning of file $1, where Berth has taken room for it. It counts with its newline.
record() {
    until printf '%s %s %s\n' "$2" "$3" "$4" 2>/dev/null 1<>"$1"; do
        # Forgotten: nobody will read it. A folder: its task made that. Else there is no room, and it waits for some.
        [ -e started ] && [ ! -d "$1" ] || return
        sleep 1
    done
}

# Seconds since the machine came up: a step of the clock does not change them.
look_at_time() {
    read -r up rest </proc/uptime || up=
}

shift_files() {
    older=$((files - 1))
    while [ "$older" -gt 1 ]; do
        [ -e "$output/output.log.$((older - 1))" ] && mv -f -- "$output/output.log.$((older - 1))" "$output/output.log.$older"
        older=$((older - 1))
    done
    if [ "$files" -gt 1 ]; then
        mv -f -- "$output/output.log" "$output/output.log.1"
    else
        command : >"$output/output.log"
    fi
}

# dd writes each piece as it comes and counts pieces: as many as fit even if all are full. It reports how many there were.
copy_output() {
    exec >/dev/null 2>&1
    trap '' HUP INT QUIT TERM USR1 USR2
    used=0
    [ -s "$output/output.log" ] && used=$(wc -c <"$output/output.log")
    while :; do
        room=$(((size - used) / block))
        if [ "$room" -lt 1 ]; then
            shift_files
            used=0
            continue
        fi
        report=$(dd bs="$block" count="$room" 2>&1 <&3 >>"$output/output.log")
        case $report in
            *error*) used=$(wc -c <"$output/output.log") && continue ;;
            *' records in'*' records out'*)
                pieces=${report%%' records in'*}
                pieces=${pieces##*[!0-9+]}
                [ $((${pieces%+*} + ${pieces#*+})) -lt "$room" ] && return
                bytes=${report##*records out}
                used=$((used + ${bytes%% byte*}))
                continue
                ;;
        esac
        # The file cannot be written: what comes is thrown away, piece by piece, and the task goes on.
        case $(dd bs="$block" count=1 2>&1 <&3 >/dev/null) in 0+0*) return ;; esac
        used=0
    done
}

enter() {
    echo 0 >"$1/cgroup.procs" && return
    echo "berth: the task cannot enter its limits in $1"
    exit 126
}

# What a task leaves in its group ends with it. Who takes long to die is left to Berth.
empty() {
    if [ -e "$1/cgroup.kill" ]; then
        echo 1 >"$1/cgroup.kill"
        return
    fi
    read -r left <"$1/cgroup.procs" || return
    [ -e "$1/pids.max" ] && echo 0 >"$1/pids.max"
    rounds=0
    while [ "$rounds" -lt 20 ] && read -r left <"$1/cgroup.procs"; do
        while read -r left; do
            [ "$left" -gt 1 ] && kill -9 "$left"
        done <"$1/cgroup.procs"
        rounds=$((rounds + 1))
    done
}

# The claim: whoever creates this file starts the task, everybody else goes.
identify
read -r boot </proc/sys/kernel/random/boot_id || exit 4
set -C
command : >started || exit 3
set +C
record started "$pid" "$start" "$boot"

# What the shell itself says goes to a file that is filled with blanks: it speaks up when a signal ended the task.
exec 2<>launcher.log

# Sets output, directory, owner, mask, size, files and block, defines each and carry, and sets the arguments to the command. All
# quoted there.
. ./order

exec 3</proc/self/fd/1
copy_output &
copier=$!

# In the foreground: the shell would have a background task ignore SIGINT and SIGQUIT.
(
    exec 3<&- 2>&1 </dev/null
    identify
    look_at_time
    record pid "$pid" "$start" "$up"
    command : >"$notices.started"
    each enter
    # Another user may open his output by name only where it is his.
    [ -z "$owner" ] || chown -- "$owner" /proc/self/fd/1
    cd -- "$directory" || exit 126
    # Berth's own files are its user's alone; what the task makes is as its user is used to.
    umask "$mask"
    # Arguments are there for everybody to read, variables for the user alone.
    carry
    exec "$@"
)
code=$?
look_at_time
exec >/dev/null 3<&-

# A shell gives a signal as 128 + its number, and says nothing when it was SIGINT (2) or SIGPIPE (13).
how=code
said=
read -r said <launcher.log
if [ "$code" -gt 128 ] && { [ -n "$said" ] || [ "$code" -eq 130 ] || [ "$code" -eq 141 ]; }; then
    how=signal
    code=$((code - 128))
fi
exec 2>/dev/null
record exit "$how" "$code" "$up"

read -r pid start rest <pid && kill -9 "-$pid"
each empty
wait "$copier"
command : >"$notices.ended"
