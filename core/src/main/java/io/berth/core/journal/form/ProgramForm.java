package io.berth.core.journal.form;

import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.ValueField;
import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.workload.Metrics;
import io.berth.core.workload.Program;
import io.berth.core.workload.Service;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/** What the tasks of a job run. */
final class ProgramForm {
    private static final Form<Program> FORM = new Form<>("program");
    private static final ValueField<Program, List<String>> COMMAND =
            FORM.list(1, "command", Program::command, Codec.TEXT);
    private static final ValueField<Program, SortedMap<String, String>> ENVIRONMENT =
            FORM.value(2, "environment", Collections.emptySortedMap(), Program::environment, Codec.mapOf(Codec.TEXT));
    private static final ValueField<Program, String> DIRECTORY = FORM.text(3, "directory", Program::directory);
    private static final ValueField<Program, String> USER = FORM.text(4, "user", Program::user);
    private static final ValueField<Program, Metrics> METRICS =
            FORM.value(5, "metrics", Metrics.USUAL, Program::metrics, metrics());

    private static final ValueField<Program, Service> SERVICE =
            FORM.value(6, "service", Service.NONE, Program::service, service());

    /** Policies by their codes, which never change. */
    private static final List<ScaleSpec.Policy> CODES = List.of(
            ScaleSpec.Policy.FIXED,
            ScaleSpec.Policy.TARGET_UTILISATION,
            ScaleSpec.Policy.REACTIVE,
            ScaleSpec.Policy.FORECAST);

    static final Codec<Program> CODEC = FORM.made(values -> new Program(
            COMMAND.of(values),
            ENVIRONMENT.of(values),
            DIRECTORY.of(values),
            USER.of(values),
            METRICS.of(values),
            SERVICE.of(values)));

    private ProgramForm() {}

    private static Codec<Service> service() {
        Form<Service> form = new Form<>("service");
        var name = form.text(1, "name", Service::name);
        var port = form.number(2, "port", 0, Service::port);
        var health = form.value(3, "health", Service.USUAL_HEALTH, Service::health, Codec.TEXT);
        var drain = form.number(4, "drain", Service.USUAL_DRAIN_NANOS, Service::drainNanos);
        var scale = form.optional(227, "scale", Service::scale, scale());
        return form.made(values -> new Service(
                name.of(values), port.whole(values), health.of(values), drain.of(values), scale.of(values)));
    }

    private static Codec<ScaleSpec> scale() {
        Form<ScaleSpec> form = new Form<>("scale");
        var policy = form.number(1, "policy", 0, of -> CODES.indexOf(of.policy()));
        var min = form.number(2, "min", 1, ScaleSpec::min);
        var max = form.number(3, "max", 1, ScaleSpec::max);
        var start = form.number(4, "start", 0, ScaleSpec::startNanos);
        var every = form.number(5, "every", 0, ScaleSpec::everyNanos);
        var target = form.number(6, "target", 0, of -> bits(of.target()));
        var tolerance =
                form.number(7, "tolerance", 0, of -> bits(of.kubernetes().tolerance()));
        var stabilisation =
                form.number(8, "stabilisation", 0, of -> of.kubernetes().stabilisationNanos());
        var quantile = form.number(9, "quantile", 0, of -> bits(of.ahead().quantile()));
        var wait = form.number(10, "wait", 0, of -> of.ahead().waitNanos());
        var within = form.number(11, "within", 0, of -> bits(of.ahead().within()));
        var season = form.number(12, "season", 0, of -> of.ahead().seasonNanos());
        var keep = form.number(13, "keep", 0, of -> of.ahead().keepNanos());
        return form.made(values -> new ScaleSpec(
                policy(policy.of(values)),
                min.whole(values),
                max.whole(values),
                start.of(values),
                every.of(values),
                real(target.of(values)),
                new ScaleSpec.Kubernetes(real(tolerance.of(values)), stabilisation.of(values)),
                new ScaleSpec.Ahead(
                        real(quantile.of(values)),
                        wait.of(values),
                        real(within.of(values)),
                        season.of(values),
                        keep.of(values))));
    }

    private static ScaleSpec.Policy policy(long code) {
        if (code < 0 || code >= CODES.size()) {
            throw new CorruptRecordException("a scale has the policy " + code + ", which there is none of");
        }
        return CODES.get((int) code);
    }

    private static long bits(double real) {
        return Double.doubleToLongBits(real);
    }

    private static double real(long bits) {
        return Double.longBitsToDouble(bits);
    }

    private static Codec<Metrics> metrics() {
        Form<Metrics> form = new Form<>("reading of outputs");
        var off = form.flag(1, "off", metrics -> !metrics.read());
        var pattern = form.text(2, "pattern", Metrics::pattern);
        var steps = form.number(3, "steps", 0, Metrics::steps);
        return form.made(values -> new Metrics(!off.is(values), pattern.of(values), steps.of(values)));
    }
}
