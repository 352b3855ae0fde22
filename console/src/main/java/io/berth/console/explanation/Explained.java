package io.berth.console.explanation;

import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Why a job waits, or how it came to its place.
 *
 * @param waiting false for one that does not; all that follows up to {@code preferences} is empty then
 * @param startable true where the next pass starts it
 * @param reason in one word; null where there is none
 * @param text in words
 * @param codes what others call the reason
 * @param cure what would change it: {@code never}, {@code on_release}, {@code on_preemption}, {@code at_time} or {@code by_operator}
 * @param tryTime when it is tried again, where that is known: UTC, ISO 8601
 * @param tasks how many must start together
 * @param room for how many of them there is room at once
 * @param fittingNodes on how many nodes one fits
 * @param nodes why not on the others
 * @param nearest which of the others lacks least; null where there is room for all that must start, and where none ever could hold one
 * @param place when its turn comes; null where no pass comes to it
 * @param unmet the jobs that must end before, such as {@code 12 (ok), 15 (any)}; null for none
 * @param preferences what a learnt order tries before it, and it before what, and why; empty under other orders
 * @param speeds how fast it is taken to be on each model of devices that will do, where the strategy learns that; empty elsewhere
 * @param bound within which time it shall start; null where nothing is said of that
 * @param deadline its deadline, where it cannot make that though it started now; null elsewhere
 * @param strategy the strategy that decides of it, or decided its start, with what identifies its model; null where that is not known
 * @param started how it came to its last start; null where it never started, or nobody knows any more
 */
public record Explained(
        long id,
        String state,
        boolean waiting,
        boolean startable,
        @Nullable String reason,
        String text,
        Codes codes,
        @Nullable String cure,
        @Nullable String tryTime,
        int tasks,
        int room,
        int fittingNodes,
        List<NodeReason> nodes,
        @Nullable Nearest nearest,
        @Nullable QueuePlace place,
        @Nullable String unmet,
        List<Preferred> preferences,
        List<ExpectedSpeed> speeds,
        @Nullable WaitBounded bound,
        @Nullable DeadlineMissed deadline,
        @Nullable String strategy,
        @Nullable Started started) {
    /** The same without what a learnt order saw in other jobs than those that are {@code visible}. */
    public Explained of(LongPredicate visible) {
        return new Explained(
                id,
                state,
                waiting,
                startable,
                reason,
                text,
                codes,
                cure,
                tryTime,
                tasks,
                room,
                fittingNodes,
                nodes,
                nearest,
                place,
                unmet,
                Preferred.of(preferences, visible),
                speeds,
                bound,
                deadline,
                strategy,
                started == null ? null : started.of(visible));
    }
}
