package io.berth.spec.job;

import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Metrics;
import io.berth.core.workload.Program;
import io.berth.core.workload.Service;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.Terms;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.quantity.Durations;
import io.berth.spec.scale.ScaleKeys;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a job file says of a service: each replica is a job of one task, and several of them are an array. */
public final class ServiceKeys {
    static final String KEY = "service";

    /** The most replicas that one document makes. */
    public static final int MOST_REPLICAS = 1000;

    private static final long HIGHEST_PORT = 65_535;
    private static final Shape TEXT = Shape.of(ValueType.TEXT);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    /** Keys that say in another way how many there are. */
    private static final List<String> OF_SEVERAL = List.of("groups", "max", "array");

    static final Section SECTION = Section.of(
            "service",
            "A replica of a model server.",
            Key.of(
                            "name",
                            TEXT,
                            "What all replicas of the service have in common: letters, digits, dots, dashes, at most 63. Jobs"
                                    + " that are submitted later under the same name are replicas too.")
                    .mandatory()
                    .example("chat"),
            Key.of(
                            "replicas",
                            Shape.whole(1, MOST_REPLICAS),
                            "How many replicas to make of it, each a job by itself; absent: 1, with autoscale its min.")
                    .example("2"),
            Key.of(
                            "port",
                            Shape.whole(1, HIGHEST_PORT),
                            "Where the only replica listens; absent: each gets a free one when it is started.")
                    .example("8000"),
            Key.of(
                            "health",
                            TEXT,
                            "The path that answers with 2xx when a replica takes requests; until then nobody is sent there.")
                    .fallback(Service.USUAL_HEALTH),
            Key.of(
                            "drain",
                            Shape.of(ValueType.DURATION),
                            "How long a replica that is to be stopped goes on at most, until gateways have nothing there any more;"
                                    + " then it is asked to end, and has its grace.")
                    .fallback(Durations.format(Service.USUAL_DRAIN_NANOS)),
            Key.of(
                            ScaleKeys.KEY,
                            new Shape.Nested(ScaleKeys.SECTION),
                            "How many replicas there are follows the requests that gateways have for the service; its newest replica says how, for"
                                    + " all. The keys are those of simulated fleets, so that a simulation says what they would do.")
                    .example("{max: 4, target: 8}"));

    private ServiceKeys() {}

    /** {@code job} as the service that {@code fields} say. */
    static JobSpec read(Fields fields, JobSpec job) {
        Tree written = fields.value(KEY);
        if (!job.firstProgram().runs()) {
            throw InputException.at(written, "goes only with the key \"command\"");
        }
        check(fields, job);
        Fields service = SECTION.read(written instanceof Tree.Scalar ? named(written) : written);
        Service made = service(service);
        int replicas = replicas(service, made.scale());
        if (made.port() > 0 && replicas > 1) {
            throw InputException.at(
                    service.value("port"),
                    "is for one replica, but there are " + replicas + "; leave it out, and each gets a free one");
        }
        JobArray array = replicas == 1 ? JobArray.NONE : JobArray.of(replicas, replicas);
        Program program = job.program().withService(made);
        // What a server prints of its requests is no progress towards an end.
        Metrics metrics = fields.has("metrics") ? program.metrics() : Metrics.OFF;
        return new JobSpec(
                        job.name(),
                        job.queue(),
                        JobKind.SERVICE,
                        job.priority(),
                        job.groups(),
                        job.timing(),
                        job.terms().withRetries(Terms.ALWAYS).withArray(array))
                .withProgram(program.withMetrics(metrics));
    }

    /** The name alone. */
    private static Tree named(Tree name) {
        return new Tree.Map(name.position(), name.path(), List.of(new Tree.Entry(name.position(), "name", name)));
    }

    private static Service service(Fields service) {
        Tree name = service.value("name");
        if (!NAME.matcher(name.text()).matches()) {
            throw InputException.at(
                    name,
                    "must be letters, digits, dots, dashes and underscores, at most 63, but is "
                            + Quote.of(name.text()));
        }
        Tree health = service.value("health");
        if (!isPath(health.text())) {
            throw InputException.at(health, "must be a path such as /health, but is " + Quote.of(health.text()));
        }
        return new Service(
                name.text(),
                service.has("port") ? service.integer("port") : 0,
                health.text(),
                service.nanos("drain"),
                scale(service));
    }

    private static @Nullable ScaleSpec scale(Fields service) {
        if (!service.has(ScaleKeys.KEY)) {
            return null;
        }
        Fields fields = ScaleKeys.SECTION.read(service.value(ScaleKeys.KEY));
        if (!fields.has("target")) {
            throw InputException.at(
                    service.value(ScaleKeys.KEY),
                    "the key \"target\" is missing: how many requests at once, running and waiting, a replica shall have");
        }
        ScaleSpec scale = ScaleKeys.read(fields, 1);
        if (service.has("port") && scale.max() > 1) {
            throw InputException.at(
                    service.value("port"),
                    "is for one replica, but max of autoscale is " + scale.max()
                            + "; leave it out, and each gets a free one");
        }
        return scale;
    }

    private static int replicas(Fields service, @Nullable ScaleSpec scale) {
        if (!service.has("replicas")) {
            return scale == null ? 1 : scale.min();
        }
        int replicas = service.integer("replicas");
        if (scale != null && replicas > scale.max()) {
            throw InputException.at(
                    service.value("replicas"),
                    "must be at most " + scale.max() + ", the max of autoscale, but is " + replicas);
        }
        return replicas;
    }

    private static boolean isPath(String text) {
        try {
            return text.startsWith("/") && !text.startsWith("//") && new URI(text).getFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static void check(Fields fields, JobSpec job) {
        for (String key : OF_SEVERAL) {
            if (fields.has(key)) {
                throw beside(fields, key, "service: {replicas: N} makes several of it");
            }
        }
        if (job.tasks() > 1) {
            throw beside(fields, "tasks", "service: {replicas: N} makes several of it");
        }
        if (fields.nanos("estimate") < fields.nanos("time_limit")) {
            throw beside(fields, "estimate", "it runs until somebody ends it");
        }
        if (job.terms().retries() > 0) {
            throw beside(fields, "retries", "it is always started again");
        }
        if (fields.has("kind") && job.kind() != JobKind.SERVICE) {
            throw beside(fields, "kind", "its kind is service");
        }
    }

    private static InputException beside(Fields fields, String key, String why) {
        return InputException.at(fields.value(key), "may not stand beside service: " + why);
    }

    /** What {@link #read} reads back. */
    static SequencedMap<String, Object> document(JobSpec job) {
        Service service = job.firstProgram().service();
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("name", service.name());
        JobArray array = job.terms().array();
        if (array.unplaced() || service.scale() != null) {
            document.put("replicas", array.unplaced() ? array.count() : 1);
        }
        if (service.port() > 0) {
            document.put("port", service.port());
        }
        document.put("health", service.health());
        document.put("drain", Durations.format(service.drainNanos()));
        ScaleSpec scale = service.scale();
        if (scale != null) {
            document.put(ScaleKeys.KEY, ScaleKeys.document(scale));
        }
        return document;
    }
}
