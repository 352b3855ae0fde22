package io.berth.sim.run;

import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Driver;
import io.berth.core.event.Event;
import io.berth.core.policy.window.WindowAdviser;
import io.berth.core.policy.window.WindowPlanner;
import io.berth.core.policy.window.WindowPlanners;
import io.berth.core.policy.window.WindowQuestion;

/** Has windows planned at once, and hands the plan over when the work would have been done: units × time per unit later. */
public final class VirtualAdviser implements WindowAdviser {
    private final WindowPlanner planner;
    private final long nanosPerUnit;
    private final Driver driver;

    private VirtualAdviser(WindowPlanners planners, Driver driver) {
        this.planner = planners.factory().get();
        this.nanosPerUnit = planners.nanosPerUnit();
        this.driver = driver;
    }

    /** The adviser of an engine under {@code driver}; one that answers nothing where {@code catalog} has no planner. */
    public static WindowAdviser of(Catalog catalog, Driver driver) {
        WindowPlanners planners = catalog.planners();
        return planners == null ? NONE : new VirtualAdviser(planners, driver);
    }

    @Override
    public void ask(WindowQuestion question) {
        var answer = planner.plan(question);
        long doneNanos = driver.nowNanos() + answer.work() * nanosPerUnit;
        driver.at(doneNanos, new Event.WindowPlanned(question.id(), answer));
    }
}
