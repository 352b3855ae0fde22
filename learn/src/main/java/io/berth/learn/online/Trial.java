package io.berth.learn.online;

import org.jspecify.annotations.Nullable;

/** A candidate on trial: without effect, beside the strategy in force. */
public final class Trial {
    /** Looks after which one that did not convince goes. */
    static final int MOST_LOOKS = 3;

    private final Candidate candidate;
    private final Shadow shadow;
    private final long afterJob;
    private int looks;
    private @Nullable Judgement simulation;
    private @Nullable Judgement offPolicy;

    /** @param afterJob the last job that was known when it was made */
    Trial(Candidate candidate, Shadow shadow, long afterJob) {
        this.candidate = candidate;
        this.shadow = shadow;
        this.afterJob = afterJob;
    }

    /**
     * How a trial stands.
     *
     * @param simulation null before the first look
     * @param offPolicy likewise
     */
    public record View(
            String id,
            int looks,
            Shadow.Agreement shadow,
            @Nullable Judgement simulation,
            @Nullable Judgement offPolicy) {}

    Candidate candidate() {
        return candidate;
    }

    Shadow shadow() {
        return shadow;
    }

    long afterJob() {
        return afterJob;
    }

    void judged(Judgement newSimulation, Judgement newOffPolicy) {
        simulation = newSimulation;
        offPolicy = newOffPolicy;
        looks++;
    }

    /** True where both judges say better. */
    boolean convinced() {
        return says(simulation, Judgement.Verdict.BETTER) && says(offPolicy, Judgement.Verdict.BETTER);
    }

    /** True where one says worse, or it was looked at often enough. */
    boolean over() {
        return looks >= MOST_LOOKS
                || says(simulation, Judgement.Verdict.WORSE)
                || says(offPolicy, Judgement.Verdict.WORSE);
    }

    /** By how much the simulation says it is better. */
    double gain() {
        return simulation == null ? 0 : simulation.mean();
    }

    String why() {
        return "simulated " + simulation + "; logged choices " + offPolicy;
    }

    View view() {
        return new View(candidate.id(), looks, shadow.agreement(), simulation, offPolicy);
    }

    private static boolean says(@Nullable Judgement judgement, Judgement.Verdict verdict) {
        return judgement != null && judgement.verdict() == verdict;
    }
}
