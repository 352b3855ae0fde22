package io.berth.testkit.random;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.Rate;
import io.berth.core.cluster.device.link.Links;
import io.berth.core.model.ModelFile;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.Facts;
import io.berth.core.policy.Order;
import io.berth.core.policy.device.Learning;
import io.berth.core.strategy.Listed;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.strategy.WorkClass;
import io.berth.core.strategy.WorkRange;
import io.berth.core.strategy.WorkRule;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.Taint;
import io.berth.core.workload.Taint.Effect;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.core.workload.Toleration;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.ModelSpeed;
import io.berth.core.workload.term.ModelUtility;
import io.berth.core.workload.term.RunProfile;
import io.berth.core.workload.term.Terms;
import io.berth.core.workload.term.When;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Small nodes, demands, jobs and strategies, such that every kind of demand and of shortage is frequent. */
public final class RandomSpecs {
    /** Orders of devices that go by no speeds. */
    private static final List<String> NOT_LEARNING = List.of("any", "most-useful");

    private static final long GIB = 1L << 30;
    private static final List<String> MODELS = List.of("A100", "H100", "T4");
    private static final List<String> RESOURCES = List.of("example.com/licence", "example.com/dongle", "acme.org/port");
    private static final long[] PATIENCE = {0, 10 * Nanos.SECOND, Nanos.MINUTE, Nanos.NEVER, Nanos.NEVER, Nanos.NEVER};

    private static final long[] SPEEDS = {200_000, 500_000, 2_000_000, 3_000_000};

    private final Chance chance;
    /** Naive planners look at all sets of so many. */
    private static final int MOST_LINKED = 5;

    /** Sets of devices that may have links, so far. */
    private int linked;

    /** Strategies that may order devices, so far. */
    private int ordered;

    /** Jobs that may have profiles, so far. */
    private int profiled;

    private final UnaryOperator<JobSpec> groups;

    /** Whose jobs have one group each, all tasks of which must start. */
    public RandomSpecs(Chance chance) {
        this(chance, UnaryOperator.identity());
    }

    /** Whose jobs have the groups that {@code groups} gives them. */
    RandomSpecs(Chance chance, UnaryOperator<JobSpec> groups) {
        this.chance = chance;
        this.groups = groups;
    }

    /**
     * A node of up to 16 CPUs and 4 GPUs, now and then of up to 20; a fifth with devices of several sets, a half labelled, some
     * tainted, a third with resources known by name.
     */
    public NodeSpec node(int number) {
        NodeSpec node = new NodeSpec(
                "n" + number,
                new Amounts(
                        4000L + 4000 * chance.below(4),
                        16 * GIB + 16 * GIB * chance.below(4),
                        chance.below(3) * 100 * GIB,
                        chance.below(2) * GIB,
                        chance.below(2) * 10 * GIB,
                        chance.below(3) > 0 ? List.of() : resources(4)),
                chance.below(4) == 0 ? 1 + chance.below(4) : Integer.MAX_VALUE,
                devices());
        NodeSpec labelled = chance.below(2) == 0 ? node : node.withLabels(labelsOfNode());
        return chance.below(8) > 0 ? labelled : labelled.withTaints(List.of(new Taint("reserved", rack(), effect())));
    }

    /** Mostly the usual one. */
    private Effect effect() {
        return chance.below(2) == 0 ? Effect.NO_SCHEDULE : Effect.values()[chance.below(Effect.values().length)];
    }

    private List<DeviceSet> devices() {
        if (chance.below(5) > 0) {
            int gpus = chance.below(20) == 0 ? chance.below(21) : chance.below(5);
            return NodeSpec.gpus(gpus, gpus == 0 ? "" : model(), chance.below(3) == 0 ? 0 : 40 * GIB).stream()
                    .map(this::perhapsLinked)
                    .toList();
        }
        List<DeviceSet> sets = new ArrayList<>();
        for (int set = 0; set < 1 + chance.below(3); set++) {
            String kind = chance.below(4) == 0 ? "npu" : Acceptable.GPU;
            sets.add(perhapsLinked(new DeviceSet(1 + chance.below(3), kind, model(), chance.below(3) * 20 * GIB)));
        }
        return sets;
    }

    /** By a chance of its own, so that all else comes out as it does without links. */
    private DeviceSet perhapsLinked(DeviceSet set) {
        Chance own = new Chance(linked++, "links", set.count());
        Chance prices = new Chance(linked, "prices", set.count());
        DeviceSet priced = prices.below(2) == 0 ? set : set.withRate(new Rate(prices.below(3) * Rate.UNIT, 100));
        return linked(priced, own);
    }

    private DeviceSet linked(DeviceSet set, Chance own) {
        if (set.count() < 2 || set.count() > MOST_LINKED || own.below(4) > 0) {
            return set;
        }
        List<Integer> pairs = new ArrayList<>();
        for (int pair = 0; pair < set.count() * (set.count() - 1) / 2; pair++) {
            pairs.add(own.below(3) * 25_000);
        }
        return set.withLinks(new Links(set.count(), pairs));
    }

    /** Up to two of three resources known by name, up to {@code most} of each. */
    private List<ExtendedResource> resources(int most) {
        int first = chance.below(RESOURCES.size());
        List<ExtendedResource> resources = new ArrayList<>();
        resources.add(new ExtendedResource(RESOURCES.get(first), 1 + chance.below(most)));
        if (chance.below(3) == 0) {
            resources.add(new ExtendedResource(RESOURCES.get((first + 1) % RESOURCES.size()), 1 + chance.below(most)));
        }
        return resources;
    }

    private List<Label> labelsOfNode() {
        List<Label> labels = labels(2);
        if (chance.below(2) == 0) {
            labels.add(new Label("slots", chance.below(4) == 0 ? "many" : Integer.toString(chance.below(3))));
        }
        return labels;
    }

    private List<Label> labels(int most) {
        List<Label> labels = new ArrayList<>();
        labels.add(new Label("rack", rack()));
        if (chance.below(most) > 0) {
            labels.add(new Label("disk", chance.below(2) == 0 ? "ssd" : ""));
        }
        return labels;
    }

    private String rack() {
        return "r" + chance.below(2);
    }

    /** Mostly any node; else a labelled one, one of some taint, or one of a term of a selector. */
    private NodeTerms where() {
        List<Label> labels = chance.below(8) > 0 ? List.of() : labels(3);
        List<Toleration> tolerations = switch (chance.below(8)) {
            case 0 -> List.of(new Toleration("", Toleration.ANY));
            case 1 -> List.of(new Toleration("reserved", rack()), new Toleration("old", Toleration.ANY));
            case 2 -> List.of(new Toleration("reserved", Toleration.ANY, effect()));
            default -> List.of();
        };
        return new NodeTerms(labels, tolerations, chance.below(12) > 0 ? List.of() : selector());
    }

    private List<NodeSelectorTerm> selector() {
        NodeSelectorTerm term = term();
        return chance.below(2) == 0 ? List.of(term) : List.of(term, term());
    }

    private NodeSelectorTerm term() {
        Requirement rack = switch (Operator.values()[chance.below(Operator.values().length)]) {
            case IN -> new Requirement("rack", Operator.IN, List.of(rack()));
            case NOT_IN -> new Requirement("rack", Operator.NOT_IN, List.of(rack(), "r7"));
            case EXISTS -> new Requirement("disk", Operator.EXISTS, List.of());
            case DOES_NOT_EXIST -> new Requirement("disk", Operator.DOES_NOT_EXIST, List.of());
            case GREATER -> new Requirement("slots", Operator.GREATER, List.of("1"));
            case LESS -> new Requirement("slots", Operator.LESS, List.of("1"));
        };
        return chance.below(2) == 0
                ? new NodeSelectorTerm(List.of(rack))
                : new NodeSelectorTerm(List.of(rack, new Requirement("rack", Operator.EXISTS, List.of())));
    }

    /**
     * CPU and memory; mostly a share, memory or whole GPUs beside; seldom disk and bandwidth, another kind of device, resources known
     * by name, or only some nodes.
     */
    public Demand demand() {
        Demand demand = gpus(Demand.cpu(500L * chance.below(12), GIB * chance.below(12)));
        boolean disk = chance.below(12) == 0;
        boolean link = chance.below(12) == 0;
        List<String> models = demand.gpus() == 0 || chance.below(3) > 0
                ? List.of()
                : chance.below(2) == 0 ? List.of(model()) : List.of(model(), model());
        Acceptable of = chance.below(12) == 0 ? new Acceptable("npu", models) : Acceptable.gpus(models);
        return new Demand(
                new Amounts(
                        demand.cpuMilli(),
                        demand.memoryBytes(),
                        disk ? 50 * GIB : 0,
                        disk ? GIB / 4 : 0,
                        link ? 4 * GIB : 0,
                        chance.below(8) > 0 ? List.of() : resources(2)),
                DeviceDemand.of(demand.gpus(), demand.gpuMilli(), demand.gpuMemoryBytes(), of),
                where());
    }

    /** A job of up to 4 tasks and a minute; a third with limited patience, a tenth services, a quarter on terms. */
    public JobSpec job(String name) {
        return groups.apply(plainJob(name)).withTerms(chance.below(4) == 0 ? terms() : Terms.NONE);
    }

    /**
     * What is submitted when the next job has the number {@code first}: a job, of which a sixth come after one or two earlier
     * ones, or now and then the jobs of an array.
     */
    public List<JobSpec> submission(long first) {
        JobSpec job = following(job("job-" + first), first);
        if (chance.below(12) > 0) {
            return List.of(job);
        }
        int count = 2 + chance.below(4);
        JobSpec array = job.withTerms(job.terms().withArray(JobArray.of(count, 1 + chance.below(count))));
        List<JobSpec> members = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            members.add(array.member(first, index));
        }
        return members;
    }

    private JobSpec following(JobSpec job, long number) {
        if (number == 1 || chance.below(6) > 0) {
            return job;
        }
        List<After> after = new ArrayList<>();
        for (int i = 0; i <= chance.below(2); i++) {
            // Mostly one of the last few, which may still live.
            long back = 1L + chance.below((int) StrictMath.min(number - 1, chance.below(4) == 0 ? 50 : 5));
            after.add(new After(number - back, When.values()[chance.below(When.values().length)]));
        }
        return job.withTerms(job.terms().withAfter(after));
    }

    /** A time limit that some jobs reach, retries, or both. */
    private Terms terms() {
        long limit = chance.below(2) == 0 ? Nanos.NEVER : Nanos.SECOND * (1 + chance.below(60));
        return Terms.NONE.withTimeLimit(limit).withRetries(chance.below(3));
    }

    private JobSpec plainJob(String name) {
        boolean service = chance.below(10) == 0;
        long work = chance.below(10) == 0 ? 0 : Nanos.SECOND * (1 + chance.below(60));
        long estimate = chance.below(3) == 0 ? Nanos.NEVER : work + Nanos.SECOND * chance.below(20);
        return new JobSpec(
                name,
                chance.below(2) == 0 ? JobSpec.DEFAULT_QUEUE : "team",
                service ? JobKind.SERVICE : JobKind.BATCH,
                chance.below(3),
                TaskGroup.of(chance.below(3) == 0 ? 2 + chance.below(3) : 1, demand()),
                new Timing(estimate, service ? Nanos.NEVER : work, PATIENCE[chance.below(PATIENCE.length)])
                        .withProfile(profile(work)));
    }

    /** Mostly as fast everywhere; by a chance of its own, so that all else comes out as it does without. */
    private RunProfile profile(long work) {
        Chance own = new Chance(profiled++, "profiles", work);
        List<ModelSpeed> speeds = new ArrayList<>();
        for (String model : own.below(3) > 0 ? List.<String>of() : MODELS) {
            if (own.below(3) > 0) {
                speeds.add(new ModelSpeed(model, SPEEDS[own.below(SPEEDS.length)]));
            }
        }
        RunProfile profile = speeds.isEmpty() ? RunProfile.NONE : new RunProfile(speeds);
        List<ModelUtility> utilities = new ArrayList<>();
        for (String model : own.below(3) > 0 ? List.<String>of() : MODELS) {
            if (own.below(3) > 0) {
                utilities.add(new ModelUtility(model, SPEEDS[own.below(SPEEDS.length)]));
            }
        }
        return profile.withUtilities(utilities);
    }

    /** The orders of the catalog that sort jobs: those that choose among them do not preempt, and some need a model. */
    public static List<String> sortingOrders(Catalog catalog) {
        return catalog.entries(PolicyKind.ORDER).stream()
                .filter(entry -> entry.parameters().stream().noneMatch(p -> p.type() == Parameter.Type.MODEL))
                .map(Listed::name)
                .filter(name -> !(order(catalog, name) instanceof Chooser))
                .toList();
    }

    private static Order order(Catalog catalog, String name) {
        StrategySpec strategy = StrategySpec.of(name, name, "best-fit", "none");
        return catalog.strategy(strategy, new Facts(1, 1, List.of())).order();
    }

    /** Every placement of the catalog; those that go by a model with one of random weights. */
    public static List<PolicySpec> placements(Catalog catalog) {
        List<PolicySpec> placements = new ArrayList<>();
        for (Listed entry : catalog.entries(PolicyKind.PLACE)) {
            boolean learnt = entry.parameters().stream().anyMatch(p -> p.type() == Parameter.Type.MODEL);
            placements.add(PolicySpec.of(
                    entry.name(), learnt ? Map.of("model", ModelFile.write(RandomModels.placement(1))) : Map.of()));
        }
        return placements;
    }

    /** Any strategy of the catalog whose order sorts; of the placements a sixth are combined ones. */
    public StrategySpec strategy(Catalog catalog) {
        String backfill = any(catalog.names(PolicyKind.BACKFILL));
        StrategySpec strategy = placed(StrategySpec.of("any", any(sortingOrders(catalog)), "fgd", backfill), catalog);
        String preempt = any(catalog.names(PolicyKind.PREEMPT));
        return devices(
                sometimesCombined(backfill.equals("conservative") ? strategy : strategy.preempting(preempt), catalog),
                catalog);
    }

    /** Any such strategy that promises nothing to those who wait and takes nothing from those who run. */
    public StrategySpec plainStrategy(Catalog catalog) {
        String order = any(sortingOrders(catalog));
        String backfill = chance.below(2) == 0 ? "none" : "greedy";
        return devices(
                sometimesCombined(placed(StrategySpec.of("plain", order, "fgd", backfill), catalog), catalog), catalog);
    }

    /** One that promises room by EASY, in an order of three kinds: as they came, by run time, changing with time. */
    public StrategySpec easyStrategy(Catalog catalog) {
        String order = any(List.of("fcfs", "sjf", "wfp3"));
        return devices(
                sometimesCombined(placed(StrategySpec.of("easy", order, "fgd", "easy"), catalog), catalog), catalog);
    }

    /** One that bounds how long jobs wait, by seconds or minutes, in such an order. */
    public StrategySpec boundedStrategy(Catalog catalog) {
        StrategySpec strategy = easyStrategy(catalog);
        String backfill = any(List.of("none", "greedy", "greedy", "easy"));
        return bounded(strategy.with(PolicyKind.BACKFILL, PolicySpec.of(backfill)));
    }

    private StrategySpec bounded(StrategySpec strategy) {
        TreeMap<String, String> parameters = new TreeMap<>();
        parameters.put("hours", any(List.of("0.001", "0.005", "0.02")));
        parameters.put("from", any(List.of("0", "0.5", "1")));
        return strategy.with(PolicyKind.BOUND, PolicySpec.of("wait", parameters));
    }

    /** Half with an order of devices; by a chance of its own. */
    private StrategySpec devices(StrategySpec strategy, Catalog catalog) {
        Chance own =
                new Chance(ordered++, "device-orders", strategy.partsText("").length());
        List<String> names = catalog.names(PolicyKind.DEVICE);
        StrategySpec byDevices = own.below(2) == 0
                ? strategy
                : strategy.with(PolicyKind.DEVICE, order(names.get(own.below(names.size())), own.below(2) == 0));
        return own.below(3) > 0 ? byDevices : byDevices.classed(classes(own, catalog));
    }

    /** Two classes of work: by size, and by what jobs are for or how often they were started. */
    private static List<WorkClass> classes(Chance own, Catalog catalog) {
        List<String> combinable = catalog.combinable();
        List<String> devices = catalog.names(PolicyKind.DEVICE);
        long least = own.below(3) * 500L;
        WorkRange size = new WorkRange(least, least + own.below(4) * 500L + own.below(2) * 100_000L);
        WorkRange restarts = own.below(2) == 0 ? WorkRange.ANY : new WorkRange(1, Long.MAX_VALUE);
        WorkRule first = WorkRule.ANY.ofGpus(size);
        WorkRule second = new WorkRule(
                restarts.any() ? List.of(JobKind.BATCH) : List.of(),
                WorkRange.ANY,
                WorkRange.ANY,
                WorkRange.ANY,
                restarts,
                List.of(),
                List.of(),
                false);
        return List.of(
                new WorkClass(
                        "first",
                        first,
                        Map.of(
                                PolicyKind.PLACE,
                                PolicySpec.of(combinable.get(own.below(combinable.size()))),
                                PolicyKind.DEVICE,
                                order(devices.get(own.below(devices.size())), own.below(2) == 0))),
                new WorkClass(
                        "second",
                        second,
                        Map.of(PolicyKind.PLACE, PolicySpec.of(combinable.get(own.below(combinable.size()))))));
    }

    /** One that goes by what is learnt where it has that parameter and {@code learns} says so. */
    private static PolicySpec order(String name, boolean learns) {
        return learns && !NOT_LEARNING.contains(name)
                ? PolicySpec.of(name, new TreeMap<>(Map.of(Learning.SPEEDS.name(), "learnt")))
                : PolicySpec.of(name);
    }

    private StrategySpec placed(StrategySpec strategy, Catalog catalog) {
        return strategy.placing(placement(catalog));
    }

    private PolicySpec placement(Catalog catalog) {
        List<PolicySpec> all = placements(catalog);
        return all.get(chance.below(all.size()));
    }

    private StrategySpec sometimesCombined(StrategySpec strategy, Catalog catalog) {
        return chance.below(6) == 0 ? strategy.placing(combination(catalog.combinable())) : strategy;
    }

    /** Two or three policies, by weight or in order. */
    private PartSpec combination(List<String> names) {
        List<PolicySpec> policies = new ArrayList<>();
        int first = chance.below(names.size());
        int step = 1 + chance.below(2);
        for (int i = 0; i < 2 + chance.below(2); i++) {
            policies.add(PolicySpec.of(names.get((first + i * step) % names.size())));
        }
        if (chance.below(2) == 0) {
            return new PartSpec.Lexicographic(policies);
        }
        return new PartSpec.Weighted(policies.stream()
                .map(policy -> new PartSpec.Weighed(policy, 1 + chance.below(9)))
                .toList());
    }

    private Demand gpus(Demand demand) {
        return switch (chance.below(5)) {
            case 0 -> demand;
            case 1 -> demand.withGpuShare(1, 100 * (1 + chance.below(9)));
            case 2 -> sharedMemory(demand);
            default -> demand.withGpus(1 + chance.below(chance.below(4) == 0 ? 6 : 2));
        };
    }

    private Demand sharedMemory(Demand demand) {
        int milli = chance.below(2) * 250;
        long memory = GIB * (5 + chance.below(30));
        return new Demand(
                Amounts.of(demand.cpuMilli(), demand.memoryBytes()),
                DeviceDemand.of(1, milli, memory, Acceptable.ANY_GPU));
    }

    private String model() {
        return any(MODELS);
    }

    private String any(List<String> names) {
        return names.get(chance.below(names.size()));
    }
}
