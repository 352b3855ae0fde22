package io.berth.learn.environment.deeprm;

import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Mdp;

/**
 * DeepRM as an environment: two resources of ten cells, twenty steps ahead, some slots of waiting jobs and a backlog of 60.
 *
 * <p>Action a below the count of slots gives the job of slot a the earliest time at which it fits and ends within the horizon,
 * which may be later than now; no time passes, and the slot is filled from the backlog. The last action, an empty slot or a job
 * that fits nowhere let one step pass: then the jobs that ended leave, and one may come, into the first empty slot, else the
 * backlog, else nowhere. The first job of a set never comes, as in the original, whose clock moves before it looks.
 *
 * <p>Figures: {@code slowdown_mean} is the mean of (end - arrival) / length over the jobs that were given a time,
 * {@code slowdown_to_end_mean} the same with those that still wait, as if they ended with the episode; {@code slowdown_floor_mean} the
 * first rounded down job by job (what the original reports, by accident of its language),
 * {@code jobs_finished} their count, {@code jobs_unfinished} those that wait, {@code jobs_lost} those that found the backlog
 * full, {@code reward_total}. A mean over no job is NaN.
 */
public final class DeepRm implements Environment {
    private final Rules rules;
    private final JobSets sets;
    private final Mdp mdp;
    private final Yard yard;
    private final View view;
    private int moves;
    private boolean started;
    private boolean over = true;
    private boolean cutOff;
    private double total;

    public DeepRm(Rules rules, JobSets sets) {
        this.rules = rules;
        this.sets = sets;
        yard = new Yard(rules);
        view = View.of(rules, yard);
        mdp = DeepRmModel.of(rules, view.observation());
    }

    @Override
    public Mdp mdp() {
        return mdp;
    }

    @Override
    public void reset(long seed) {
        yard.begin(sets.of(seed), seed);
        moves = 0;
        total = 0;
        over = false;
        cutOff = false;
        started = true;
    }

    @Override
    public void observe(float[] into, int offset) {
        checkStarted();
        view.write(into, offset);
    }

    @Override
    public void mask(boolean[] into, int offset) {
        checkStarted();
        for (int slot = 0; slot < pass(); slot++) {
            into[offset + slot] = !over && (!rules.mask() || yard.fits(slot));
        }
        into[offset + pass()] = !over;
    }

    @Override
    public double step(int action) {
        checkStarted();
        if (over) {
            throw new IllegalStateException("The episode is over.");
        }
        if (action < 0 || action > pass()) {
            throw new IllegalArgumentException("The action (" + action + ") must be from 0 to " + pass() + ".");
        }
        if (action < pass() && yard.fits(action)) {
            yard.plan(action);
            return 0;
        }
        if (rules.mask() && action != pass()) {
            throw new IllegalArgumentException(
                    "The action (" + action + ") is not allowed now: the slot is empty, or its job fits nowhere.");
        }
        double reward = elapse();
        total += reward;
        return reward;
    }

    private double elapse() {
        moves++;
        yard.elapse();
        boolean noMore = moves >= yard.steps();
        switch (rules.end()) {
            case NO_NEW_JOB -> over = noMore;
            case ALL_DONE -> {
                boolean done = noMore && yard.empty();
                cutOff = !done && moves > rules.cap();
                over = done || cutOff;
            }
        }
        if (!over && !noMore) {
            yard.arrive(moves);
        }
        return 0 - yard.weight();
    }

    @Override
    public boolean over() {
        return over;
    }

    @Override
    public boolean truncated() {
        return cutOff;
    }

    @Override
    public Figures figures() {
        return yard.figures().and("reward_total", total);
    }

    /** The action that only lets time pass; also how many slots there are. */
    public int pass() {
        return rules.slots();
    }

    /** Whether {@code slot} has a job that can run from now on without a pause. */
    public boolean fitsNow(int slot) {
        return yard.fitsNow(slot);
    }

    /** How many steps the job of {@code slot} takes; 0 for an empty slot. */
    public int length(int slot) {
        return yard.length(slot);
    }

    /** The sum over resources of what the job of {@code slot} takes times what is free now. */
    public int alignment(int slot) {
        return yard.alignment(slot);
    }

    private void checkStarted() {
        if (!started) {
            throw new IllegalStateException("There is no episode before the first reset.");
        }
    }
}
