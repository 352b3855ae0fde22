package io.berth.core.decision;

/** Why not. Constants, so that a hot loop can answer without allocating; sentences are made when somebody asks. */
public enum Reason {
    CPU(1, Cure.ON_RELEASE, "not enough free CPU"),
    MEMORY(2, Cure.ON_RELEASE, "not enough free memory"),
    DISK(3, Cure.ON_RELEASE, "not enough free disk"),
    DISK_IO(4, Cure.ON_RELEASE, "not enough disk bandwidth left"),
    NETWORK(5, Cure.ON_RELEASE, "not enough network bandwidth left"),
    TASK_SLOTS(6, Cure.ON_RELEASE, "no task slot left"),
    WHOLE_GPUS(7, Cure.ON_RELEASE, "not enough idle GPUs"),
    GPU_SHARE(8, Cure.ON_RELEASE, "no GPU with a free share that large"),
    GPU_MEMORY(9, Cure.ON_RELEASE, "no GPU with that much free memory"),
    GPU_MODEL(10, Cure.NEVER, "another GPU model"),
    NODE_LOST(11, Cure.ON_RELEASE, "lost"),
    NODE_DRAINING(12, Cure.ON_RELEASE, "draining"),
    TOO_LARGE(13, Cure.NEVER, "larger than the node"),
    GANG(14, Cure.ON_RELEASE, "not room for all tasks of the gang at once"),
    BEHIND_HEAD(15, Cure.ON_RELEASE, "waits behind the head of the queue"),
    BACK_OFF(16, Cure.AT_TIME, "waits before it is tried again"),
    NO_NODE_EVER(17, Cure.NEVER, "no node of this cluster could ever hold it"),
    PATIENCE_OVER(18, Cure.NEVER, "did not start within its patience"),
    CANCELLED(19, Cure.NEVER, "cancelled"),
    START_FAILED(20, Cure.AT_TIME, "a task of the job failed to start"),
    TASK_LOST(21, Cure.ON_RELEASE, "a task of the job was lost with its node"),
    TOO_MANY_FAILURES(22, Cure.NEVER, "failed to start too many times"),
    TASK_FAILED(23, Cure.NEVER, "a task of the job failed"),
    PREEMPTED(24, Cure.ON_RELEASE, "made room for another job"),
    WOULD_DELAY(25, Cure.ON_RELEASE, "would delay a job that goes before it"),
    MAKING_ROOM(26, Cure.ON_RELEASE, "waits until the jobs that make room for it have stopped"),
    TIME_LIMIT(27, Cure.NEVER, "ran for as long as its time limit"),
    OUT_OF_MEMORY(28, Cure.NEVER, "a task of the job used more memory than it asked for"),
    DEPENDENCY(29, Cure.ON_RELEASE, "waits for another job to end"),
    DEPENDENCY_FAILED(30, Cure.NEVER, "a job that it waits for did not end as it must"),
    ARRAY_LIMIT(31, Cure.ON_RELEASE, "as many jobs of its array as may are under way"),
    WINDOW(32, Cure.AT_TIME, "is planned together with other jobs"),
    HELD(33, Cure.BY_OPERATOR, "held until somebody releases it"),
    REQUEUED(34, Cure.ON_RELEASE, "was put back into the queue"),
    EXTENDED_RESOURCE(35, Cure.ON_RELEASE, "not enough of a resource known by name"),
    NODE_LABELS(36, Cure.NEVER, "not labelled as the job wants it"),
    NODE_TAINTS(37, Cure.NEVER, "tainted in a way that the job does not tolerate"),
    FILTERED(38, Cure.BY_OPERATOR, "ruled out by a filter of the strategy"),
    NOT_TOGETHER(39, Cure.ON_RELEASE, "without the tasks that the job must be together with"),
    APART(40, Cure.ON_RELEASE, "with tasks that the job must be apart from"),
    KEPT_APART(41, Cure.ON_RELEASE, "with tasks that must be apart from the job"),
    SPREAD(42, Cure.ON_RELEASE, "where the tasks of the job would be spread too unevenly"),
    NO_DOMAIN(43, Cure.NEVER, "without a label by which tasks must be spread or kept together"),
    NO_ONE_DOMAIN(44, Cure.ON_RELEASE, "not room for all tasks in one domain at once"),
    NO_DOMAIN_EVER(45, Cure.NEVER, "no one domain of this cluster could ever hold all of its tasks"),
    MIG_SLICES(46, Cure.ON_RELEASE, "no MIG slice of that size free, nor room to make one"),
    MIG_PROFILE(47, Cure.NEVER, "without GPUs that MIG cuts to that size"),
    AWAITS_DATA(54, Cure.AT_TIME, "waits a while for a node that holds its data"),
    LINKS(56, Cure.ON_RELEASE, "enough idle GPUs, but linked more slowly than the job asks for"),
    SLOW_LINKS(57, Cure.NEVER, "without GPUs that are linked as fast as the job asks for"),
    CPU_LOAD(60, Cure.ON_RELEASE, "with more CPU in use than the strategy adds tasks to"),
    MEMORY_LOAD(61, Cure.ON_RELEASE, "with more memory in use than the strategy adds tasks to"),
    GPU_LOAD(62, Cure.ON_RELEASE, "with GPUs busier than the strategy adds tasks to"),
    GPU_MEMORY_LOAD(63, Cure.ON_RELEASE, "with more GPU memory in use than the strategy adds tasks to"),
    DISK_LOAD(64, Cure.ON_RELEASE, "with a disk busier than the strategy adds tasks to"),
    NETWORK_LOAD(65, Cure.ON_RELEASE, "with more network traffic than the strategy adds tasks to"),
    GPU_BANDWIDTH_LOAD(66, Cure.ON_RELEASE, "with GPU memory busier than the strategy adds tasks to"),
    SPARE_ROOM(70, Cure.ON_RELEASE, "too little of what is asked for is unused"),
    YIELDED(71, Cure.ON_RELEASE, "gave back what guaranteed work uses again"),
    AWAITS_PRICE(80, Cure.AT_TIME, "waits for devices that cost less, as its deadline allows"),
    NO_QUEUE(84, Cure.BY_OPERATOR, "in a queue that is not declared, or that has others below it"),
    QUEUE_LIMIT(85, Cure.ON_RELEASE, "its queue, or one above it, is at its limit"),
    QUEUE_QUOTA(86, Cure.ON_RELEASE, "the quota of its queue is used up, and nobody lends it that much"),
    QUEUE_BORROWED(87, Cure.ON_RELEASE, "its queue has borrowed as much as it may"),
    QUEUE_TOO_SMALL(88, Cure.BY_OPERATOR, "asks for more than its queue may ever hold"),
    RECLAIMED(89, Cure.ON_RELEASE, "gave back what its queue had borrowed"),
    SHRUNK(120, Cure.ON_RELEASE, "gave tasks above its fewest to a job that waited"),
    OTHERS_WAIT(121, Cure.ON_RELEASE, "jobs that wait could have what is idle"),
    NO_CLASS(112, Cure.BY_OPERATOR, "of a class that is not declared"),
    MOVED(122, Cure.ON_RELEASE, "moved to make room for another job"),
    RESERVED(125, Cure.AT_TIME, "reserved for others before the job would be done"),
    CLEARED(126, Cure.ON_RELEASE, "stopped on nodes that are reserved for others"),
    NOT_READY(129, Cure.AT_TIME, "its tasks did not all run within the time that it allows"),
    OTHER_POOL(133, Cure.ON_RELEASE, "granted to a pool of other queues"),
    TAKEN_BACK(134, Cure.ON_RELEASE, "stopped on nodes that were granted back to another pool");

    private static final Reason[] ALL = values();

    private final int code;
    private final Cure cure;
    private final String text;

    Reason(int code, Cure cure, String text) {
        this.code = code;
        this.cure = cure;
        this.text = text;
    }

    /** Its byte in a journal; never used again for another reason. */
    public int code() {
        return code;
    }

    public Cure cure() {
        return cure;
    }

    /** True where a rule between tasks says so, whatever room there is. */
    public boolean betweenTasks() {
        return switch (this) {
            case NOT_TOGETHER, APART, KEPT_APART, SPREAD, NO_DOMAIN -> true;
            default -> false;
        };
    }

    /** True where a job is stopped for it so that others get what it held. */
    public boolean makesRoom() {
        return this == PREEMPTED
                || this == YIELDED
                || this == RECLAIMED
                || this == MOVED
                || this == CLEARED
                || this == TAKEN_BACK;
    }

    /** A phrase for people, lower case, without a full stop. */
    public String text() {
        return text;
    }

    /**
     * The reason of a byte in a journal.
     *
     * @throws IllegalArgumentException where there is none
     */
    public static Reason ofCode(int code) {
        for (Reason reason : ALL) {
            if (reason.code == code) {
                return reason;
            }
        }
        throw new IllegalArgumentException("There is no reason of code (" + code + ").");
    }
}
