package io.berth.learn.environment;

import java.util.Locale;

/** What an episode of jobs can be rewarded for, each with the figure that says how well it went. */
public enum Goal {
    /** The mean time from submission to end, seconds. */
    JCT("jct_mean_s", -1),
    /** The mean of max(1, (wait + run) / max(run, 10 s)). */
    BOUNDED_SLOWDOWN("bounded_slowdown_mean", -1),
    /** The share of the machine's processors in use, over time, from 0 to 1. */
    UTILISATION("utilisation", 1),
    /** The share of the jobs with a deadline that missed it, from 0 to 1. */
    DEADLINE_MISSES("deadline_miss_rate", -1);

    private final String figure;
    private final int sign;

    Goal(String figure, int sign) {
        this.figure = figure;
        this.sign = sign;
    }

    /** Its name in configuration. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The name of its figure. */
    public String figure() {
        return figure;
    }

    /** 1 where more of its figure is better, -1 where less is. */
    public int sign() {
        return sign;
    }
}
