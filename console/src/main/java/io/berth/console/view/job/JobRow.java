package io.berth.console.view.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job as lists show it.
 *
 * @param state {@code pending}, {@code reserved}, {@code starting}, {@code running}, {@code stopping}, or how it ended:
 *     {@code finished}, {@code failed}, {@code cancelled}, {@code rejected}
 * @param exitCode the first that was not 0, else 0; null while it lives, and where it never ran
 * @param gpus of all its tasks; a share counts as its part
 * @param submitTime UTC, ISO 8601
 * @param startTime likewise, since all its tasks run; null before
 * @param endTime likewise; null while it lives
 * @param nodes how many nodes its tasks are on
 * @param nodeNames the first of them, at most 8
 * @param attempt from 1; one more for each time that it was started again after a task failed
 * @param array its place in its array; null for a job by itself
 * @param unmet the jobs that must end before it may start, such as {@code 12 (ok), 15 (any)}; null for none
 * @param strategy the strategy that decided its last start, with what identifies its model; null where that is not known
 * @param waitSeconds how long it waited until it was started or left; null while it waits. It counts evenly, whatever the machine's clock did
 * @param runSeconds how long it ran, likewise; null until it has ended, or where it never ran
 * @param clockMovedSeconds by how much the machine's clock was set forward since the job was started, or where it waits, submitted: from now
 *     to then it is so much less; null where it was not, or the job has ended
 * @param user as whom it runs; null where it runs no program
 * @param cpus that all its tasks ask for
 * @param memoryBytes likewise; 0 where they name no limit
 * @param reason why it ended otherwise than well or by its user's wish; of one that waits, what it waits for or why it did not start,
 *     where that is not room or its turn; null elsewhere
 * @param held true where somebody holds it back, so that it does not start before it is released
 * @param service the service that it is a replica of; null for none
 * @param phase which of its phases it is in; null for a job without phases
 */
public record JobRow(
        long id,
        String name,
        String queue,
        String kind,
        int priority,
        String state,
        @Nullable Integer exitCode,
        int tasks,
        double gpus,
        String submitTime,
        @Nullable String startTime,
        @Nullable String endTime,
        int nodes,
        List<String> nodeNames,
        int attempt,
        @Nullable Array array,
        @Nullable String unmet,
        @Nullable String strategy,
        @Nullable Double waitSeconds,
        @Nullable Double runSeconds,
        @Nullable Double clockMovedSeconds,
        @Nullable String user,
        double cpus,
        long memoryBytes,
        @Nullable String reason,
        boolean held,
        @Nullable String service,
        @Nullable Phase phase) {
    public JobRow {
        nodeNames = List.copyOf(nodeNames);
    }

    /**
     * A place in an array.
     *
     * @param id the number of its first job
     * @param index from 0
     * @param count how many jobs it has
     */
    public record Array(long id, int index, int count) {}

    /**
     * A phase of a job.
     *
     * @param number from 1
     * @param count how many phases it has
     * @param name its user's name for it
     */
    public record Phase(int number, int count, String name) {}
}
