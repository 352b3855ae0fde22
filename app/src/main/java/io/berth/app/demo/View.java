package io.berth.app.demo;

/** How a demo is shown while it runs. */
interface View {
    /** Shows {@code run} until it is over. */
    void show(DemoRun run, Ending ending);
}
