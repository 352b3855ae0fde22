package io.berth.learn.environment.deeprm;

import io.berth.core.model.column.Feature;
import io.berth.learn.environment.Observation;
import java.util.ArrayList;
import java.util.List;

/**
 * The numbers in the order of the original, each divided by the most it can be (there they are not): how many jobs still run
 * after each of the 20 steps to come, the free cells of each resource at each step, length and cells of each slot's job, the
 * backlog. A job that ended but is not yet removed counts as gone.
 */
record CompactView(int slots, Yard yard, Observation observation) implements View {
    /** Each job takes half of some resource or more, so that no more run at a step than twice the resources. */
    private static final float MOST_RUNNING = 2f * Machine.RESOURCES * Machine.HORIZON;

    CompactView(int slots, Yard yard) {
        this(slots, yard, told(slots));
    }

    private static Observation told(int slots) {
        List<Feature> numbers = new ArrayList<>();
        for (int step = 0; step < Machine.HORIZON; step++) {
            numbers.add(Feature.share(
                    "running_" + step,
                    "jobs with a time that have not ended " + step + " steps from now, divided by 80"));
        }
        for (int resource = 0; resource < Machine.RESOURCES; resource++) {
            for (int step = 0; step < Machine.HORIZON; step++) {
                numbers.add(Feature.share(
                        "free_%d_%d".formatted(resource, step),
                        "free cells of resource %d, %d steps from now, divided by 10".formatted(resource, step)));
            }
        }
        for (int slot = 0; slot < slots; slot++) {
            numbers.add(Feature.share("length_" + slot, "steps of the job of slot " + slot + ", divided by 15"));
            for (int resource = 0; resource < Machine.RESOURCES; resource++) {
                numbers.add(Feature.share(
                        "cells_%d_%d".formatted(slot, resource),
                        "cells of resource %d that it takes, divided by 10".formatted(resource)));
            }
        }
        numbers.add(Feature.share("backlog", "jobs in the backlog, divided by 60"));
        return new Observation(1, "all", numbers);
    }

    @Override
    public void write(float[] into, int offset) {
        int at = offset;
        for (int step = 0; step < Machine.HORIZON; step++) {
            into[at++] = yard.runningAfter(step) / MOST_RUNNING;
        }
        for (int resource = 0; resource < Machine.RESOURCES; resource++) {
            for (int step = 0; step < Machine.HORIZON; step++) {
                into[at++] = (float) yard.machine().free(resource, step) / Machine.CELLS;
            }
        }
        for (int slot = 0; slot < slots; slot++) {
            into[at++] = (float) yard.length(slot) / JobSet.LONGEST;
            for (int resource = 0; resource < Machine.RESOURCES; resource++) {
                into[at++] = (float) yard.demand(slot, resource) / Machine.CELLS;
            }
        }
        into[at] = (float) yard.waiting() / Yard.BACKLOG;
    }
}
