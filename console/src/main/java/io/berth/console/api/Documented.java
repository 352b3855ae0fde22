package io.berth.console.api;

import io.berth.console.setting.Setting;
import io.berth.console.view.JobRow;
import io.berth.console.view.NodeRow;
import io.berth.console.view.QueueRow;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The documents of the API that are not rows of lists. Their schemas are made of these declarations. */
final class Documented {
    private Documented() {}

    /** A job was taken. */
    record Submitted(long id) {}

    /** Several jobs were taken. */
    record SubmittedBatch(List<Member> jobs) {}

    /**
     * One of them.
     *
     * @param id its number; of an array, the first
     * @param count how many jobs it became; more than one for an array
     */
    record Member(String name, long id, int count) {}

    /**
     * Part of the list of jobs.
     *
     * @param next what to send as {@code after} for the next part; null where this is the last
     */
    record JobPage(List<JobRow> jobs, @Nullable Long next) {}

    /**
     * What a job has beside its row.
     *
     * @param trouble why it did not go well, the last time it did not, in words; null where nothing is known
     * @param spec as it was submitted, every default written out
     * @param places where its tasks are, the first 1000
     */
    record JobMore(@Nullable String trouble, Map<String, Object> spec, List<Place> places) {}

    /** Where a task is. */
    record Place(int task, String node, List<Integer> gpus) {}

    /**
     * Why a job waits.
     *
     * @param waiting false for one that does not; all that follows is empty then
     * @param startable true where the next pass starts it
     * @param reason in one word; null where there is none
     * @param text in words
     * @param cure what would change it: {@code never}, {@code on_release}, {@code on_preemption} or {@code at_time}
     * @param tryTime when it is tried again, where that is known: UTC, ISO 8601
     * @param tasks how many must start together
     * @param room for how many of them there is room at once
     * @param fittingNodes on how many nodes one fits
     * @param nodes why not on the others
     * @param unmet the jobs that must end before, such as {@code 12 (ok), 15 (any)}; null for none
     */
    record Explained(
            long id,
            String state,
            boolean waiting,
            boolean startable,
            @Nullable String reason,
            String text,
            @Nullable String cure,
            @Nullable String tryTime,
            int tasks,
            int room,
            int fittingNodes,
            List<NodeReason> nodes,
            @Nullable String unmet) {}

    /** Why not, on how many nodes. */
    record NodeReason(String reason, String text, String cure, int nodes) {}

    /**
     * When a job will start and end.
     *
     * @param verdict {@code starts}, {@code unknown}, {@code turned_away}, {@code far} (further than was looked) or {@code ended}
     * @param text in words
     * @param position its place in the order in which waiting jobs are tried, from 1; null where it is not in the queue
     * @param start null where it is not known
     * @param end likewise
     * @param waitsFor the jobs whose end decides the start
     * @param restsOn its run time and those of the jobs on whose ends its start hangs, one after the other
     * @param samples how many courses of drawn run times the ranges are of; 0 where no run time was drawn
     */
    record Eta(
            long id,
            String state,
            String verdict,
            String text,
            @Nullable Integer position,
            @Nullable Moment start,
            @Nullable Moment end,
            List<Long> waitsFor,
            List<RunTime> restsOn,
            int samples,
            List<String> assumptions) {}

    /** A moment that is expected, and the range in which it lies in eight cases of ten: UTC, ISO 8601. */
    record Moment(String time, String early, String late) {}

    /**
     * How long a job is expected to run.
     *
     * @param runS seconds; null where nobody knows
     * @param basis {@code estimate}, {@code time_limit}, {@code same_name}, {@code same_queue}, {@code overrun} or {@code none}
     */
    record RunTime(long id, String name, @Nullable Double runS, String basis, String text) {}

    /** Part of the list of nodes; {@code next} as in the list of jobs. */
    record NodePage(List<NodeRow> nodes, @Nullable Integer next) {}

    /** The queues that a known job is of. */
    record QueueList(List<QueueRow> queues) {}

    /**
     * A strategy by its parts, each a name or {name: {parameter: value}}; {@code place} may be a list.
     *
     * @param name what reports call it
     */
    record Strategy(String name, Object order, Object place, Object backfill, Object preempt) {}

    /** The catalog. */
    record PolicyList(int catalogVersion, List<Policy> policies, List<Strategy> presets) {}

    /**
     * A policy.
     *
     * @param kind the part of a strategy that it can be: {@code order}, {@code place}, {@code backfill}, {@code preempt}
     * @param source where it comes from; empty where it is common knowledge
     * @param combinable true where it can be combined with others
     */
    record Policy(
            String kind,
            String name,
            String summary,
            String source,
            boolean combinable,
            List<PolicyParameter> parameters) {}

    /** What can be set of a policy; {@code fallback} is its value where nothing is set. */
    record PolicyParameter(String name, String type, String fallback, String doc) {}

    /**
     * A running system in figures. Those of jobs are of the queues that the caller sees.
     *
     * @param time its time at the last instant, UTC, ISO 8601
     * @param instants how many it lived through, which is how many frames its journal has
     */
    record Status(
            String time,
            long instants,
            long passes,
            long decisions,
            long jobsWaiting,
            long jobsHolding,
            Map<String, Long> nodes,
            double gpus,
            double gpusFree,
            double cpus,
            double cpusFree,
            long memoryBytes,
            long memoryFreeBytes,
            String strategy) {}

    /** The settings that hold. */
    record Config(List<Setting> settings) {}

    /** That it works. */
    record Health(String status) {}
}
