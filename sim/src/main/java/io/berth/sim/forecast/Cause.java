package io.berth.sim.forecast;

import java.util.List;

/**
 * What a start waits for: the ends of the instant in which it is decided.
 *
 * @param jobs the first of the jobs that end then, by number; none where no end decides
 * @param timer true where no end decides but the time: a back-off is over, a promised moment has come
 */
public record Cause(List<Long> jobs, boolean timer) {
    /** Nothing: the next pass starts it. */
    static final Cause NONE = new Cause(List.of(), false);

    public Cause {
        jobs = List.copyOf(jobs);
    }
}
