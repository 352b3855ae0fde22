package io.berth.local.launch.process;

import io.berth.local.limit.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a task.
 *
 * @param group its control groups
 * @param mark the variable by which they are known where there is no group
 * @param first the process that was started, null before it is known
 */
public record TaskProcesses(
        TaskGroup group, String mark, @Nullable ProcessIdentity first) {
    public List<ProcessStat> in(ProcessScan scan) {
        return scan.find(mark, first);
    }

    /** What they have in memory, in bytes. */
    public long residentBytes(ProcessScan scan) {
        return in(scan).stream()
                .mapToLong(process -> ProcessMemory.residentBytes(process.pid()))
                .sum();
    }

    /** True where the first one was known and has ended. */
    public boolean firstEnded() {
        return first != null && !first.alive();
    }

    /** SIGKILL to all. */
    public void kill() {
        if (!group.exists()) {
            each(Signals::kill);
            return;
        }
        // A shell that may not fork any more, as its group is about to end, would give that as its own end.
        if (first != null && first.alive()) {
            Signals.kill(first.pid());
        }
        group.kill();
    }

    /** SIGTERM to all. */
    public void terminate() {
        each(Signals::terminate);
    }

    private void each(LongConsumer signal) {
        List<Long> members = new ArrayList<>(
                group.exists()
                        ? group.pids()
                        : in(ProcessScan.recent()).stream()
                                .map(ProcessStat::pid)
                                .toList());
        if (first != null && first.alive()) {
            // It comes first: a shell whose children go before it would take that for their end. And it may not be in
            // its group yet.
            members.remove(Long.valueOf(first.pid()));
            members.addFirst(first.pid());
        }
        members.forEach(signal::accept);
    }
}
