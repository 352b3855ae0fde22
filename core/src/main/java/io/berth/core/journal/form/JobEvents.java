package io.berth.core.journal.form;

import io.berth.core.event.Event;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.Kind;
import io.berth.core.workload.JobChange;
import io.berth.core.workload.JobSpec;
import java.util.List;

/** What people do with jobs. */
final class JobEvents {
    /** What is absent where a job is. */
    private static final JobSpec NO_JOB = JobSpec.batch("", DemandForm.NOTHING, 0);

    private static final JobChange NO_CHANGE = new JobChange(null, null, null);

    private JobEvents() {}

    static List<Kind<? extends Event>> kinds() {
        return List.of(
                submitted(),
                new Kind<>(
                        66,
                        Event.JobCancelled.class,
                        Event.JobCancelled::job,
                        new Form<>("cancellation"),
                        (job, _) -> new Event.JobCancelled(job)),
                held(),
                new Kind<>(
                        68,
                        Event.JobRequeued.class,
                        Event.JobRequeued::job,
                        new Form<>("requeueing"),
                        (job, _) -> new Event.JobRequeued(job)),
                updated(),
                found());
    }

    private static Kind<Event.JobSubmitted> submitted() {
        Form<Event.JobSubmitted> form = new Form<>("submission");
        var origin = form.text(1, "origin", Event.JobSubmitted::origin);
        var sequence = form.number(2, "sequence", 0, Event.JobSubmitted::sequence);
        var spec = form.value(3, "job", NO_JOB, Event.JobSubmitted::spec, JobForm.CODEC);
        return new Kind<>(
                64,
                Event.JobSubmitted.class,
                Event.JobSubmitted::job,
                form,
                (job, values) -> new Event.JobSubmitted(job, spec.of(values), origin.of(values), sequence.of(values)));
    }

    private static Kind<Event.JobFound> found() {
        Form<Event.JobFound> form = new Form<>("found job");
        var spec = form.value(1, "job", NO_JOB, Event.JobFound::spec, JobForm.CODEC);
        var placements = form.value(2, "placements", List.of(), Event.JobFound::placements, PlacementForm.LIST);
        var from = form.number(3, "left job", Event.JobFound.NONE, Event.JobFound::from);
        var since = form.number(4, "begin", Event.JobFound.NOW, Event.JobFound::sinceNanos);
        return new Kind<>(
                80,
                Event.JobFound.class,
                Event.JobFound::job,
                form,
                (job, values) -> new Event.JobFound(
                        job, spec.of(values), placements.of(values), from.of(values), since.of(values)));
    }

    private static Kind<Event.JobHeld> held() {
        Form<Event.JobHeld> form = new Form<>("hold");
        var held = form.flag(1, "held", Event.JobHeld::held);
        return new Kind<>(
                67,
                Event.JobHeld.class,
                Event.JobHeld::job,
                form,
                (job, values) -> new Event.JobHeld(job, held.is(values)));
    }

    private static Kind<Event.JobUpdated> updated() {
        Form<Event.JobUpdated> form = new Form<>("update");
        var change = form.value(1, "change", NO_CHANGE, Event.JobUpdated::change, JobForm.change());
        return new Kind<>(
                69,
                Event.JobUpdated.class,
                Event.JobUpdated::job,
                form,
                (job, values) -> new Event.JobUpdated(job, change.of(values)));
    }
}
