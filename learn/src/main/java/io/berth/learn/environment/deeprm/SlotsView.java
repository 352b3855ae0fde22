package io.berth.learn.environment.deeprm;

import io.berth.core.model.column.Feature;
import io.berth.learn.environment.Observation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A row for each slot and one for letting a step pass, so that a network can judge each job by the same few numbers wherever it stands:
 * what the job is, when it could start, what is free then, and how all stands, which is the same in each row.
 *
 * <p>Not of the original, which shows the whole as one; the numbers are those of its compact form and what its rules go by.
 */
record SlotsView(int slots, Yard yard, Observation observation) implements View {
    /** What is told of a job. */
    private static final List<Feature> JOB = List.of(
            Feature.share("length", "steps of the job, divided by 15"),
            Feature.share("urgency", "1 / steps of the job"),
            Feature.share("cells_0", "cells of resource 0 that it takes, divided by 10"),
            Feature.share("cells_1", "cells of resource 1 that it takes, divided by 10"),
            Feature.share("delay", "steps until it could start, divided by 20; 1 where it could not"),
            Feature.share("later", "1 where it could not start now"),
            Feature.share(
                    "alignment", "the sum over resources of what it takes times what is free now, divided by 200"),
            Feature.share("left_0", "free cells of resource 0 when it could start, less its own, divided by 10"),
            Feature.share("left_1", "the same of resource 1"),
            Feature.share("shorter", "share of the slots that hold a shorter job"),
            Feature.share("equal", "share of the slots that hold another job of its length"));

    /** What is told in each row of all. */
    private static final List<Feature> ALL = List.of(
            Feature.share("waiting", "share of the slots that hold a job"),
            Feature.share("backlog", "jobs in the backlog, divided by 60"),
            Feature.share("shortest", "steps of the shortest job in the slots, divided by 15; 1 where there is none"),
            Feature.share("free_0", "cells of resource 0 free now, divided by 10"),
            Feature.share("free_1", "the same of resource 1"),
            Feature.share("soon_0", "mean of the cells of resource 0 free in the next five steps, divided by 10"),
            Feature.share("soon_1", "the same of resource 1"),
            Feature.share("ahead_0", "mean of the cells of resource 0 free in all 20 steps, divided by 10"),
            Feature.share("ahead_1", "the same of resource 1"),
            Feature.share("silence", "steps since the last job came, divided by 10; 10 and more is 1"));

    private static final int SOON = 5;
    private static final float MOST_ALIGNED = Machine.RESOURCES * Machine.CELLS * Machine.CELLS;

    SlotsView(int slots, Yard yard) {
        this(slots, yard, told(slots));
    }

    private static Observation told(int slots) {
        List<Feature> row = new ArrayList<>();
        row.add(Feature.share("pass", "1 in the row of letting a step pass"));
        row.addAll(JOB);
        row.addAll(ALL);
        return new Observation(slots + 1, "slot, or letting a step pass", row);
    }

    @Override
    public void write(float[] into, int offset) {
        Arrays.fill(into, offset, offset + observation.size(), 0);
        int features = observation.features().size();
        for (int slot = 0; slot < slots; slot++) {
            if (yard.job(slot) != Yard.NONE) {
                int at = offset + slot * features + 1;
                job(slot, into, at);
                all(into, at + JOB.size());
            }
        }
        int pass = offset + slots * features;
        into[pass] = 1;
        all(into, pass + 1 + JOB.size());
    }

    private void job(int slot, float[] into, int first) {
        int at = first;
        int start = yard.start(slot);
        into[at++] = (float) yard.length(slot) / JobSet.LONGEST;
        into[at++] = 1f / yard.length(slot);
        into[at++] = (float) yard.demand(slot, 0) / Machine.CELLS;
        into[at++] = (float) yard.demand(slot, 1) / Machine.CELLS;
        into[at++] = start == Machine.NEVER ? 1 : (float) start / Machine.HORIZON;
        into[at++] = start == 0 ? 0 : 1;
        into[at++] = yard.alignment(slot) / MOST_ALIGNED;
        into[at++] = start == Machine.NEVER ? 0 : left(slot, 0, start);
        into[at++] = start == Machine.NEVER ? 0 : left(slot, 1, start);
        into[at++] = (float) shorter(yard.length(slot)) / slots;
        into[at] = (float) (shorter(yard.length(slot) + 1) - shorter(yard.length(slot)) - 1) / slots;
    }

    private float left(int slot, int resource, int start) {
        return (float) (yard.machine().free(resource, start) - yard.demand(slot, resource)) / Machine.CELLS;
    }

    /** How many jobs in the slots are shorter than {@code length}. */
    private int shorter(int length) {
        int count = 0;
        for (int slot = 0; slot < slots; slot++) {
            count += yard.job(slot) != Yard.NONE && yard.length(slot) < length ? 1 : 0;
        }
        return count;
    }

    private void all(float[] into, int first) {
        int at = first;
        into[at++] = (float) shorter(Integer.MAX_VALUE) / slots;
        into[at++] = (float) yard.waiting() / Yard.BACKLOG;
        into[at++] = (float) shortest() / JobSet.LONGEST;
        for (int steps : new int[] {1, SOON, Machine.HORIZON}) {
            for (int resource = 0; resource < Machine.RESOURCES; resource++) {
                into[at++] = free(resource, steps);
            }
        }
        into[at] = (float) yard.silence() / Yard.LONGEST_SILENCE;
    }

    private int shortest() {
        int shortest = JobSet.LONGEST;
        for (int slot = 0; slot < slots; slot++) {
            if (yard.job(slot) != Yard.NONE) {
                shortest = Math.min(shortest, yard.length(slot));
            }
        }
        return shortest;
    }

    /** The mean share of {@code resource} that is free in the next {@code steps}. */
    private float free(int resource, int steps) {
        int sum = 0;
        for (int step = 0; step < steps; step++) {
            sum += yard.machine().free(resource, step);
        }
        return (float) sum / (steps * Machine.CELLS);
    }
}
