package io.berth.core.plan;

import io.berth.core.catalog.Strategy;

/** Stops what events call for, and what has run for as long as it may. */
final class Stopping implements Stage {
    private final Pass pass;

    Stopping(Pass pass) {
        this.pass = pass;
    }

    @Override
    public void run(Strategy strategy) {
        pass.state().stops().forEach(pass.draft()::stop);
    }

    @Override
    public long wakeNanos(Strategy strategy) {
        return pass.state().nextLimitNanos();
    }
}
