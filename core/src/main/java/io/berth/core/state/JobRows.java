package io.berth.core.state;

import io.berth.core.decision.Grant;
import io.berth.core.decision.Reason;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.OptionalField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.journal.field.Values;
import io.berth.core.journal.form.ArrayScope;
import io.berth.core.journal.form.DemandForm;
import io.berth.core.journal.form.JobForm;
import io.berth.core.journal.form.PlacementForm;
import io.berth.core.journal.form.TermsForm;
import io.berth.core.state.part.JobSize;
import io.berth.core.state.part.JobState;
import io.berth.core.state.part.MeasuredRun;
import io.berth.core.state.part.Promise;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.RunProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The jobs of a state as bytes: number, shape, submission, what was submitted, and what became of it field by field. */
final class JobRows {
    private static final Form<Job> FORM = new Form<>("job that lives");
    private static final NumberField<Job> READY =
            FORM.number(1, "time until ready", 0, job -> job.course.readyNanos - job.submitNanos);
    private static final NumberField<Job> NOT_BEFORE = FORM.number(2, "rest", 0, job -> job.course.notBeforeNanos);
    private static final NumberField<Job> RAN = FORM.number(3, "run time", 0, job -> job.course.ranNanos);
    private static final NumberField<Job> LOST = FORM.number(4, "lost run time", 0, job -> job.course.lostNanos);
    private static final NumberField<Job> FAILURES = FORM.number(5, "failed starts", 0, job -> job.course.failures);
    private static final NumberField<Job> RETRIED = FORM.number(6, "retries", 0, job -> job.course.retried);
    private static final NumberField<Job> MEASURED =
            FORM.number(7, "measured run time", Nanos.NEVER, job -> job.measuredNanos());
    private static final NumberField<Job> TOLD = FORM.number(8, "told run time", -1, job -> job.course.toldNanos);
    private static final NumberField<Job> CANCELLED = FORM.flag(9, "cancelled", job -> job.course.cancelled);
    private static final NumberField<Job> ON_HOLD = FORM.flag(10, "held", job -> job.course.onHold);
    private static final NumberField<Job> DECISION = FORM.number(11, "decision", 0, job -> job.course.decision);
    private static final NumberField<Job> GATED = FORM.flag(12, "gated", JobRows::gated);
    private static final ValueField<Job, List<After>> UNMET =
            FORM.list(13, "unmet dependencies", job -> gated(job) ? job.course.unmet : List.of(), TermsForm.after());
    private static final OptionalField<Job, Promise> PROMISE =
            FORM.optional(14, "promise", job -> job.queued() ? job.course.promise : null, promise());
    private static final NumberField<Job> DECIDED = held(15, "moment of decision", 0, job -> job.course.decidedNanos);
    private static final NumberField<Job> START = held(16, "start", -1, job -> job.course.startNanos);
    private static final NumberField<Job> END = held(17, "end", Nanos.NEVER, job -> job.course.expectedEndNanos);
    /** Not how many tasks run now: those that ended after they ran count too, those that never ran do not. */
    private static final NumberField<Job> RUNNING = held(18, "tasks that ran", 0, job -> job.course.running);

    private static final NumberField<Job> EXIT_CODE = held(19, "exit code", 0, job -> job.course.exitCode);
    private static final NumberField<Job> OUT_OF_MEMORY =
            held(20, "out of memory", 0, job -> job.course.outOfMemory ? 1 : 0);
    private static final NumberField<Job> STOPPING =
            held(21, "reason of its stop", 0, job -> job.course.stopping == null ? 0 : job.course.stopping.code());
    private static final ValueField<Job, List<Task>> TASKS = FORM.list(22, "tasks", JobRows::tasks, Task.CODEC);

    private static final NumberField<Job> STARTS = FORM.number(23, "starts", 0, job -> job.course.starts);
    private static final NumberField<Job> PACE = held(24, "pace", RunProfile.TOLD, job -> job.course.pace);

    private static final ValueField<Job, String> MEASURED_ON =
            FORM.text(130, "model of measured devices", job -> job.measuredOn() == null ? "" : job.measuredOn());

    private static final NumberField<Job> RESIZABLE = held(170, "tasks come and go", 0, job -> job.resizable() ? 1 : 0);
    private static final NumberField<Job> SIZE =
            held(171, "tasks that work", 0, job -> job.resized() ? job.course.started : 0);
    private static final NumberField<Job> DONE_BEFORE =
            held(172, "work with other tasks", 0, job -> size(job).doneNanos());
    private static final NumberField<Job> SINCE =
            held(173, "work with these tasks since", -1, job -> size(job).sinceNanos());
    private static final ValueField<Job, List<Long>> BROUGHT_BY =
            FORM.list(174, "decisions that brought tasks", job -> size(job).decisions(), Codec.NUMBER);

    private static final ValueField<Job, List<Long>> BROUGHT_AT =
            FORM.list(175, "when tasks were brought", job -> size(job).decidedNanos(), Codec.NUMBER);

    private static final JobSize AS_STARTED = new JobSize();

    private final State state;
    private final ArrayScope arrays = new ArrayScope();

    /** Where a task is, and {@link JobState} by its place. */
    private record Task(int node, Grant grant, byte state) {
        static final Codec<Task> CODEC = Codec.of(
                (task, sink) -> {
                    sink.number(task.node);
                    sink.number(task.grant.code());
                    sink.put(task.state);
                },
                source -> new Task(source.integer(), Grant.of(source.number()), (byte) source.get()));
    }

    /** Of {@code state}: what is read becomes a part of it, so its nodes and shapes come first. */
    JobRows(State state) {
        this.state = state;
    }

    private static Codec<Promise> promise() {
        Form<Promise> form = new Form<>("promise to a job");
        var at = form.number(1, "moment", Nanos.NEVER, Promise::atNanos);
        var placements = form.value(2, "placements", List.of(), Promise::placements, PlacementForm.LIST);
        return form.made(values -> new Promise(at.of(values), placements.of(values)));
    }

    /** Declares a number that only a job has that holds room. */
    private static NumberField<Job> held(int number, String name, long absent, ToLongFunction<Job> getter) {
        return FORM.number(number, name, absent, job -> job.waiting() ? absent : getter.applyAsLong(job));
    }

    private static JobSize size(Job job) {
        return job.course.size == null ? AS_STARTED : job.course.size;
    }

    private static boolean gated(Job job) {
        return job.waiting() && job.course.gated;
    }

    private static List<Task> tasks(Job job) {
        if (job.waiting()) {
            return List.of();
        }
        List<Task> tasks = new ArrayList<>(job.course.places());
        for (int task = 0; task < job.course.places(); task++) {
            tasks.add(new Task(job.course.node(task), job.course.grant(task), job.course.state(task)));
        }
        return tasks;
    }

    /** Writes {@code jobs}, which are in the order of their numbers. */
    static void write(Job[] jobs, ByteSink sink) {
        ArrayScope arrays = new ArrayScope();
        sink.number(jobs.length);
        for (Job job : jobs) {
            sink.number(job.id);
            sink.number(job.course.demand);
            sink.number(job.submitNanos);
            writeSpec(job.course.spec(), arrays, sink);
            FORM.write(job, sink);
        }
    }

    /** A job of an array as what is otherwise than with the first, any other as a whole; without the demand, which its shape has. */
    private static void writeSpec(JobSpec spec, ArrayScope arrays, ByteSink sink) {
        int begin = sink.size();
        sink.flag(true);
        if (arrays.write(spec, sink)) {
            return;
        }
        sink.cut(begin);
        sink.flag(false);
        arrays.add(spec);
        JobForm.CODEC.write(withFirstDemand(spec, nothing(spec)), sink);
    }

    void read(ByteSource source) {
        int count = source.count();
        for (int i = 0; i < count; i++) {
            long id = source.number();
            Demand demand = state.shapes.get(source.integer());
            long submitNanos = source.number();
            JobSpec spec = readSpec(demand, source);
            restore(state.shapes.job(id, spec, submitNanos), FORM.read(source));
        }
    }

    private JobSpec readSpec(Demand demand, ByteSource source) {
        if (source.flag()) {
            return withFirstDemand(arrays.read(source), demand);
        }
        JobSpec spec = withFirstDemand(JobForm.CODEC.read(source), demand);
        arrays.add(spec);
        return spec;
    }

    /** In the place of a demand that the shapes have; groups are of best effort all or none. */
    private static Demand nothing(JobSpec spec) {
        return spec.demand().bestEffort() ? DemandForm.NOTHING.ofBestEffort() : DemandForm.NOTHING;
    }

    private static JobSpec withFirstDemand(JobSpec spec, Demand demand) {
        return spec.withFirst(spec.groups().getFirst().withDemand(demand));
    }

    private void restore(Job job, Values values) {
        job.change().readyNanos += READY.of(values);
        job.change().notBeforeNanos = NOT_BEFORE.of(values);
        job.change().ranNanos = RAN.of(values);
        job.change().lostNanos = LOST.of(values);
        job.change().failures = (short) FAILURES.whole(values);
        job.change().retried = RETRIED.whole(values);
        job.change().starts = STARTS.whole(values);
        String model = MEASURED_ON.of(values);
        job.change().measured = MeasuredRun.of(MEASURED.of(values), model.isEmpty() ? null : model);
        job.change().toldNanos = TOLD.of(values);
        job.change().cancelled = CANCELLED.is(values);
        job.change().onHold = ON_HOLD.is(values);
        job.change().decision = DECISION.of(values);
        job.change().gated = GATED.is(values);
        job.change().unmet = UNMET.of(values);
        state.jobs.add(job);
        job.classify(state.qos);
        if (job.waiting()) {
            restoreWaiting(job, PROMISE.of(values));
        } else {
            restoreHolding(job, values);
        }
    }

    private void restoreWaiting(Job job, @Nullable Promise promise) {
        if (job.course.gated) {
            state.waiting++;
            state.life.gate.restore(job, state.life.gate.hopeless(job));
            return;
        }
        state.life.gate.restore(job, false);
        state.life.enqueue(job);
        if (promise != null) {
            state.promises.make(job, promise);
        }
    }

    private void restoreHolding(Job job, Values values) {
        state.life.gate.restore(job, false);
        job.change().decidedNanos = DECIDED.of(values);
        job.change().startNanos = START.of(values);
        job.change().expectedEndNanos = END.of(values);
        job.change().running = RUNNING.whole(values);
        job.change().pace = PACE.whole(values);
        job.change().exitCode = EXIT_CODE.whole(values);
        job.change().outOfMemory = OUT_OF_MEMORY.is(values);
        int stopping = STOPPING.whole(values);
        job.change().stopping = stopping == 0 ? null : Reason.ofCode(stopping);
        if (job.course.stopping == null) {
            state.life.limits.add(job);
        }
        List<Task> tasks = TASKS.of(values);
        job.makePlaces();
        for (int task = 0; task < tasks.size(); task++) {
            Task read = tasks.get(task);
            if (read.state == JobState.PENDING.ordinal()) {
                continue;
            }
            job.place(task, read.node, read.grant, JobState.of(read.state));
            if (job.holds(task)) {
                state.nodes.take(job.shape(task), read.node, read.grant);
                state.life.takeOfQueue(job, task);
            }
        }
        if (RESIZABLE.is(values)) {
            job.change().size =
                    new JobSize(DONE_BEFORE.of(values), SINCE.of(values), BROUGHT_BY.of(values), BROUGHT_AT.of(values));
        }
        if (SIZE.of(values) > 0) {
            job.change().started = SIZE.whole(values);
        }
        state.life.awaits(job);
    }
}
