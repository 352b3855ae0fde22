package io.berth.local.limit;

import java.io.IOException;
import java.nio.file.Path;

/** The way in which this machine lets Berth confine tasks. */
public sealed interface Confinement permits UnifiedConfinement, SplitConfinement, Unconfined {
    /** The period of processor limits, in microseconds: the kernel's default. Source: Documentation/scheduler/sched-bwc.rst. */
    long PERIOD_MICROS = 100_000;

    /** The least quota that the kernel takes, in microseconds (same source). */
    long LEAST_QUOTA_MICROS = 1_000;

    /**
     * What this process may use, tried for real: version 2 of control groups where it offers something to limit, else version
     * 1, else nothing.
     *
     * @param name of the folder of groups, which tells one Berth's groups from another's; digits and letters
     */
    static Confinement detect(String name) {
        return detect(Path.of("/proc/self"), name);
    }

    /** As {@link #detect(String)}, with the folder that says where this process stands. */
    static Confinement detect(Path self, String name) {
        OwnGroups own;
        try {
            own = OwnGroups.read(self);
        } catch (IOException e) {
            return new Unconfined("cannot read the control groups of this process: " + e.getMessage());
        }
        Confinement unified = UnifiedConfinement.detect(own, name);
        if (unified instanceof UnifiedConfinement) {
            return unified;
        }
        Confinement split = SplitConfinement.detect(own, name);
        return split instanceof SplitConfinement || !own.hasUnified() ? split : unified;
    }

    /**
     * Makes the group of a task; one that is there already gets the limits again.
     *
     * @param name of the task, unique in this Berth
     * @throws IOException where the kernel refuses; nothing of the group is left then
     */
    TaskGroup create(String name, Limits limits) throws IOException;

    /** All groups that a task of this name may have here, whether they are there or not. */
    TaskGroup find(String name);

    /** Removes the folder of groups where no task has a group any more; the next group makes it again. */
    void tidy();

    /** True where the kernel ends a task that takes more memory than it may. */
    boolean limitsMemory();

    /** One line on what is not enforced here; empty where everything is. */
    String notice();

    /** Microseconds of processor time in each {@link #PERIOD_MICROS}. */
    static long quotaMicros(long cpuMilli) {
        return Math.max(LEAST_QUOTA_MICROS, Math.multiplyExact(cpuMilli, PERIOD_MICROS) / 1000);
    }
}
