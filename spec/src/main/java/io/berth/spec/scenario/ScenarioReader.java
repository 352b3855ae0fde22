package io.berth.spec.scenario;

import io.berth.core.queue.QueueSpec;
import io.berth.core.reserve.NodeReservation;
import io.berth.core.time.Nanos;
import io.berth.spec.adaptive.AdaptiveReader;
import io.berth.spec.adaptive.AdaptiveSchema;
import io.berth.spec.cluster.TopologyText;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.pool.PoolKeys;
import io.berth.spec.qos.QosKeys;
import io.berth.spec.queue.QueueKeys;
import io.berth.spec.reserve.ReservationKeys;
import io.berth.spec.schema.Fields;
import io.berth.spec.strategy.PolicyNames;
import io.berth.spec.strategy.StrategyReader;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads a scenario from its file and from values set on the command line. */
public final class ScenarioReader {
    /** The key of what is served, which is read elsewhere. */
    private static final String SERVICE = "service";

    private final PolicyNames policies;
    private final boolean mayChange;

    /** A reader of scenarios that may name {@code policies}; for whoever knows only strategies that stay what they are. */
    public ScenarioReader(PolicyNames policies) {
        this(policies, false);
    }

    private ScenarioReader(PolicyNames policies, boolean mayChange) {
        this.policies = policies;
        this.mayChange = mayChange;
    }

    /** One that reads strategies too that change while a run lasts. */
    public ScenarioReader withAdaptive() {
        return new ScenarioReader(policies, true);
    }

    /** The scenario in {@code source}. */
    public Scenario read(Source source) {
        return read(source, List.of());
    }

    /**
     * The scenario in {@code source} with {@code overrides} applied first, each written {@code key.path=value}. Relative file
     * names are relative to the folder of the source, those in overrides too.
     */
    public Scenario read(Source source, List<String> overrides) {
        return readWith(source, overrides.stream().map(Assignment::parse).toList());
    }

    /** The same with {@code overrides} that are parsed already. */
    public Scenario readWith(Source source, List<Assignment> overrides) {
        Tree tree = TreeReader.read(source);
        for (Assignment override : overrides) {
            tree = override.applyTo(tree);
        }
        return read(tree, source);
    }

    /** The scenario in {@code tree}, which is of {@code source}. */
    public Scenario read(Tree tree, Source source) {
        Tree service = tree instanceof Tree.Map map ? map.get(SERVICE) : null;
        if (service != null) {
            throw InputException.at(service, "what is served beside jobs goes only with berth simulate");
        }
        return scenario(ScenarioSchema.SCENARIO.read(tree), source);
    }

    private Scenario scenario(Fields fields, Source source) {
        Fields cluster = fields.section("cluster");
        AdaptiveReader.Listed strategies =
                new AdaptiveReader(new StrategyReader(policies, source.folder())).readAll(fields.value("strategies"));
        if (!mayChange && !strategies.adaptive().isEmpty()) {
            throw InputException.at(
                    fields.value("strategies"),
                    "one of them is " + AdaptiveSchema.KEY + ", which goes only with berth simulate and berth advise");
        }
        return new Scenario(
                fields.text("name", source.baseName()),
                new ClusterReader(source.folder()).read(cluster),
                new WorkloadReader(source.folder(), TopologyText.read(cluster)).read(fields.section("workload")),
                emulate(fields.section("emulate")),
                strategies.strategies(),
                seeds(fields.value("seeds")),
                fields.nanos("until"),
                new Trim(fields.cutOrAuto("warmup"), fields.cut("cooldown")),
                fields.flag("lenient"),
                shared(fields),
                strategies.adaptive());
    }

    private static SharedSpec shared(Fields fields) {
        List<QueueSpec> queues = QueueKeys.of(fields);
        return new SharedSpec(queues, QosKeys.of(fields), reservations(fields), PoolKeys.of(fields, queues));
    }

    /** What begins again and again must come to an end, or the run does not where a job waits for ever. */
    private static List<NodeReservation> reservations(Fields fields) {
        List<NodeReservation> reservations = ReservationKeys.of(fields);
        boolean endless = reservations.stream()
                .anyMatch(one -> one.time().everyNanos() > 0 && one.time().times() == 0);
        if (endless && fields.nanos("until") == Nanos.NEVER) {
            throw InputException.at(
                    fields.value(ReservationKeys.KEY), "one with every needs times, or the scenario until");
        }
        return reservations;
    }

    private static EmulateSpec emulate(Fields emulate) {
        return new EmulateSpec(
                emulate.number("time_scale"),
                emulate.nanos("start_latency"),
                emulate.fraction("start_failures"),
                emulate.nanos("node_mtbf"),
                emulate.nanos("node_repair"),
                emulate.fraction("task_failures"),
                emulate.nanos("mig"));
    }

    /** The seeds in {@code tree}, a number, a range or a list of them; no two are the same. */
    public static List<Long> seeds(Tree tree) {
        List<Tree> items = tree instanceof Tree.Items ? tree.items() : List.of(tree);
        Set<Long> seeds = new LinkedHashSet<>();
        for (Tree item : items) {
            for (Long seed : Fields.seeds(item)) {
                if (!seeds.add(seed)) {
                    throw InputException.at(item, "the seed " + seed + " is there twice");
                }
            }
        }
        if (seeds.isEmpty()) {
            throw InputException.at(tree, "must name at least one seed");
        }
        return new ArrayList<>(seeds);
    }
}
