package io.berth.core.explain;

import io.berth.core.decision.Cure;
import io.berth.core.decision.DomainMiss;
import io.berth.core.decision.Lacks;
import io.berth.core.decision.Reason;
import io.berth.core.pace.SpeedOn;
import io.berth.core.plan.Preference;
import io.berth.core.plan.trace.NodeMiss;
import io.berth.core.strategy.WorkClass;
import io.berth.core.time.Nanos;
import io.berth.core.workload.term.After;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Why a job waits, and what would change it.
 *
 * @param reason the whole answer in one constant; null where the next pass starts the job
 * @param atNanos when it is tried again, where that moment is known; {@link Nanos#NEVER} elsewhere
 * @param tasks how many tasks must start together
 * @param room for how many of them there is room at once
 * @param fitting on how many nodes one task fits
 * @param nodes on how many of the others it does not, by why not
 * @param unmet the jobs that must have ended before it may start
 * @param preferences what a learnt order preferred to it, and it to what; empty under other orders
 * @param speeds how fast it is on each model of devices that will do, where the strategy learns that; empty elsewhere
 * @param nearest the node that lacks least for one more of its tasks; null where there is room for all that must start, and where none ever could hold one
 * @param turn its place among those that wait; null where no pass comes to it
 * @param bounded within which time it shall start; null where nothing is said of that
 * @param missed its deadline, where it cannot make that though it started now; null elsewhere
 * @param of the class of work that it is of; null for none
 */
public record Explanation(
        @Nullable Reason reason,
        long atNanos,
        int tasks,
        int room,
        int fitting,
        Lacks nodes,
        List<After> unmet,
        List<Preference> preferences,
        List<SpeedOn> speeds,
        @Nullable NodeMiss nearest,
        @Nullable Turn turn,
        @Nullable Bounded bounded,
        @Nullable Deadline missed,
        @Nullable WorkClass of) {
    public Explanation {
        preferences = List.copyOf(preferences);
        unmet = List.copyOf(unmet);
        speeds = List.copyOf(speeds);
    }

    /** Of a job that waits for no other, under an order that was not learnt. */
    public Explanation(@Nullable Reason reason, long atNanos, int tasks, int room, int fitting, Lacks nodes) {
        this(
                reason, atNanos, tasks, room, fitting, nodes, List.of(), List.of(), List.of(), null, null, null, null,
                null);
    }

    /** True where the next pass starts the job. */
    public boolean startable() {
        return reason == null;
    }

    /** The reason in words, and how near the job is to a domain where it must be in one; empty where there is none. */
    public String text() {
        DomainMiss miss = nodes.miss();
        String words = reason == null ? "" : nodes.told(reason);
        boolean ofDomains = reason == Reason.NO_ONE_DOMAIN || reason == Reason.NO_DOMAIN_EVER;
        return miss == null || !ofDomains ? words : words + ": " + miss.text();
    }

    /** What would turn the "no" into a "yes"; null where there is no "no". */
    public @Nullable Cure cure() {
        return reason == null ? null : reason.cure();
    }

    /** The jobs that it waits for in words: {@code 12 (ok), 15 (any)}. */
    public String unmetText() {
        return text(unmet);
    }

    /** Jobs that another waits for in words: {@code 12 (ok), 15 (any)}. */
    public static String text(List<After> jobs) {
        return jobs.stream()
                .map(after -> after.job() + " (" + after.when().name().toLowerCase(Locale.ROOT) + ")")
                .collect(Collectors.joining(", "));
    }
}
