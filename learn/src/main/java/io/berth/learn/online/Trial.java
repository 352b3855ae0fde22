package io.berth.learn.online;

import io.berth.learn.online.evidence.Judgement;
import io.berth.learn.online.evidence.Shadow;
import org.jspecify.annotations.Nullable;

/** A candidate on trial: without effect, beside the strategy in force. */
public final class Trial {
    /** Looks after which one that did not convince goes. */
    static final int MOST_LOOKS = 4;

    /** The same of one that is tried. */
    private static final int MOST_TRIED = 30;

    /** Looks on end at which the simulation must say better of one that was made of the jobs; a busy hour makes many look good. */
    private static final int LEAST_BETTER = 2;

    private final Candidate candidate;
    private final Shadow shadow;
    private final long afterJob;
    private int looks;
    private int better;
    private boolean tried;
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
     * @param tried whether a share of the choices goes by it
     * @param simulation null before the first look
     * @param offPolicy likewise
     */
    public record View(
            String id,
            int looks,
            boolean tried,
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
        better = says(newSimulation, Judgement.Verdict.BETTER) ? better + 1 : 0;
        looks += says(newSimulation, Judgement.Verdict.CANNOT_TELL) ? 0 : 1;
    }

    /** A share of the choices goes by it from now on. */
    void beTried() {
        tried = true;
        looks = 0;
    }

    boolean tried() {
        return tried;
    }

    /** True where it may be tried: the simulation says better at two looks on end, or of a known order that its interval is above zero. */
    boolean promising() {
        Judgement simulated = simulation;
        return candidate.known()
                ? simulated != null && simulated.low() > 0 && simulated.mean() >= Judges.WORTH
                : better >= LEAST_BETTER;
    }

    /** True where both judges say better. */
    boolean convinced() {
        return says(simulation, Judgement.Verdict.BETTER)
                && says(offPolicy, Judgement.Verdict.BETTER)
                && better >= (candidate.known() ? 1 : LEAST_BETTER);
    }

    /** True where one says worse or narrow, the simulation takes back what let it be tried, or it was looked at often enough. */
    boolean over() {
        return looks >= (tried ? MOST_TRIED : MOST_LOOKS)
                || tried && gain() < 0
                || says(simulation, Judgement.Verdict.WORSE)
                || says(simulation, Judgement.Verdict.NARROW)
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
        return new View(candidate.id(), looks, tried, shadow.agreement(), simulation, offPolicy);
    }

    private static boolean says(@Nullable Judgement judgement, Judgement.Verdict verdict) {
        return judgement != null && judgement.verdict() == verdict;
    }
}
