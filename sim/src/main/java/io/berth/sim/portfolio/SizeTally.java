package io.berth.sim.portfolio;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** Jobs by how many GPUs they want in all, in steps that double. */
public final class SizeTally {
    private static final int WHOLE = 1_000;

    /** The last step begins above so many GPUs. */
    private static final int MANY = 64;

    private final SequencedMap<String, Part> byStep = new LinkedHashMap<>();
    private double jobs;
    private double area;

    /**
     * A step.
     *
     * @param jobs its part of the jobs, 0 to 1
     * @param time its part of the processor time that is asked for
     */
    public record Part(double jobs, double time) {
        private Part and(double more) {
            return new Part(jobs + 1, time + more);
        }
    }

    SizeTally() {
        for (long milli = 0; milli <= WHOLE * 2L * MANY; milli = milli < WHOLE ? milli + WHOLE / 2 : 2 * milli) {
            byStep.put(step(milli), new Part(0, 0));
        }
    }

    /** A job of {@code gpuMilli} thousandths of GPUs that asks for so much processor time. */
    void add(long gpuMilli, double time) {
        byStep.merge(step(gpuMilli), new Part(1, time), (now, one) -> now.and(one.time));
        jobs++;
        area += time;
    }

    private static String step(long milli) {
        if (milli == 0) {
            return "0";
        }
        if (milli < WHOLE) {
            return "below 1";
        }
        for (int most = 1; most <= MANY; most *= 2) {
            if (milli <= (long) most * WHOLE) {
                return most <= 2 ? Integer.toString(most) : most / 2 + 1 + " to " + most;
            }
        }
        return "above " + MANY;
    }

    /** The steps that have a job, as parts of the whole. */
    SequencedMap<String, Part> parts() {
        SequencedMap<String, Part> parts = new LinkedHashMap<>();
        byStep.forEach((step, part) -> {
            if (part.jobs > 0) {
                parts.put(step, new Part(part.jobs / jobs, area == 0 ? 0 : part.time / area));
            }
        });
        return parts;
    }
}
