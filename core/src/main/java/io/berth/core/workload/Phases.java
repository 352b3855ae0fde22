package io.berth.core.workload;

import io.berth.core.time.Nanos;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The phases of a job, one after another, and in which it is. What the job asks for is what that phase asks for; where it is done, the job
 * gives back all that it held and waits, at its place, for what the next asks for (decision 105).
 *
 * @param all in their order; empty for a job without phases
 * @param at the place of the present one
 */
public record Phases(List<Phase> all, int at) {
    /** Of a job that asks for the same until it ends. */
    public static final Phases NONE = new Phases(List.of(), 0);

    /** The most phases of a job. */
    public static final int MOST = 64;

    public Phases {
        all = List.copyOf(all);
        if (all.size() == 1 || all.size() > MOST) {
            throw new IllegalArgumentException(
                    "The phases (" + all.size() + ") of a job must be at least 2 and at most " + MOST + ".");
        }
        if (at < 0 || at >= StrictMath.max(1, all.size())) {
            throw new IllegalArgumentException("There is no phase (" + at + ") of " + all.size() + ".");
        }
        TreeSet<String> names = new TreeSet<>();
        for (Phase phase : all) {
            if (!names.add(phase.name())) {
                throw new IllegalArgumentException(
                        "The phases of a job must have names of their own; (" + phase.name() + ") is there twice.");
            }
            if (phase.group().demand().bestEffort()) {
                throw new IllegalArgumentException("The phases of a job must not be of best effort.");
            }
        }
    }

    /** True where there are some. */
    public boolean any() {
        return !all.isEmpty();
    }

    /** True where another comes after the present one. */
    public boolean more() {
        return at + 1 < all.size();
    }

    /** The present one; only where there are some. */
    public Phase now() {
        return all.get(at);
    }

    /** Which is the present one, in words: {@code phase 2 of 3 (train)}; only where there are some. */
    public String text() {
        return "phase " + (at + 1) + " of " + all.size() + " (" + now().name() + ")";
    }

    /** The same one phase later. */
    public Phases next() {
        return new Phases(all, at + 1);
    }

    /** The same, the tasks of each as {@code change} makes them. */
    Phases withEach(UnaryOperator<TaskGroup> change) {
        return any()
                ? new Phases(
                        all.stream()
                                .map(phase -> phase.withGroup(change.apply(phase.group())))
                                .toList(),
                        at)
                : this;
    }

    /** How long the user expects all after the present one to run, where he says so. */
    public long laterNanos() {
        long sum = 0;
        for (int later = at + 1; later < all.size(); later++) {
            long one = all.get(later).estimateNanos();
            sum = one == Nanos.NEVER ? sum : Nanos.after(sum, one);
        }
        return sum;
    }
}
