package io.berth.learn.environment.deeprm;

import io.berth.core.time.Chance;
import io.berth.learn.environment.Figures;
import java.util.Arrays;

/** The jobs of an episode: running, in the slots, in the backlog. Jobs are known by the step at which they came. */
final class Yard {
    /** How many jobs can wait beside the slots. */
    static final int BACKLOG = 60;
    /** How long ago the last job came is told up to here. */
    static final int LONGEST_SILENCE = 10;
    /** No job. */
    static final int NONE = -1;

    private static final int NOT_YET = -1;
    private static final int COLOURS = 40;

    private final Rules rules;
    private final Machine machine = new Machine();
    private final int[] slots;
    private final int[] backlog = new int[BACKLOG];
    private final float[] colours = new float[COLOURS - 1];
    private JobSet jobs = new JobSet(new int[1], new int[1], new int[1]);
    private int[] running = new int[0];
    private int[] ends = new int[0];
    private int waiting;
    private int runs;
    private int now;
    private int silence;
    private int lost;

    Yard(Rules rules) {
        this.rules = rules;
        slots = new int[rules.slots()];
        clear();
    }

    private void clear() {
        machine.clear();
        Arrays.fill(slots, NONE);
        waiting = 0;
        runs = 0;
        now = 0;
        silence = 0;
        lost = 0;
    }

    void begin(JobSet set, long seed) {
        jobs = set;
        running = new int[set.steps()];
        ends = new int[set.steps()];
        clear();
        Chance chance = new Chance(seed, "deeprm.colours", 0);
        for (int i = 0; i < colours.length; i++) {
            int other = chance.below(i + 1);
            colours[i] = colours[other];
            colours[other] = (i + 1f) / COLOURS;
        }
    }

    Machine machine() {
        return machine;
    }

    int steps() {
        return jobs.steps();
    }

    /** The job in {@code slot}, or {@link #NONE}. */
    int job(int slot) {
        return slots[slot];
    }

    int length(int slot) {
        return slots[slot] == NONE ? 0 : jobs.lengths()[slots[slot]];
    }

    /** What the job of {@code slot} takes, cells; 0 for an empty slot. */
    int demand(int slot, int resource) {
        if (slots[slot] == NONE) {
            return 0;
        }
        return (resource == 0 ? jobs.first() : jobs.second())[slots[slot]];
    }

    int waiting() {
        return waiting;
    }

    int silence() {
        return silence;
    }

    /** How many jobs run, or are to run, after {@code steps} more steps. */
    int runningAfter(int steps) {
        int count = 0;
        for (int i = 0; i < runs; i++) {
            count += ends[running[i]] > now + steps ? 1 : 0;
        }
        return count;
    }

    boolean fits(int slot) {
        return start(slot) != Machine.NEVER;
    }

    boolean fitsNow(int slot) {
        return slots[slot] != NONE && machine.fitsNow(length(slot), demand(slot, 0), demand(slot, 1));
    }

    int alignment(int slot) {
        return demand(slot, 0) * machine.free(0, 0) + demand(slot, 1) * machine.free(1, 0);
    }

    /** Gives the job of {@code slot} its time; it must fit. */
    void plan(int slot) {
        int start = start(slot);
        int job = slots[slot];
        int length = length(slot);
        float colour = rules.colours() ? freshColour() : 1;
        for (int resource = 0; resource < Machine.RESOURCES; resource++) {
            machine.take(resource, demand(slot, resource), start, length, colour);
        }
        ends[job] = now + start + length;
        running[runs++] = job;
        slots[slot] = NONE;
        if (waiting > 0) {
            slots[slot] = backlog[0];
            System.arraycopy(backlog, 1, backlog, 0, --waiting);
        }
    }

    /** A step passes; those that ended leave. */
    void elapse() {
        now++;
        machine.elapse();
        silence = StrictMath.min(LONGEST_SILENCE, silence + 1);
        int kept = 0;
        boolean skip = false;
        for (int i = 0; i < runs; i++) {
            boolean leaves = !skip && ends[running[i]] <= now;
            skip = leaves && rules.lateRemoval();
            if (!leaves) {
                running[kept++] = running[i];
            }
        }
        runs = kept;
    }

    /** The job of {@code step} comes, if there is one. */
    void arrive(int step) {
        if (jobs.lengths()[step] == 0) {
            return;
        }
        silence = 0;
        ends[step] = NOT_YET;
        for (int slot = 0; slot < slots.length; slot++) {
            if (slots[slot] == NONE) {
                slots[slot] = step;
                return;
            }
        }
        if (waiting < BACKLOG) {
            backlog[waiting++] = step;
        } else {
            lost++;
            ends[step] = 0;
        }
    }

    boolean empty() {
        if (runs > 0 || waiting > 0) {
            return false;
        }
        for (int job : slots) {
            if (job != NONE) {
                return false;
            }
        }
        return true;
    }

    /** The sum of 1/length of all that run and wait. */
    double weight() {
        double sum = 0;
        for (int i = 0; i < runs; i++) {
            sum += weight(running[i]);
        }
        for (int job : slots) {
            sum += job == NONE ? 0 : weight(job);
        }
        for (int i = 0; i < waiting; i++) {
            sum += weight(backlog[i]);
        }
        return sum;
    }

    Figures figures() {
        double slowdown = 0;
        double waited = 0;
        long floor = 0;
        int finished = 0;
        int unfinished = 0;
        for (int job = 0; job < ends.length; job++) {
            if (ends[job] > 0) {
                finished++;
                slowdown += (double) (ends[job] - job) / jobs.lengths()[job];
                floor += (ends[job] - job) / jobs.lengths()[job];
            } else if (ends[job] == NOT_YET) {
                unfinished++;
                waited += (double) (now - job) / jobs.lengths()[job];
            }
        }
        return Figures.of("slowdown_mean", slowdown / finished)
                .and("slowdown_to_end_mean", (slowdown + waited) / (finished + unfinished))
                .and("slowdown_floor_mean", (double) floor / finished)
                .and("jobs_finished", finished)
                .and("jobs_unfinished", unfinished)
                .and("jobs_lost", lost);
    }

    private double weight(int job) {
        return 1.0 / jobs.lengths()[job];
    }

    /** Steps until the job of {@code slot} fits; {@link Machine#NEVER} where it is empty or its job fits nowhere. */
    int start(int slot) {
        return slots[slot] == NONE ? Machine.NEVER : machine.start(length(slot), demand(slot, 0), demand(slot, 1));
    }

    /** The first colour of this episode that is not on the picture; where all are, the last. */
    private float freshColour() {
        for (float colour : colours) {
            if (!machine.shows(colour)) {
                return colour;
            }
        }
        return colours[colours.length - 1];
    }
}
