package io.berth.core.journal.form;

import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.OptionalField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.journal.field.Values;
import io.berth.core.journal.form.label.LabelForm;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobChange;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.Phase;
import io.berth.core.workload.Phases;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.core.workload.term.ModelSpeed;
import io.berth.core.workload.term.ModelUtility;
import io.berth.core.workload.term.RunProfile;
import io.berth.core.workload.term.Speedup;
import io.berth.core.workload.term.Terms;
import java.util.ArrayList;
import java.util.List;

/** What a user submits, and what he changes of it. */
public final class JobForm {
    private static final TaskGroup NO_GROUP = TaskGroup.of(1, DemandForm.NOTHING);
    private static final Form<JobSpec> FORM = new Form<>("job");
    private static final ValueField<JobSpec, String> NAME = FORM.text(1, "name", JobSpec::name);
    private static final ValueField<JobSpec, String> QUEUE =
            FORM.value(2, "queue", JobSpec.DEFAULT_QUEUE, JobSpec::queue, Codec.TEXT);
    private static final ValueField<JobSpec, JobKind> KIND =
            FORM.value(3, "kind", JobKind.BATCH, JobSpec::kind, Codec.oneOf("kind of job", JobKind.class));
    private static final NumberField<JobSpec> PRIORITY = FORM.number(4, "priority", 0, JobSpec::priority);
    private static final NumberField<JobSpec> TASKS =
            FORM.number(5, "tasks", 1, job -> job.groups().getFirst().max());
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

    /** Of a first group that may start with fewer tasks; 0 where it may not. */
    private static final NumberField<JobSpec> FEWEST =
            FORM.number(13, "fewest tasks", 0, job -> fewest(job.groups().getFirst()));

    private static final ValueField<JobSpec, String> GROUP =
            FORM.text(14, "group", job -> job.groups().getFirst().name());
    private static final ValueField<JobSpec, List<TaskGroup>> FURTHER = FORM.list(
            15, "further groups", job -> job.groups().subList(1, job.groups().size()), group());

    private static final ValueField<JobSpec, List<Label>> LABELS =
            FORM.list(16, "labels of tasks", job -> job.groups().getFirst().labels(), LabelForm.CODEC);

    private static final ValueField<JobSpec, RunProfile> PROFILE =
            FORM.value(17, "profile", RunProfile.NONE, JobSpec::profile, profile());

    private static final ValueField<JobSpec, Phases> PHASES =
            FORM.value(207, "phases", Phases.NONE, JobSpec::phases, phases());

    private static final OptionalField<JobSpec, Within> DOMAIN = FORM.optional(
            241, "domain of the first group", job -> job.groups().getFirst().within(), PeerForm.domain());

    public static final Codec<JobSpec> CODEC = FORM.made(JobForm::job);

    private JobForm() {}

    private static JobSpec job(Values values) {
        int most = TASKS.whole(values);
        TaskGroup first = new TaskGroup(
                GROUP.of(values),
                DEMAND.of(values),
                fewest(FEWEST.whole(values), most),
                most,
                PROGRAM.of(values),
                LABELS.of(values),
                DOMAIN.of(values));
        List<TaskGroup> groups = new ArrayList<>();
        groups.add(first);
        groups.addAll(FURTHER.of(values));
        return new JobSpec(
                NAME.of(values),
                QUEUE.of(values),
                KIND.of(values),
                PRIORITY.whole(values),
                groups,
                new Timing(
                        ESTIMATE.of(values),
                        WORK.of(values),
                        PATIENCE.of(values),
                        DEADLINE.of(values),
                        PROFILE.of(values)),
                TERMS.of(values),
                PHASES.of(values));
    }

    private static Codec<Phases> phases() {
        Form<Phase> phase = new Form<>("phase of a job");
        var name = phase.text(1, "name", Phase::name);
        var group = phase.value(2, "tasks", NO_GROUP, Phase::group, group());
        var estimate = phase.number(3, "estimate", Nanos.NEVER, Phase::estimateNanos);
        var work = phase.number(4, "work", Nanos.NEVER, Phase::workNanos);
        Form<Phases> form = new Form<>("phases of a job");
        var all = form.list(
                1,
                "phases",
                Phases::all,
                phase.made(
                        values -> new Phase(name.of(values), group.of(values), estimate.of(values), work.of(values))));
        var at = form.number(2, "present phase", 0, Phases::at);
        return form.made(values -> new Phases(all.of(values), at.whole(values)));
    }

    private static Codec<RunProfile> profile() {
        Form<ModelSpeed> speed = new Form<>("speed of a job");
        var model = speed.text(1, "model", ModelSpeed::model);
        var millionths = speed.number(2, "millionths", RunProfile.TOLD, ModelSpeed::millionths);
        Form<RunProfile> form = new Form<>("profile of a job");
        var speeds = form.list(
                1,
                "speeds",
                RunProfile::speeds,
                speed.made(values -> new ModelSpeed(model.of(values), millionths.of(values))));
        var traffic = form.optional(2, "traffic", RunProfile::traffic, TrafficForm.CODEC);
        var hidden = form.flag(130, "hidden", RunProfile::hidden);
        Form<Speedup.Point> point = new Form<>("speed of a job by its tasks");
        var tasks = point.number(1, "tasks", 1, Speedup.Point::tasks);
        var milli = point.number(2, "thousandths", 1, Speedup.Point::milli);
        var speedup = form.list(
                237,
                "speeds by tasks",
                profile -> profile.speedup().points(),
                point.made(values -> new Speedup.Point(tasks.whole(values), milli.of(values))));
        Form<ModelUtility> utility = new Form<>("utility of a job");
        var valued = utility.text(1, "model", ModelUtility::model);
        var worth = utility.number(2, "millionths", RunProfile.TOLD, ModelUtility::millionths);
        var utilities = form.list(
                242,
                "utilities",
                RunProfile::utilities,
                utility.made(values -> new ModelUtility(valued.of(values), worth.of(values))));
        return form.made(values -> new RunProfile(
                speeds.of(values),
                traffic.of(values),
                hidden.is(values),
                new Speedup(speedup.of(values)),
                utilities.of(values)));
    }

    private static Codec<TaskGroup> group() {
        Form<TaskGroup> form = new Form<>("group of tasks");
        var name = form.text(1, "name", TaskGroup::name);
        var tasks = form.number(2, "tasks", 1, TaskGroup::max);
        var fewest = form.number(3, "fewest tasks", 0, JobForm::fewest);
        var demand = form.value(4, "demand", DemandForm.NOTHING, TaskGroup::demand, DemandForm.CODEC);
        var program = form.value(5, "program", Program.NONE, TaskGroup::program, ProgramForm.CODEC);
        var labels = form.list(6, "labels of tasks", TaskGroup::labels, LabelForm.CODEC);
        var domain = form.optional(241, "domain", TaskGroup::within, PeerForm.domain());
        return form.made(values -> new TaskGroup(
                name.of(values),
                demand.of(values),
                fewest(fewest.whole(values), tasks.whole(values)),
                tasks.whole(values),
                program.of(values),
                labels.of(values),
                domain.of(values)));
    }

    private static int fewest(TaskGroup group) {
        return group.elastic() ? group.min() : 0;
    }

    private static int fewest(int told, int most) {
        return told == 0 ? most : told;
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
        OptionalField<JobChange, List<Label>> labels =
                form.optional(4, "labels of tasks", JobChange::labels, Codec.listOf(LabelForm.CODEC));
        OptionalField<JobChange, Integer> tasks = form.optional(155, "tasks", JobChange::tasks, Codec.WHOLE);
        OptionalField<JobChange, Demand> demand = form.optional(156, "demand", JobChange::demand, DemandForm.CODEC);
        return form.made(values -> new JobChange(
                queue.of(values),
                priority.of(values),
                limit.of(values),
                labels.of(values),
                tasks.of(values),
                demand.of(values)));
    }
}
