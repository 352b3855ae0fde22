package io.berth.core.strategy;

/** Whether jobs that run get more of their tasks, up to the most that they may have, and give those above the fewest back. */
public enum Resize {
    /** They keep the tasks that they started with. */
    NONE,
    /** They get tasks on nodes that no job that waits could ever use, and keep them. */
    GROW,
    /** They give tasks back to jobs that go before them in the order; so they get tasks on nodes that only such jobs could use, too. */
    BY_ORDER,
    /** They give tasks back to whoever waits, and get tasks wherever there is room. */
    ELASTIC,
    /** The same, task by task: one more goes to whom it brings most, and goes from whom it costs least; whoever starts does so with the fewest. */
    BY_GAIN;

    /** True where some are stopped for others. */
    public boolean shrinks() {
        return this == BY_ORDER || givesToAll();
    }

    /** True where they are stopped for whoever waits. */
    public boolean givesToAll() {
        return this == ELASTIC || this == BY_GAIN;
    }
}
