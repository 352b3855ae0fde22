package io.berth.core.state;

import io.berth.core.event.Event;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjLongConsumer;

/** The ticks that jobs need, from their being asked for until they are handed to whoever keeps the time. They are no state. */
public final class JobTimers {
    private final List<Event.Tick> ticks = new ArrayList<>();
    private final List<Long> deadlines = new ArrayList<>();

    /** A tick for {@code job} at {@code deadline}; none where that is never. */
    void ask(long deadline, Job job) {
        if (deadline != Nanos.NEVER) {
            ticks.add(new Event.Tick(job.id));
            deadlines.add(deadline);
        }
    }

    /** Hands those over to {@code clock}, each with its time, that were asked for since the last call. */
    public void drain(ObjLongConsumer<Event> clock) {
        for (int i = 0; i < ticks.size(); i++) {
            clock.accept(ticks.get(i), deadlines.get(i));
        }
        forget();
    }

    /** Forgets those asked for: a recovery has nobody who would take them, and they would pile up. */
    public void forget() {
        ticks.clear();
        deadlines.clear();
    }

    /** Asks again, after a recovery, for those of waiting jobs, of those that run and wait for another task, and of those that may wait again before their patience ends. */
    public void rearm(State state) {
        forget();
        for (Job job : state.jobs.sorted()) {
            if (job.queued() || !job.course.gated && job.deadlineNanos() > state.nowNanos) {
                ask(job.deadlineNanos(), job);
            }
            if ((job.queued() || job.resizable()) && job.course.notBeforeNanos > state.nowNanos) {
                ask(job.course.notBeforeNanos, job);
            }
        }
    }
}
