package io.berth.spec.service;

import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Timing;
import io.berth.core.workload.term.Terms;
import io.berth.spec.fleet.FleetChanges;
import io.berth.spec.fleet.FleetScenario;
import io.berth.spec.fleet.FleetScenarioReader;
import io.berth.spec.fleet.ServerGroup;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.job.JobReader;
import io.berth.spec.quantity.Cut;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.ScenarioReader;
import io.berth.spec.scenario.WorkloadSpec;
import io.berth.spec.schema.Fields;
import io.berth.spec.strategy.StoredModels;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a scenario of jobs, and what is served beside them where it says so: each part by the reader that it has alone, so that a key means the same in
 * all kinds of scenarios.
 */
public record ServedScenarioReader(ScenarioReader jobs, StoredModels models, DispatchCatalog catalog) {
    /** How often it is looked at whether as many are there as were asked for, where their number stays. */
    private static final long EVERY_NANOS = 15 * Nanos.SECOND;

    private static final List<String> OF_FLEET = List.of("fleet", "requests");
    private static final List<String> OF_RUN = List.of("seeds", "lenient");

    /** The scenario in {@code source} with {@code overrides} applied first. */
    public ServedScenario read(Source source, List<Assignment> overrides) {
        Tree tree = TreeReader.read(source);
        for (Assignment override : overrides) {
            tree = override.applyTo(tree);
        }
        if (!(tree instanceof Tree.Map map) || map.get(ServedSchema.SERVICE_KEY) == null) {
            return new ServedScenario(jobs.read(tree, source), null);
        }
        Fields fields = ServedSchema.SCENARIO.read(tree);
        Scenario scenario = jobs.read(without(map), source);
        if (!scenario.adaptive().isEmpty()) {
            throw InputException.at(
                    fields.value("strategies"),
                    "one of them is adaptive, which runs jobs ahead and knows nothing of what is served beside them");
        }
        if (scenario.trim().warmup() instanceof Cut.Auto) {
            throw InputException.at(
                    fields.value("warmup"), "cannot be auto where something is served: it is found by jobs alone");
        }
        if (scenario.workload() instanceof WorkloadSpec.Generated generated
                && generated.generate().use().service() != null) {
            throw InputException.at(
                    fields.value("workload"),
                    "generate.use.service reckons services that get no requests; keep one of the two");
        }
        return new ServedScenario(scenario, service(fields, source));
    }

    private static Tree.Map without(Tree.Map map) {
        List<Tree.Entry> entries = map.entries().stream()
                .filter(entry -> !entry.key().equals(ServedSchema.SERVICE_KEY))
                .toList();
        return new Tree.Map(map.position(), map.path(), entries);
    }

    private ServedSpec service(Fields fields, Source source) {
        Fields service = fields.section(ServedSchema.SERVICE_KEY);
        Fields fleet = service.section("fleet");
        FleetScenario requests = FleetScenarioReader.read(fleetTree(fields, service), source, models, catalog);
        FleetChanges changes = requests.fleet().changes();
        if (changes.betweenNanos() != Nanos.NEVER || !changes.events().isEmpty()) {
            throw InputException.at(
                    fleet.value(changes.events().isEmpty() ? "failures" : "events"),
                    "does not go with replicas that are jobs: what fails are their nodes (emulate.node_mtbf)");
        }
        if (requests.fleet().servers().size() > 1) {
            throw InputException.at(
                    fleet.value("servers"),
                    "must be one group, as all replicas are one kind of job, but are "
                            + requests.fleet().servers().size());
        }
        return scaled(requests, replica(service));
    }

    private static ServedSpec scaled(FleetScenario requests, JobSpec replica) {
        ServerGroup group = requests.fleet().servers().getFirst();
        ScaleSpec scale = requests.fleet().changes().scale();
        if (scale != null) {
            return new ServedSpec(requests, requests.fleet().changes().first(), scale, replica);
        }
        return new ServedSpec(requests, group.count(), fixed(group), replica);
    }

    /** Their number stays, and each takes requests as soon as its job runs. */
    private static ScaleSpec fixed(ServerGroup group) {
        return new ScaleSpec(
                ScaleSpec.Policy.FIXED,
                group.count(),
                group.count(),
                0,
                EVERY_NANOS,
                group.slots(),
                new ScaleSpec.Kubernetes(0, 0),
                new ScaleSpec.Ahead(0.9, 0, 0, 0, 0));
    }

    /** What a scenario of these requests alone says. */
    private static Tree fleetTree(Fields fields, Fields service) {
        List<Tree.Entry> entries = new ArrayList<>();
        add(entries, "name", service.value("name"));
        OF_FLEET.forEach(key -> add(entries, key, service.tree().get(key)));
        add(entries, "strategies", service.value(ServedSchema.DISPATCH));
        OF_RUN.forEach(key -> add(entries, key, fields.tree().get(key)));
        return new Tree.Map(service.tree().position(), service.tree().path(), entries);
    }

    private static void add(List<Tree.Entry> entries, String key, @Nullable Tree value) {
        if (value != null) {
            entries.add(new Tree.Entry(value.position(), key, value));
        }
    }

    private static JobSpec replica(Fields service) {
        Tree written = service.value("job");
        ServedSchema.REPLICA.read(written);
        JobSpec job = JobReader.read(written, service.text("name"));
        return new JobSpec(
                job.name(),
                job.queue(),
                JobKind.SERVICE,
                job.priority(),
                job.groups(),
                new Timing(Nanos.NEVER, Nanos.NEVER, Nanos.NEVER),
                job.terms().withRetries(Terms.ALWAYS));
    }
}
