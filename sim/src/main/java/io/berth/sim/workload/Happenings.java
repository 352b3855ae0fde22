package io.berth.sim.workload;

import io.berth.core.event.Event;
import io.berth.core.event.Event.JobOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** What people and the world did in a journal beside submitting jobs, for it to happen again under another strategy. */
public final class Happenings {
    private final List<Happening> heard = new ArrayList<>();

    /** Hears of all that happened, in its order. */
    public void hear(long atNanos, Event event) {
        switch (event) {
            case JobOperation operation -> heard.add(new Happening(atNanos, operation));
            // What is brought where, and what nodes do, follows from where tasks went.
            case Event.DataHeld _, Event.LoadObserved _, Event.TaskMeasured _, Event.GuaranteedObserved _ -> {}
            case Event.NodeEvent node -> heard.add(new Happening(atNanos, node));
            case Event.NodeDrained drained -> heard.add(new Happening(atNanos, drained));
            case Event.BudgetChanged budget -> heard.add(new Happening(atNanos, budget));
            case Event.DataDeclared data -> heard.add(new Happening(atNanos, data));
            case Event.QueuesDeclared queues -> heard.add(new Happening(atNanos, queues));
            case Event.ReservationChanged reserved -> heard.add(new Happening(atNanos, reserved));
            case Event.PoolsDeclared pools -> heard.add(new Happening(atNanos, pools));
            case Event.QosDeclared classes -> heard.add(new Happening(atNanos, classes));
            // Those are the workload, what is tried on it, and what is told before.
            case Event.JobSubmitted _, Event.JobFound _, Event.StrategyChanged _, Event.MixExpected _ -> {}
            // What the machine's clock shows decides nothing.
            case Event.ClockJumped _, Event.ClockSet _ -> {}
            // Under another strategy these come otherwise.
            case Event.TaskOutcome _,
                    Event.ProgressReported _,
                    Event.WindowPlanned _,
                    Event.ImageChanged _,
                    Event.Tick _ -> {}
        }
    }

    /** What was heard. {@code numbers} says which job of the workload one of the journal is; 0 for none, of which nothing is told. */
    public List<Happening> of(LongUnaryOperator numbers) {
        List<Happening> happenings = new ArrayList<>(heard.size());
        for (Happening happening : heard) {
            if (happening.event() instanceof JobOperation operation) {
                long number = numbers.applyAsLong(operation.job());
                if (number > 0) {
                    happenings.add(new Happening(happening.atNanos(), renumbered(operation, number)));
                }
            } else {
                happenings.add(happening);
            }
        }
        return happenings;
    }

    private static Event renumbered(JobOperation operation, long number) {
        return switch (operation) {
            case Event.JobCancelled _ -> new Event.JobCancelled(number);
            case Event.JobHeld hold -> new Event.JobHeld(number, hold.held());
            case Event.JobRequeued _ -> new Event.JobRequeued(number);
            case Event.JobUpdated updated -> new Event.JobUpdated(number, updated.change());
        };
    }
}
