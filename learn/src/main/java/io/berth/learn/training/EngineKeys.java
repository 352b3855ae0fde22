package io.berth.learn.training;

import io.berth.learn.environment.Reward;
import io.berth.learn.environment.engine.EnginePart;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import org.jspecify.annotations.Nullable;

/** The section {@code engine} of {@code learn}, as a user wrote it. */
public record EngineKeys(Fields engine, Reward reward) {
    /** As many as a short training can play often, and enough for queues to build up. */
    private static final int USUAL_JOBS = 256;

    private static final int QUEUE_ROWS = 128;

    /**
     * How many jobs an episode has.
     *
     * @param all the jobs of the workload
     * @param drawn whether each seed draws them anew; where they are always the same, an episode is a part of them
     */
    public int jobs(long all, boolean drawn) {
        long most = drawn ? all : Math.max(1, all / 2);
        return engine.has("jobs") ? engine.integer("jobs") : (int) Math.min(USUAL_JOBS, most);
    }

    /** Where the number of jobs stands, or what it belongs to. */
    public Tree jobsPlace() {
        return engine.has("jobs") ? engine.value("jobs") : engine.tree();
    }

    /** What is seen of {@code part}. */
    public EngineTask.View view(EnginePart part) {
        return new EngineTask.View(rows(part.rows()), engine.integer("nodes"));
    }

    /** How many jobs the agent of a queue sees. */
    public int queueRows() {
        return rows(QUEUE_ROWS);
    }

    private int rows(int usual) {
        return engine.has("rows") ? engine.integer("rows") : usual;
    }

    /** The name of the strategy that decides the rest; null for the scenario's first. */
    public @Nullable Tree strategy() {
        return engine.has("strategy") ? engine.value("strategy") : null;
    }

    public boolean dense() {
        return engine.flag("dense");
    }

    /** What is said of all this. */
    public Tree place() {
        return engine.tree();
    }
}
