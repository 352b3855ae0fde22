package io.berth.sim.fault;

import io.berth.core.event.Event;
import io.berth.core.time.Chance;
import io.berth.spec.fault.Fault;
import io.berth.spec.fault.FaultKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The faults that befall tasks: which of them hits a task is a function of (seed, kind, decision, task). */
final class TaskTroubles {
    private final long seed;
    private final List<Fault> faults;
    private final Set<FaultKind> hit = EnumSet.noneOf(FaultKind.class);

    TaskTroubles(long seed, List<Fault> faults) {
        this.seed = seed;
        this.faults = faults.stream()
                .filter(fault -> fault.kind().of() == FaultKind.Of.TASKS)
                .toList();
    }

    /** Which of them befell a task. */
    Set<FaultKind> hit() {
        return hit;
    }

    /** The fault of {@code kind} that lasts at {@code nanos} and befalls the task; null for none. */
    @Nullable
    Fault of(FaultKind kind, long nanos, long decision, int task) {
        for (Fault fault : faults) {
            boolean befalls =
                    fault.kind() == kind && fault.lasts(nanos) && unit(kind, decision, task) * 100 < fault.percent();
            if (befalls) {
                hit.add(kind);
                return fault;
            }
        }
        return null;
    }

    /** A number from 0 to below 1 for the task. */
    double unit(FaultKind kind, long decision, int task) {
        return Chance.unitAt(seed, kind.key(), decision, task);
    }

    /** How much later than it happened {@code outcome} is told. */
    long delayNanos(Event.TaskOutcome outcome, long nanos) {
        int step = step(outcome);
        Fault late = of(FaultKind.OUTCOMES_LATE, nanos, outcome.decision(), step);
        Fault reordered = of(FaultKind.OUTCOMES_REORDERED, nanos, outcome.decision(), step);
        long delay = late == null ? 0 : late.byNanos();
        return reordered == null
                ? delay
                : delay
                        + (long) (reordered.byNanos()
                                * unit(FaultKind.OUTCOMES_REORDERED, outcome.decision(), -1 - step));
    }

    /** How much later still it is told once more; -1 where it is not. */
    long againNanos(Event.TaskOutcome outcome, long nanos) {
        Fault twice = of(FaultKind.OUTCOMES_TWICE, nanos, outcome.decision(), step(outcome));
        return twice == null ? -1 : twice.byNanos();
    }

    private static int step(Event.TaskOutcome outcome) {
        int what = switch (outcome) {
            case Event.TaskStarting _ -> 0;
            case Event.TaskStarted _ -> 1;
            case Event.TaskStartFailed _ -> 2;
            case Event.TaskEnded _ -> 3;
        };
        return outcome.task() * 4 + what;
    }
}
