package io.berth.console.api;

import io.berth.console.alert.AlertRow;
import io.berth.console.curve.CurvePage;
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

    /**
     * Part of the list of jobs.
     *
     * @param next what to send as {@code after} for the next part; null where this is the last
     */
    record JobPage(List<JobRow> jobs, @Nullable Long next) {}

    /**
     * What a job has beside its row.
     *
     * @param spec as it was submitted, every default written out
     * @param places where its tasks are, the first 1000
     * @param progress how far it is; null where nothing says
     * @param alerts what somebody should look at
     */
    record JobMore(
            Map<String, Object> spec,
            List<Place> places,
            CurvePage.@Nullable Progress progress,
            List<AlertRow> alerts) {}

    /** The alerts that are raised. */
    record AlertList(List<AlertRow> alerts) {}

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
            List<NodeReason> nodes) {}

    /** Why not, on how many nodes. */
    record NodeReason(String reason, String text, String cure, int nodes) {}

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

    /** That it works. */
    record Health(String status) {}
}
