package io.berth.core.decision;

/** Why not. Constants, so that a hot loop can answer without allocating; sentences are made when somebody asks. */
public enum Reason {
    CPU(Cure.ON_RELEASE, "not enough free CPU"),
    MEMORY(Cure.ON_RELEASE, "not enough free memory"),
    DISK(Cure.ON_RELEASE, "not enough free disk"),
    DISK_IO(Cure.ON_RELEASE, "not enough disk bandwidth left"),
    NETWORK(Cure.ON_RELEASE, "not enough network bandwidth left"),
    TASK_SLOTS(Cure.ON_RELEASE, "no task slot left"),
    WHOLE_GPUS(Cure.ON_RELEASE, "not enough idle GPUs"),
    GPU_SHARE(Cure.ON_RELEASE, "no GPU with a free share that large"),
    GPU_MEMORY(Cure.ON_RELEASE, "no GPU with that much free memory"),
    GPU_MODEL(Cure.NEVER, "another GPU model"),
    NODE_LOST(Cure.ON_RELEASE, "lost"),
    NODE_DRAINING(Cure.ON_RELEASE, "draining"),
    TOO_LARGE(Cure.NEVER, "larger than the node"),
    GANG(Cure.ON_RELEASE, "not room for all tasks of the gang at once"),
    BEHIND_HEAD(Cure.ON_RELEASE, "waits behind the head of the queue"),
    BACK_OFF(Cure.AT_TIME, "waits before it is tried again"),
    NO_NODE_EVER(Cure.NEVER, "no node of this cluster could ever hold it"),
    PATIENCE_OVER(Cure.NEVER, "did not start within its patience"),
    CANCELLED(Cure.NEVER, "cancelled"),
    START_FAILED(Cure.AT_TIME, "a task of the job failed to start"),
    TASK_LOST(Cure.ON_RELEASE, "a task of the job was lost with its node"),
    TOO_MANY_FAILURES(Cure.NEVER, "failed to start too many times"),
    TASK_FAILED(Cure.NEVER, "a task of the job failed");

    private final Cure cure;
    private final String text;

    Reason(Cure cure, String text) {
        this.cure = cure;
        this.text = text;
    }

    public Cure cure() {
        return cure;
    }

    /** A phrase for people, lower case, without a full stop. */
    public String text() {
        return text;
    }
}
