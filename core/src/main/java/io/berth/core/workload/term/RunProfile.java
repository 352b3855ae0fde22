package io.berth.core.workload.term;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a job's speed depends on, beside how many tasks it has.
 *
 * @param speeds by model of device, each model once; a job is as fast as its timing says on models that are not named
 * @param traffic what its ranks exchange; null where that is nothing, or costs nothing
 */
public record RunProfile(List<ModelSpeed> speeds, @Nullable Traffic traffic) {
    /** The speed that a job's timing is told for. */
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
    }

    /** Of a job whose ranks exchange nothing. */
    public RunProfile(List<ModelSpeed> speeds) {
        this(speeds, null);
    }

    /** The same of a job whose ranks exchange what {@code newTraffic} says. */
    public RunProfile withTraffic(@Nullable Traffic newTraffic) {
        return traffic == null && newTraffic == null ? this : new RunProfile(speeds, newTraffic);
    }

    /** True where it is as fast wherever it runs. */
    public boolean isNothing() {
        return speeds.isEmpty() && traffic == null;
    }

    /** How fast it is at least, on devices of any model. */
    public long least() {
        long least = TOLD;
        for (int i = 0; i < speeds.size(); i++) {
            least = StrictMath.min(least, speeds.get(i).millionths());
        }
        return least;
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
}
