package io.berth.app.demo;

import io.berth.app.demo.screen.Ending;

/** How a demo is shown while it runs. */
interface View {
    /** Shows {@code run} until it is over. */
    void show(DemoRun run, Ending ending);
}
