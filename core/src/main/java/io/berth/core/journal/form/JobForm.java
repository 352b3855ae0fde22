package io.berth.core.journal.form;

import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.OptionalField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.journal.field.Values;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobChange;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.core.workload.Terms;
import java.util.List;

/** What a user submits, and what he changes of it. */
public final class JobForm {
    private static final Form<JobSpec> FORM = new Form<>("job");
    private static final ValueField<JobSpec, String> NAME = FORM.text(1, "name", JobSpec::name);
    private static final ValueField<JobSpec, String> QUEUE =
            FORM.value(2, "queue", JobSpec.DEFAULT_QUEUE, JobSpec::queue, Codec.TEXT);
    private static final ValueField<JobSpec, JobKind> KIND =
            FORM.value(3, "kind", JobKind.BATCH, JobSpec::kind, Codec.oneOf("kind of job", JobKind.class));
    private static final NumberField<JobSpec> PRIORITY = FORM.number(4, "priority", 0, JobSpec::priority);
    private static final NumberField<JobSpec> TASKS = FORM.number(5, "tasks", 1, JobSpec::tasks);
    private static final ValueField<JobSpec, Demand> DEMAND =
            FORM.value(6, "demand", DemandForm.NOTHING, JobSpec::demand, DemandForm.CODEC);
    private static final NumberField<JobSpec> ESTIMATE =
            FORM.number(7, "estimate", Nanos.NEVER, JobSpec::estimateNanos);
    private static final NumberField<JobSpec> WORK = FORM.number(8, "work", Nanos.NEVER, JobSpec::workNanos);
    private static final NumberField<JobSpec> PATIENCE =
            FORM.number(9, "patience", Nanos.NEVER, JobSpec::patienceNanos);
    private static final NumberField<JobSpec> DEADLINE =
            FORM.number(10, "deadline", Nanos.NEVER, JobSpec::deadlineNanos);
    private static final ValueField<JobSpec, Program> PROGRAM =
            FORM.value(11, "program", Program.NONE, JobSpec::program, ProgramForm.CODEC);
    private static final ValueField<JobSpec, Terms> TERMS =
            FORM.value(12, "terms", Terms.NONE, JobSpec::terms, TermsForm.CODEC);

    public static final Codec<JobSpec> CODEC = FORM.made(JobForm::job);

    private JobForm() {}

    private static JobSpec job(Values values) {
        return new JobSpec(
                NAME.of(values),
                QUEUE.of(values),
                KIND.of(values),
                PRIORITY.whole(values),
                TASKS.whole(values),
                DEMAND.of(values),
                ESTIMATE.of(values),
                WORK.of(values),
                PATIENCE.of(values),
                DEADLINE.of(values),
                PROGRAM.of(values),
                TERMS.of(values));
    }

    /** True where only name, array and environment are otherwise, as among the jobs of an array. */
    static boolean sameButMember(JobSpec job, JobSpec other) {
        return FORM.sameBut(job, other, List.of(NAME, PROGRAM, TERMS))
                && TermsForm.sameButArray(job.terms(), other.terms())
                && job.program().sameButEnvironment(other.program());
    }

    /** What becomes otherwise with a job; what stays is absent. */
    static Codec<JobChange> change() {
        Form<JobChange> form = new Form<>("change of a job");
        OptionalField<JobChange, String> queue = form.optional(1, "queue", JobChange::queue, Codec.TEXT);
        OptionalField<JobChange, Integer> priority = form.optional(2, "priority", JobChange::priority, Codec.WHOLE);
        OptionalField<JobChange, Long> limit = form.optional(3, "time limit", JobChange::timeLimitNanos, Codec.NUMBER);
        return form.made(values -> new JobChange(queue.of(values), priority.of(values), limit.of(values)));
    }
}
