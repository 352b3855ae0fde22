package io.berth.core.journal.form;

import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.ValueField;
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
        return form.made(
                values -> new Service(name.of(values), port.whole(values), health.of(values), drain.of(values)));
    }

    private static Codec<Metrics> metrics() {
        Form<Metrics> form = new Form<>("reading of outputs");
        var off = form.flag(1, "off", metrics -> !metrics.read());
        var pattern = form.text(2, "pattern", Metrics::pattern);
        var steps = form.number(3, "steps", 0, Metrics::steps);
        return form.made(values -> new Metrics(!off.is(values), pattern.of(values), steps.of(values)));
    }
}
