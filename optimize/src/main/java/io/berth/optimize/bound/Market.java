package io.berth.optimize.bound;

import io.berth.optimize.bound.classed.ClassedRelaxation;
import io.berth.optimize.bound.classed.Relaxation;
import io.berth.optimize.problem.ClassedProblem;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Crew;

/**
 * The relaxation of a problem, or where a dense one is large, parts of it: a sample of the tasks for first prices, then all tasks with
 * the options that cost least at prices found so far.
 */
final class Market {
    /** Up to so many pairs all are listed. */
    private static final int FEW_PAIRS = 2_000_000;
    /** An answer of more looks takes some hundredths of a second. */
    private static final int MANY_LOOKS = 1_000_000;
    /** So many of each task otherwise. */
    private static final int LISTED = 48;

    private final Problem problem;
    private final Crew crew;
    private final int stride;
    private final Relaxation sample;

    Market(Problem problem, Crew crew) {
        this.problem = problem;
        this.crew = crew;
        if (problem instanceof DenseProblem dense) {
            this.stride = (int) ((long) dense.tasks() * dense.agents() / FEW_PAIRS + 1);
            this.sample = new ListedRelaxation(OptionLists.all(dense, stride), dense.agents(), crew);
        } else {
            this.stride = 1;
            this.sample = new ClassedRelaxation((ClassedProblem) problem, crew);
        }
    }

    /** The relaxation of some of the tasks. */
    Relaxation sample() {
        return sample;
    }

    /** Which part of the tasks the sample holds. */
    double part() {
        return (double) ((problem.tasks() + stride - 1) / stride) / problem.tasks();
    }

    /** Whether relaxations hold only what is best near some prices. */
    boolean isPartial() {
        return stride > 1;
    }

    /** Whether an answer takes so long that few must do. */
    boolean isLarge() {
        return isPartial() || sample.looks() > MANY_LOOKS;
    }

    /** A relaxation that holds near {@code prices}. */
    Relaxation near(double[] prices) {
        return isPartial() && problem instanceof DenseProblem dense
                ? new ListedRelaxation(OptionLists.best(dense, prices, LISTED, 0, crew), dense.agents(), crew)
                : sample;
    }

    /** How many pairs are looked at to make a new one. */
    long looks() {
        return isPartial() ? allLooks() : 0;
    }

    /** How many pairs are looked at to ask all tasks of the whole problem. */
    long allLooks() {
        return problem instanceof DenseProblem ? (long) problem.tasks() * problem.agents() : sample.looks();
    }
}
