package io.berth.local.load;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What some processes used together.
 *
 * @param cpuMilli thousandths of a CPU, the mean between two looks
 * @param memoryBytes memory they hold at the second look; pages that several share count for each
 */
public record ProcessUsage(long cpuMilli, long memoryBytes) {
    /** A CPU millisecond in a nanosecond of time, in thousandths of a CPU. */
    private static final double MILLI_CPUS = 1e9;

    /**
     * What those used between two looks at all processes that {@code ownership} does not have.
     *
     * @param before the first look
     * @param after the second; a process that is new there has used all its CPU time in between
     * @param nanos the time between the looks
     */
    static ProcessUsage ofOthers(
            List<ProcessReading> before, List<ProcessReading> after, Ownership ownership, long nanos) {
        Set<Integer> ours = ownership.ours(after);
        return between(
                before,
                after.stream().filter(process -> !ours.contains(process.pid())).toList(),
                nanos);
    }

    /** What {@code after} used since {@code before}, which may have others too. */
    static ProcessUsage between(List<ProcessReading> before, List<ProcessReading> after, long nanos) {
        Map<Integer, ProcessReading> known = new TreeMap<>();
        before.forEach(process -> known.put(process.pid(), process));
        long cpuMillis = 0;
        long memoryBytes = 0;
        for (ProcessReading process : after) {
            cpuMillis += Math.max(0, process.cpuMillis() - cpuMillisBefore(process, known.get(process.pid())));
            memoryBytes += Math.max(0, process.residentBytes());
        }
        double cpuMilli = nanos <= 0 ? 0 : MILLI_CPUS * (double) cpuMillis / (double) nanos;
        return new ProcessUsage(Math.round(cpuMilli), memoryBytes);
    }

    /** A number that was used again names another process. */
    private static long cpuMillisBefore(ProcessReading process, @Nullable ProcessReading before) {
        return before != null && before.startMillis() == process.startMillis() ? before.cpuMillis() : 0;
    }
}
