package io.berth.spec.service;

import io.berth.spec.fleet.FleetSchema;
import io.berth.spec.job.JobSchema;
import io.berth.spec.scenario.ScenarioSchema;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Either;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.ValueType;
import java.util.ArrayList;
import java.util.List;

/** The keys of a scenario of jobs and of a service beside them. */
public final class ServedSchema {
    static final String SERVICE_KEY = "service";
    static final String DISPATCH = "dispatch";

    static final Section REPLICA = Section.of(
            "job",
            "The job that a replica is: it runs until it is cancelled, and waits again where it is stopped for another job.",
            JobSchema.JOB.key("queue"),
            JobSchema.JOB.key("priority"),
            JobSchema.JOB.key("qos"),
            JobSchema.JOB.key("tasks"),
            JobSchema.JOB.key("demand"),
            JobSchema.JOB.key("resources"),
            JobSchema.JOB.key("best_effort"));

    /** What is served. */
    public static final Section SERVICE = Section.of(
            SERVICE_KEY,
            "A service whose replicas are jobs of the cluster: one takes requests once its job runs and start_time of autoscale is over.",
            Key.of("name", Shape.of(ValueType.TEXT), "What replicas are called after.")
                    .fallback("service"),
            Key.of("job", new Nested(REPLICA), "The job that each replica is.").mandatory(),
            Key.of(
                            "fleet",
                            new Nested(FleetSchema.FLEET),
                            "The replicas as servers: one group, whose count is how many there are at first, and with autoscale how many there"
                                    + " are later. What fails are their jobs and nodes, so it has neither failures nor events.")
                    .mandatory(),
            Key.of(
                            "requests",
                            new Nested(FleetSchema.REQUESTS),
                            "Where the requests come from; the first comes when the"
                                    + " first replicas could be there.")
                    .mandatory(),
            Key.of(
                            DISPATCH,
                            Either.of(Shape.of(ValueType.TEXT), new Nested(FleetSchema.STRATEGY)),
                            "Which replica a request goes to: the name of a balancer, or a strategy in full.")
                    .fallback("least-connections"));

    /** The whole file. */
    public static final Section SCENARIO = new Section(
            "scenario with a service",
            "A scenario of jobs and of requests: one cluster, jobs, and a service whose replicas are jobs beside them.",
            keys(),
            List.of());

    private ServedSchema() {}

    /** Those of jobs, and what is served after the workload. */
    private static List<Key> keys() {
        List<Key> keys = new ArrayList<>(ScenarioSchema.SCENARIO.keys());
        keys.add(
                1 + ScenarioSchema.SCENARIO.names().indexOf("workload"),
                Key.of(SERVICE_KEY, new Nested(SERVICE), "What is served; absent: jobs alone."));
        return keys;
    }
}
