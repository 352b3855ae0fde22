package io.berth.core.cluster.load;

/**
 * What a task is taken to use that nobody has measured yet, by what it asks for.
 *
 * @param cpuPercent of the CPU that it asks for
 * @param memoryPercent of the memory
 * @param gpuPercent of the devices: theirs is told by none of the published rules, which know no devices
 */
public record Estimate(long cpuPercent, long memoryPercent, long gpuPercent) {
    /** Those of Koordinator's {@code LoadAwareScheduling}. */
    public static final Estimate KOORDINATOR = new Estimate(85, 70, 85);

    /** Those of Volcano's {@code usage}, without its risk. */
    public static final Estimate VOLCANO = new Estimate(70, 70, 70);

    /** Of a task that asks for no CPU, both publish 250 m. */
    public static final long UNASKED_CPU_MILLI = 250;

    /** Of a task that asks for no memory, both publish 200 MiB. */
    public static final long UNASKED_MEMORY_BYTES = 200L << 20;

    private static final double WHOLE = 100;

    /** Of one task. */
    public Use of(Use asked) {
        return new Use(
                asked.cpuMilli() == 0 ? UNASKED_CPU_MILLI : part(asked.cpuMilli(), cpuPercent),
                asked.memoryBytes() == 0 ? UNASKED_MEMORY_BYTES : part(asked.memoryBytes(), memoryPercent),
                part(asked.gpuMilli(), gpuPercent));
    }

    /** Of several tasks that ask for so much together; those that ask for nothing are told of apart. */
    public Use ofAll(Use asked) {
        return new Use(
                part(asked.cpuMilli(), cpuPercent),
                part(asked.memoryBytes(), memoryPercent),
                part(asked.gpuMilli(), gpuPercent));
    }

    private static long part(long asked, long percent) {
        return StrictMath.round((double) asked * percent / WHOLE);
    }
}
