package io.berth.core.journal.form;

import io.berth.core.cluster.load.Use;
import io.berth.core.event.Event;
import io.berth.core.event.Event.TaskOutcome;
import io.berth.core.event.Event.TaskStartFailed.Again;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.Kind;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.Values;
import io.berth.core.policy.window.WindowAnswer;
import java.util.List;

/** What comes of decisions, and the engine's own timers. */
final class TaskEvents {
    private TaskEvents() {}

    static List<Kind<? extends Event>> kinds() {
        return List.of(
                moved(96, Event.TaskStarting.class, Event.TaskStarting::new),
                moved(97, Event.TaskStarted.class, Event.TaskStarted::new),
                startFailed(),
                ended(),
                progress(),
                window(),
                measured(),
                new Kind<>(
                        102, Event.Tick.class, Event.Tick::job, new Form<>("tick"), (job, _) -> new Event.Tick(job)));
    }

    /** Makes an outcome that says no more than which task it is of. */
    private interface Moving<T> {
        T of(long job, int task, long decision);
    }

    /** Which task an outcome is of. */
    private record Which<T extends TaskOutcome>(NumberField<T> task, NumberField<T> decision) {
        static <T extends TaskOutcome> Which<T> in(Form<T> form) {
            return new Which<>(
                    form.number(1, "task", 0, TaskOutcome::task), form.number(2, "decision", 0, TaskOutcome::decision));
        }

        int task(Values values) {
            return task.whole(values);
        }

        long decision(Values values) {
            return decision.of(values);
        }
    }

    private static <T extends TaskOutcome> Kind<T> moved(int number, Class<T> type, Moving<T> moving) {
        Form<T> form = new Form<>("start of a task");
        Which<T> which = Which.in(form);
        return new Kind<>(
                number,
                type,
                TaskOutcome::job,
                form,
                (job, values) -> moving.of(job, which.task(values), which.decision(values)));
    }

    private static Kind<Event.TaskStartFailed> startFailed() {
        Form<Event.TaskStartFailed> form = new Form<>("failed start");
        Which<Event.TaskStartFailed> which = Which.in(form);
        var message = form.text(3, "message", Event.TaskStartFailed::message);
        var never = form.flag(4, "for ever", failed -> failed.again() == Again.NEVER);
        var atOnce = form.flag(5, "again at once", failed -> failed.again() == Again.AT_ONCE);
        return new Kind<>(
                98,
                Event.TaskStartFailed.class,
                Event.TaskStartFailed::job,
                form,
                (job, values) -> new Event.TaskStartFailed(
                        job,
                        which.task(values),
                        which.decision(values),
                        message.of(values),
                        never.is(values) ? Again.NEVER : atOnce.is(values) ? Again.AT_ONCE : Again.LATER));
    }

    private static Kind<Event.TaskEnded> ended() {
        Form<Event.TaskEnded> form = new Form<>("end of a task");
        Which<Event.TaskEnded> which = Which.in(form);
        var exit = form.number(3, "exit code", 0, Event.TaskEnded::exitCode);
        var memory = form.flag(4, "out of memory", Event.TaskEnded::outOfMemory);
        var ran = form.number(5, "run time", -1, Event.TaskEnded::ranNanos);
        return new Kind<>(
                99,
                Event.TaskEnded.class,
                Event.TaskEnded::job,
                form,
                (job, values) -> new Event.TaskEnded(
                        job,
                        which.task(values),
                        which.decision(values),
                        exit.whole(values),
                        memory.is(values),
                        ran.of(values)));
    }

    private static Kind<Event.TaskMeasured> measured() {
        Form<Event.TaskMeasured> form = new Form<>("measurement of a task");
        var task = form.number(1, "task", 0, Event.TaskMeasured::task);
        var decision = form.number(2, "decision", 0, Event.TaskMeasured::decision);
        var mean = form.value(3, "mean", Use.NONE, Event.TaskMeasured::mean, LoadForm.USE);
        var most = form.value(4, "most", Use.NONE, Event.TaskMeasured::most, LoadForm.USE);
        return new Kind<>(
                110,
                Event.TaskMeasured.class,
                Event.TaskMeasured::job,
                form,
                (job, values) -> new Event.TaskMeasured(
                        job, task.whole(values), decision.of(values), mean.of(values), most.of(values)));
    }

    private static Kind<Event.ProgressReported> progress() {
        Form<Event.ProgressReported> form = new Form<>("progress");
        var decision = form.number(1, "decision", 0, Event.ProgressReported::decision);
        var remaining = form.number(2, "time left", 0, Event.ProgressReported::remainingNanos);
        return new Kind<>(
                100,
                Event.ProgressReported.class,
                Event.ProgressReported::job,
                form,
                (job, values) -> new Event.ProgressReported(job, decision.of(values), remaining.of(values)));
    }

    private static Kind<Event.WindowPlanned> window() {
        Form<Event.WindowPlanned> form = new Form<>("answer about a window");
        var answer = form.value(1, "plan", WindowAnswer.failed(0), Event.WindowPlanned::answer, WindowForm.answer());
        return new Kind<>(
                101,
                Event.WindowPlanned.class,
                Event.WindowPlanned::question,
                form,
                (question, values) -> new Event.WindowPlanned(question, answer.of(values)));
    }
}
