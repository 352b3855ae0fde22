package io.berth.core.journal.form;

import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.time.Nanos;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.Checkpoints;
import io.berth.core.workload.term.Interruption;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.Readiness;
import io.berth.core.workload.term.Standing;
import io.berth.core.workload.term.Terms;
import io.berth.core.workload.term.When;
import io.berth.core.workload.term.WorldKeys;
import java.util.List;

/** On which terms a job runs. */
public final class TermsForm {
    private static final Form<Terms> FORM = new Form<>("job's terms");
    private static final NumberField<Terms> LIMIT = FORM.number(1, "time limit", Nanos.NEVER, Terms::timeLimitNanos);
    private static final NumberField<Terms> RETRIES = FORM.number(2, "retries", 0, Terms::retries);
    private static final ValueField<Terms, List<After>> AFTER = FORM.list(3, "dependencies", Terms::after, after());
    private static final ValueField<Terms, JobArray> ARRAY =
            FORM.value(4, "array", JobArray.NONE, Terms::array, array());

    private static final NumberField<Terms> BEGINS_ANEW =
            FORM.flag(5, "new beginning", terms -> !terms.interruption().resumes());
    private static final NumberField<Terms> GRACE = FORM.number(
            6, "grace", Interruption.USUAL_GRACE, terms -> terms.interruption().graceNanos());

    private static final ValueField<Terms, WorldKeys> KEYS =
            FORM.value(7, "keys of the world", WorldKeys.NONE, Terms::keys, keys());

    private static final NumberField<Terms> AWAITS_NODES = FORM.flag(8, "wait for nodes", Terms::awaitsNodes);

    private static final NumberField<Terms> SPARES = FORM.flag(9, "preempts nobody", terms -> !terms.preempts());

    private static final ValueField<Terms, String> UNIT =
            FORM.text(10, "unit of preemption", terms -> terms.interruption().unit());

    private static final NumberField<Terms> CHECKPOINT = FORM.number(
            170, "time between checkpoints", 0, terms -> checkpoints(terms).everyNanos());

    private static final NumberField<Terms> RESTART =
            FORM.number(171, "restart", 0, terms -> checkpoints(terms).restartNanos());
    private static final ValueField<Terms, String> QOS = FORM.text(180, "class", Terms::qos);
    private static final NumberField<Terms> READY = FORM.number(
            208, "time to be ready", Nanos.NEVER, terms -> terms.ready().withinNanos());
    private static final NumberField<Terms> TOLERATED =
            FORM.number(209, "tasks that may be late", 0, terms -> terms.ready().tolerate());
    private static final NumberField<Terms> READY_RETRIES =
            FORM.number(210, "retries of late starts", 0, terms -> terms.ready().retries());

    static final Codec<Terms> CODEC = FORM.made(values -> new Terms(
            LIMIT.of(values),
            RETRIES.whole(values),
            AFTER.of(values),
            ARRAY.of(values),
            new Interruption(
                    !BEGINS_ANEW.is(values),
                    GRACE.of(values),
                    UNIT.of(values),
                    new Checkpoints(CHECKPOINT.of(values), RESTART.of(values))),
            KEYS.of(values),
            new Standing(AWAITS_NODES.is(values), !SPARES.is(values), QOS.of(values)),
            new Readiness(READY.of(values), TOLERATED.whole(values), READY_RETRIES.whole(values))));

    private TermsForm() {}

    private static Checkpoints checkpoints(Terms terms) {
        return terms.interruption().checkpoints();
    }

    /** True where only the array is otherwise. */
    static boolean sameButArray(Terms terms, Terms other) {
        return FORM.sameBut(terms, other, List.of(ARRAY));
    }

    /** A job that another waits for. */
    public static Codec<After> after() {
        Form<After> form = new Form<>("dependency");
        var job = form.number(1, "job", 0, After::job);
        var when = form.value(2, "condition", When.OK, After::when, Codec.oneOf("kind of dependency", When.class));
        return form.made(values -> new After(job.of(values), when.of(values)));
    }

    private static Codec<WorldKeys> keys() {
        Form<WorldKeys> form = new Form<>("keys of a job");
        var job = form.text(1, "job", WorldKeys::job);
        var tasks = form.list(2, "tasks", WorldKeys::tasks, Codec.TEXT);
        return form.made(values -> new WorldKeys(job.of(values), tasks.of(values)));
    }

    private static Codec<JobArray> array() {
        Form<JobArray> form = new Form<>("array");
        var id = form.number(1, "first job", 0, JobArray::id);
        var index = form.number(2, "index", 0, JobArray::index);
        var count = form.number(3, "count", 0, JobArray::count);
        var parallel = form.number(4, "parallel", 0, JobArray::parallel);
        return form.made(values ->
                new JobArray(id.of(values), index.whole(values), count.whole(values), parallel.whole(values)));
    }
}
