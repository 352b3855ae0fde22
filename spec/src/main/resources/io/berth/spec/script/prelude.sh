# Puts a script beside its task, as a file, with Slurm's programs for jobs, and sets what Slurm sets when a job starts.
# Runs as the task's user.

folder=$BERTH_RUN/script
temporary=
if ! mkdir -p "$folder" 2>/dev/null || [ ! -w "$folder" ]; then
    # The folder of a task that runs as somebody else is Berth's alone.
    folder=$(mktemp -d "${TMPDIR:-/tmp}/berth-script.XXXXXXXX") || exit 126
    temporary=$folder
fi
mkdir -p "$folder/bin" || exit 126

host=$(uname -n)
user=$(id -un 2>/dev/null) || user=$(id -u)
export SLURM_JOB_ID="$BERTH_JOB_ID" SLURM_JOBID="$BERTH_JOB_ID" SLURM_TASK_PID=$$ SLURM_JOB_USER="$user" \
    SLURM_JOB_UID="$(id -u)" SLURM_JOB_GID="$(id -g)" USER="${USER:-$user}" LOGNAME="${LOGNAME:-$user}" \
    BERTH_TOOLS="$folder/bin" PATH="$folder/bin:${PATH:-/usr/local/bin:/usr/bin:/bin}"
if [ "${BERTH_RESTARTS:-0}" -gt 0 ]; then
    # As Slurm has it, it is there only where the job was started before.
    export SLURM_RESTART_COUNT="$BERTH_RESTARTS"
fi
if [ "$SLURM_NNODES" -gt 1 ]; then
    # Each part of this machine has an address of its own, that of a network which never leaves the machine.
    SLURM_JOB_NODELIST="127.0.0.[1-$SLURM_NNODES]" SLURMD_NODENAME=127.0.0.1
else
    SLURM_JOB_NODELIST=$host SLURMD_NODENAME=$host
fi
export SLURM_JOB_NODELIST SLURM_NODELIST="$SLURM_JOB_NODELIST" SLURMD_NODENAME SLURM_TOPOLOGY_ADDR="$SLURMD_NODENAME" \
    SLURM_TOPOLOGY_ADDR_PATTERN=node
if [ -n "$BERTH_GPUS" ] && [ -n "$SLURM_GPUS_ON_NODE" ]; then
    # A script sees what its own node has: the first part.
    part() { printf %s "$1" | cut -d, -f"1-$SLURM_GPUS_ON_NODE"; }
    if [ -n "$ROCR_VISIBLE_DEVICES" ]; then
        BERTH_DEVICES=$ROCR_VISIBLE_DEVICES
        export ROCR_VISIBLE_DEVICES="$(part "$ROCR_VISIBLE_DEVICES")" HIP_VISIBLE_DEVICES="$(part "$HIP_VISIBLE_DEVICES")"
        [ -z "$CUDA_VISIBLE_DEVICES" ] || export CUDA_VISIBLE_DEVICES="$HIP_VISIBLE_DEVICES"
    elif [ -n "$ASCEND_RT_VISIBLE_DEVICES" ]; then
        BERTH_DEVICES=$ASCEND_RT_VISIBLE_DEVICES
        export ASCEND_RT_VISIBLE_DEVICES="$(part "$ASCEND_RT_VISIBLE_DEVICES")"
    else
        BERTH_DEVICES=$CUDA_VISIBLE_DEVICES
        export CUDA_VISIBLE_DEVICES="$(part "$CUDA_VISIBLE_DEVICES")"
    fi
    export BERTH_DEVICES SLURM_JOB_GPUS="$(part "$BERTH_GPUS")"
fi
