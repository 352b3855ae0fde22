package io.berth.local.limit;

/**
 * What a task with all its processes may use at most; 0 stands for no limit.
 *
 * @param cpuMilli processor time, in thousandths of one processor
 * @param memoryBytes memory that is resident; swap adds nothing to it
 * @param pids processes and threads at one time
 * @param idle true where it gets processor time that nobody else wants
 */
public record Limits(long cpuMilli, long memoryBytes, long pids, boolean idle) {
    /** Nothing is limited. */
    public static final Limits NONE = new Limits(0, 0, 0);

    /** Of a task that gets its part of the processors beside others. */
    public Limits(long cpuMilli, long memoryBytes, long pids) {
        this(cpuMilli, memoryBytes, pids, false);
    }

    /** The same, with at most {@code most} processes where they are not limited yet. */
    public Limits orPids(long most) {
        return pids > 0 ? this : new Limits(cpuMilli, memoryBytes, most, idle);
    }

    /** @throws IllegalArgumentException where a number is negative */
    public Limits {
        if (cpuMilli < 0 || memoryBytes < 0 || pids < 0) {
            throw new IllegalArgumentException("limits are 0 (none) or more: cpu " + cpuMilli + " milli, memory "
                    + memoryBytes + " bytes, pids " + pids);
        }
    }
}
