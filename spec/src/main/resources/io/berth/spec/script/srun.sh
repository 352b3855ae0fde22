#!/bin/sh
# Of Slurm's srun what scripts do in a job: runs a command once for each task of a step, on this machine.
# Options are those of srun(1); what only lays out tasks over processors is read and left out. A step that asks for CPUs of its own
# (--exclusive, --exact, --cpus-per-task) waits until so many are free, others share all that the job has.

refuse() {
    echo "srun: error: $1" >&2
    exit 1
}

# The long name of letter $1.
long() {
    case $1 in
        n) name=ntasks ;; N) name=nodes ;; c) name=cpus-per-task ;; o) name=output ;; e) name=error ;; i) name=input ;;
        D) name=chdir ;; w) name=nodelist ;; l) name=label ;; G) name=gpus ;; r) name=relative ;; K) name=kill-on-bad-exit ;;
        u) name=unbuffered ;; O) name=overcommit ;; q) name=quiet ;; Q) name=quiet ;; v) name=verbose ;; s) name=oversubscribe ;;
        k) name=no-kill ;; E) name=preserve-env ;; X) name=disable-status ;; Z) name=no-allocate ;; H) name=hold ;; I) name=immediate ;;
        *) name=other ;;
    esac
}

# True where option $1 has a value of its own even without =.
takes() {
    case $1 in
        label | unbuffered | overcommit | quiet | verbose | oversubscribe | no-kill | preserve-env | disable-status | no-allocate | \
            hold | pty | exclusive | overlap | exact | kill-on-bad-exit | immediate | multi-prog | contiguous | spread-job | \
            use-min-nodes | no-container-* | container-mount-home | container-remap-root | container-writable | whole | interactive | \
            resv-ports | propagate | nice | get-user-env | x11 | bcast) return 1 ;;
    esac
}

ntasks=$SLURM_NTASKS nodes=${SLURM_NNODES:-1} given_nodes= per_node=$SLURM_NTASKS_PER_NODE
cpus=$SLURM_CPUS_PER_TASK per_task=${SLURM_GPUS_PER_TASK##*:} step_gpus= node_gpus= relative=0 named=
bind=$SLURM_GPU_BIND per_gpu=$SLURM_NTASKS_PER_GPU over=$SLURM_OVERCOMMIT own= programs=
output= error= input= folder= label= kill=$SLURM_KILL_BAD_EXIT exported=$SLURM_EXPORT_ENV
while [ $# -gt 0 ]; do
    value=
    case $1 in
        --) shift && break ;;
        --*=*) name=${1%%=*} && name=${name#--} value=${1#*=} && shift ;;
        --*)
            name=${1#--} && shift
            takes "$name" && { [ $# -gt 0 ] || refuse "option '--$name' requires an argument"; } && value=$1 && shift
            ;;
        -?*)
            rest=${1#-?} && long "$(printf %.1s "${1#-}")" && shift
            if takes "$name"; then
                [ -n "$rest" ] || { [ $# -gt 0 ] || refuse "an option requires an argument"; rest=$1 && shift; }
                value=$rest
            elif [ -n "$rest" ]; then
                set -- "-$rest" "$@"
            fi
            ;;
        *) break ;;
    esac
    case $name in
        ntasks) ntasks=$value given=1 ;;
        nodes) nodes=${value%%-*} given_nodes=1 ;;
        ntasks-per-node | tasks-per-node) per_node=$value ;;
        cpus-per-task) cpus=$value own=${own:-1} ;;
        exclusive | exact) own=${own:-1} ;;
        overlap) own=0 ;;
        overcommit) over=1 ;;
        gpu-bind) bind=$value ;;
        ntasks-per-gpu) per_gpu=$value ;;
        multi-prog) programs=1 ;;
        gpus-per-task) per_task=${value##*:} ;;
        gpus) step_gpus=${value##*:} ;;
        gpus-per-node) node_gpus=${value##*:} ;;
        gres) case $value in gpu:*) node_gpus=${value##*:} ;; gpu) node_gpus=1 ;; *) node_gpus=0 ;; esac ;;
        relative) relative=$value ;;
        nodelist) named=$value ;;
        output) output=$value ;;
        error) error=$value ;;
        input) input=$value ;;
        chdir) folder=$value ;;
        label) label=1 ;;
        kill-on-bad-exit) kill=${value:-1} ;;
        export) exported=$value ;;
        container-image | container | bcast | het-group) refuse "--$name is not to be had in a job of Berth" ;;
    esac
done
[ $# -gt 0 ] || refuse "No command given to execute."

all=${SLURM_NNODES:-1}
[ "$nodes" -le "$all" ] 2>/dev/null || refuse "--nodes: $nodes, but the job has $all"
[ -n "$ntasks" ] || ntasks=$((nodes * ${per_node:-1}))
[ "$ntasks" -ge 1 ] 2>/dev/null || refuse "--ntasks: must be a number from 1, but is $ntasks"
[ "$nodes" -le "$ntasks" ] || nodes=$ntasks
[ "${cpus:-1}" -ge 1 ] 2>/dev/null || refuse "--cpus-per-task: must be a number from 1, but is $cpus"
each=$((ntasks / nodes)) rest=$((ntasks % nodes))
if [ -z "$over" ] && [ -n "$SLURM_CPUS_ON_NODE" ]; then
    asked=1
    [ -z "$own" ] || asked=${cpus:-1}
    [ $(((each + (rest > 0)) * asked)) -le "$SLURM_CPUS_ON_NODE" ] ||
        refuse "Unable to create step for job $SLURM_JOB_ID: More processors requested than permitted"
fi
# Those of the job, whatever else is on the PATH.
scontrol() { "$BERTH_TOOLS/scontrol" "$@"; }
hosts=$(scontrol show hostnames)
if [ -n "$named" ] && [ "$all" -gt 1 ]; then
    at=0
    for host in $hosts; do
        [ "$host" = "$(scontrol show hostnames "$named" | head -n 1)" ] && relative=$at
        at=$((at + 1))
    done
fi

# Steps are counted from 0; who makes the folder has the number. It holds the processes of its tasks.
step=0
while ! mkdir "$BERTH_TOOLS/../step.$step" 2>/dev/null; do
    step=$((step + 1))
    [ "$step" -lt 100000 ] || refuse "cannot write to $BERTH_TOOLS/.."
done
mine=$BERTH_TOOLS/../step.$step

# Devices $2 to $2 + $3 - 1, from 0, of list $1.
some() { printf %s "$1" | cut -d, -f"$(($2 + 1))-$(($2 + $3))"; }
count() { [ -z "$1" ] && echo 0 || echo "$1" | tr , '\n' | wc -l; }
# Takes $2 devices of list $1 that no step under way has taken, into taken; waits until there are so many.
take() {
    [ "$2" -le "$(count "$1")" ] || refuse "asks for $2 $3 of a node, which has $(count "$1") in this job"
    while :; do
        # One step at a time: two would each have some of what the other needs, and take a dead step's claim away twice.
        exec 9>>"$BERTH_TOOLS/../claims" && flock 9 || refuse "cannot lock $BERTH_TOOLS/../claims"
        taken= left=$2
        for device in $(echo "$1" | tr , ' '); do
            [ "$left" -gt 0 ] || break
            claim=$BERTH_TOOLS/../device.$device
            [ -e "$claim/pid" ] && ! kill -0 "$(cat "$claim/pid")" 2>/dev/null && rm -rf "$claim"
            mkdir "$claim" 2>/dev/null || continue
            echo $$ >"$claim/pid"
            taken=$taken${taken:+,}$device left=$((left - 1))
        done
        if [ "$left" -gt 0 ]; then
            for device in $(echo "$taken" | tr , ' '); do rm -rf "$BERTH_TOOLS/../device.$device"; done
        fi
        exec 9>&-
        [ "$left" -gt 0 ] || return 0
        sleep 1
    done
}
# What of the job's devices the part of node $1 has.
part() { some "$BERTH_DEVICES" "$(($1 * SLURM_GPUS_ON_NODE))" "$SLURM_GPUS_ON_NODE"; }
see() {
    if [ -n "$ROCR_VISIBLE_DEVICES" ]; then
        HIP_VISIBLE_DEVICES=$(seq -s, 0 $(($(count "$1") - 1)))
        CUDA_VISIBLE_DEVICES=$HIP_VISIBLE_DEVICES ROCR_VISIBLE_DEVICES=$1
        export HIP_VISIBLE_DEVICES CUDA_VISIBLE_DEVICES ROCR_VISIBLE_DEVICES
    elif [ -n "$ASCEND_RT_VISIBLE_DEVICES" ]; then
        export ASCEND_RT_VISIBLE_DEVICES="$1"
    else
        export CUDA_VISIBLE_DEVICES="$1"
    fi
}
# File name $1 with its symbols filled in for the task.
file() {
    printf %s "$1" | sed "s|%t|$SLURM_PROCID|g; s|%n|$SLURM_NODEID|g; s|%N|$SLURMD_NODENAME|g; s|%[jJ]|$SLURM_JOB_ID|g
        s|%A|${SLURM_ARRAY_JOB_ID:-$SLURM_JOB_ID}|g; s|%a|${SLURM_ARRAY_TASK_ID:-4294967294}|g; s|%s|$SLURM_STEP_ID|g
        s|%x|$SLURM_JOB_NAME|g; s|%u|$(id -un)|g"
}
export_to_task() {
    case $exported in '' | ALL | NONE | NIL) return ;; esac
    old=$IFS IFS=,
    for pair in $exported; do
        case $pair in *=*) export "${pair?}" ;; esac
    done
    IFS=$old
}

# The tasks of a node stand together, as many on each as there are; the first nodes have what is over.
spread=
if [ "$rest" -eq 0 ]; then
    [ "$nodes" -gt 1 ] && spread="$each(x$nodes)" || spread=$each
else
    spread="$((each + 1))(x$rest),$each(x$((nodes - rest)))"
fi
export SLURM_NTASKS="$ntasks" SLURM_NPROCS="$ntasks" SLURM_STEP_ID="$step" SLURM_STEPID="$step" SLURM_STEP_NUM_TASKS="$ntasks" \
    SLURM_STEP_NUM_NODES="$nodes" SLURM_NNODES="$nodes" SLURM_STEP_TASKS_PER_NODE="$spread" SLURM_TASKS_PER_NODE="$spread" \
    SLURM_STEP_NODELIST="$(echo "$hosts" | tail -n +$((relative + 1)) | head -n "$nodes" | tr '\n' , | sed 's/,$//')" \
    SLURM_SRUN_COMM_HOST=127.0.0.1 SLURM_LAUNCH_NODE_IPADDR=127.0.0.1 SLURM_DISTRIBUTION=block
[ -z "$cpus" ] || export SLURM_CPUS_PER_TASK="$cpus"
[ -z "$step_gpus" ] || node_gpus=$((step_gpus / nodes))
export_to_task

# Of $devices those that the task sees: as many as it has for itself, or as --gpu-bind and --ntasks-per-gpu say.
bound() {
    all_of_node=$(count "$devices")
    [ "$all_of_node" -gt 0 ] || return
    case $bind in
        *single:*) some "$devices" $((local / ${bind##*single:} % all_of_node)) 1 ;;
        *per_task:*) some "$devices" $((local * ${bind##*per_task:})) "${bind##*per_task:}" ;;
        *map_gpu:*)
            map=${bind##*map_gpu:}
            some "$devices" "$(some "$map" $((local % $(count "$map"))) 1)" 1
            ;;
        *)
            if [ -n "$per_task" ]; then
                some "$devices" $((local * per_task)) "$per_task"
            elif [ -n "$per_gpu" ]; then
                some "$devices" $((local / per_gpu % all_of_node)) 1
            else
                printf %s "$devices"
            fi
            ;;
    esac
}

# The line of file $1 that says what task $rank runs (srun(1), "MULTIPLE PROGRAM CONFIGURATION"), %t and %o filled in.
program() {
    awk -v rank="$rank" '
        /^[ \t]*(#|$)/ { next }
        {
            found = $1 == "*"
            offset = found ? rank : 0
            before = 0
            parts = split($1, part, ",")
            for (i = 1; i <= parts && !found; i++) {
                ends = split(part[i], end, "-")
                first = end[1] + 0
                last = end[ends] + 0
                if (rank >= first && rank <= last) {
                    found = 1
                    offset = before + rank - first
                }
                before += last - first + 1
            }
            if (found) {
                sub(/^[ \t]*[^ \t]+[ \t]*/, "")
                gsub(/%t/, rank)
                gsub(/%o/, offset)
                print
                exit
            }
        }' "$1"
}

# Becomes task rank, the number local of those of its node; $devices is what its node lends the step.
task() {
    export SLURM_PROCID="$rank" SLURM_LOCALID="$local" SLURM_NODEID="$node" SLURMD_NODENAME="$host" SLURM_GTIDS="$group"
    if [ -n "$BERTH_DEVICES" ]; then
        see "$(bound)"
    fi
    [ -z "$input" ] || [ "$input" = all ] || [ "$input" = none ] || exec <"$(file "$input")" || exit 1
    [ -z "$output" ] || exec >>"$(file "$output")" || exit 1
    [ -n "$error" ] && { exec 2>>"$(file "$error")" || exit 1; }
    [ -z "$output" ] || [ -n "$error" ] || exec 2>&1
    [ -z "$folder" ] || cd "$folder" || exit 1
    export SLURM_TASK_PID="$(sh -c 'echo $PPID')"
    echo "$SLURM_TASK_PID" >"$mine/$rank"
    if [ -n "$programs" ]; then
        line=$(program "$1")
        [ -n "$line" ] || refuse "$1 has no program for task $rank"
        shift
        # As srun does: blanks part the words, and quotes mean nothing.
        set -f
        # shellcheck disable=SC2086
        exec $line "$@"
    fi
    exec "$@"
}

release() {
    for claim in "$BERTH_TOOLS"/../device.*/pid; do
        [ "$(cat "$claim" 2>/dev/null)" != $$ ] || rm -rf "${claim%/pid}"
    done
}
signal() { cat "$mine"/* 2>/dev/null | xargs -r kill -s "$1" 2>/dev/null; }
trap 'signal TERM' TERM
trap 'signal INT' INT
trap release EXIT

exec 3<&0
rank=0 node=0 pids= labels=
[ -z "$output" ] || for rank in $(seq 0 $((ntasks - 1))); do SLURM_PROCID=$rank && : >"$(file "$output")"; done
rank=0
while [ "$node" -lt "$nodes" ]; do
    host=$(echo "$hosts" | sed -n "$((node + relative + 1))p") devices=
    here=$((each + (node < rest))) local=0
    if [ "${own:-0}" = 1 ] && [ -z "$over" ]; then
        take "$(seq -s, -f "cpu-$((node + relative))-%g" "$SLURM_CPUS_ON_NODE")" $((here * ${cpus:-1})) CPUs
    fi
    if [ -n "$BERTH_DEVICES" ]; then
        devices=$(part $((node + relative)))
        lent=$node_gpus
        [ -n "$lent" ] || [ -z "$per_task" ] || lent=$((here * per_task))
        if [ -n "$lent" ] && [ "$own" != 0 ]; then
            take "$devices" "$lent" GPUs
            devices=$taken
        fi
    fi
    group=$(seq -s, "$rank" $((rank + here - 1)))
    while [ "$local" -lt "$here" ]; do
        if [ -n "$label" ]; then
            mkfifo "$mine.label.$rank" || exit 1
            sed -u "s/^/$rank: /" <"$mine.label.$rank" &
            labels="$labels $!"
            (task "$@") <&3 >"$mine.label.$rank" 2>&1 &
        else
            (task "$@") <&3 &
        fi
        pids="$pids $!" rank=$((rank + 1)) local=$((local + 1))
    done
    node=$((node + 1))
done

worst=0 rank=0
for pid in $pids; do
    # A signal that was passed on ends the waiting, not the task.
    while :; do
        wait "$pid"
        code=$?
        kill -0 "$pid" 2>/dev/null || break
    done
    [ "$code" -eq 0 ] || echo "srun: error: $(uname -n): task $rank: Exited with exit code $code" >&2
    [ "$code" -le "$worst" ] || worst=$code
    [ "$code" -eq 0 ] || [ "${kill:-0}" = 0 ] || signal TERM
    rank=$((rank + 1))
done
[ -z "$labels" ] || wait $labels
exit "$worst"
