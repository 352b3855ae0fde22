package io.berth.core.workload.term;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a job's speed depends on, and what it is worth where.
 *
 * @param speeds by model of device, each model once; a job is as fast as its timing says on models that are not named
 * @param traffic what its ranks exchange; null where that is nothing, or costs nothing
 * @param hidden true where the speeds are known to a simulated world only: who decides has to learn them
 * @param speedup what more of its tasks bring
 * @param utilities by model of device, each model once; on models that are not named a job is worth {@link #TOLD}
 */
public record RunProfile(
        List<ModelSpeed> speeds,
        @Nullable Traffic traffic,
        boolean hidden,
        Speedup speedup,
        List<ModelUtility> utilities) {
    /** The speed that a job's timing is told for, and what a job is worth where nothing is told. */
    public static final long TOLD = 1_000_000;

    /** The most that a job may be faster: a thousand times. */
    public static final long MOST = 1000 * TOLD;

    /** Of a job that is as fast wherever it runs. */
    public static final RunProfile NONE = new RunProfile(List.of());

    public RunProfile {
        speeds = List.copyOf(speeds);
        long models = speeds.stream().map(ModelSpeed::model).distinct().count();
        if (models < speeds.size()) {
            throw new IllegalArgumentException("The speeds of a job name a model twice: " + speeds + ".");
        }
        utilities = List.copyOf(utilities);
        if (utilities.stream().map(ModelUtility::model).distinct().count() < utilities.size()) {
            throw new IllegalArgumentException("The utilities of a job name a model twice: " + utilities + ".");
        }
    }

    /** Of a job whose ranks exchange nothing. */
    public RunProfile(List<ModelSpeed> speeds) {
        this(speeds, null);
    }

    /** Of a job whose speeds are told. */
    public RunProfile(List<ModelSpeed> speeds, @Nullable Traffic traffic) {
        this(speeds, traffic, false, Speedup.IN_PROPORTION, List.of());
    }

    /** The same, of which only a simulated world knows the speeds. */
    public RunProfile asHidden() {
        return new RunProfile(speeds, traffic, true, speedup, utilities);
    }

    /** The same of a job whose ranks exchange what {@code newTraffic} says. */
    public RunProfile withTraffic(@Nullable Traffic newTraffic) {
        return traffic == null && newTraffic == null
                ? this
                : new RunProfile(speeds, newTraffic, hidden, speedup, utilities);
    }

    /** The same of a job of which more tasks bring what {@code newSpeedup} says. */
    public RunProfile withSpeedup(Speedup newSpeedup) {
        return speedup.equals(newSpeedup) ? this : new RunProfile(speeds, traffic, hidden, newSpeedup, utilities);
    }

    /** The same of a job that is worth what {@code newUtilities} say. */
    public RunProfile withUtilities(List<ModelUtility> newUtilities) {
        return utilities.equals(newUtilities) ? this : new RunProfile(speeds, traffic, hidden, speedup, newUtilities);
    }

    /** True where it is as fast wherever it runs. */
    public boolean isNothing() {
        return speeds.isEmpty() && traffic == null;
    }

    /** How fast it is at least, on devices of any model, as far as is told. */
    public long least() {
        if (hidden) {
            return TOLD;
        }
        long least = TOLD;
        for (int i = 0; i < speeds.size(); i++) {
            least = StrictMath.min(least, speeds.get(i).millionths());
        }
        return least;
    }

    /** How fast it is at most, likewise. */
    public long most() {
        long most = TOLD;
        for (int i = 0; i < speeds.size() && !hidden; i++) {
            most = StrictMath.max(most, speeds.get(i).millionths());
        }
        return most;
    }

    /** As {@link #on}, as far as is told. */
    public long toldOn(String model) {
        return hidden ? TOLD : on(model);
    }

    /** How fast it is on devices of {@code model}, millionths of the speed that its timing is told for. */
    public long on(String model) {
        for (int i = 0; i < speeds.size(); i++) {
            if (speeds.get(i).model().equals(model)) {
                return speeds.get(i).millionths();
            }
        }
        return TOLD;
    }

    /** What it is worth on devices of {@code model}, millionths of what it is worth where nothing is told. */
    public long utilityOn(String model) {
        for (int i = 0; i < utilities.size(); i++) {
            if (utilities.get(i).model().equals(model)) {
                return utilities.get(i).millionths();
            }
        }
        return TOLD;
    }
}
