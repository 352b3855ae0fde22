package io.berth.live.journal;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.image.ImageHolders;
import io.berth.core.cluster.image.NodeSet;
import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.LoadFigure;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.Span;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.strategy.DemandCount;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.BootTime;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DisruptionBudget;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.PeerSelector;
import io.berth.core.workload.Taint;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.core.workload.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** Frames of every kind of event and decision with any values, for what only has to be written and read. */
public final class RandomFrames {
    private final Random random;
    private long pass;

    public RandomFrames(long seed) {
        this.random = new Random(seed);
    }

    public List<Frame> frames(int count) {
        return many(count, this::frame);
    }

    Frame frame() {
        Plan plan = random.nextBoolean() ? null : new Plan(++pass, many(random.nextInt(4), this::decision));
        return new Frame(random.nextLong(), many(random.nextInt(4), this::event), plan);
    }

    private Event event() {
        return switch (random.nextInt(19)) {
            case 0 -> new Event.JobSubmitted(number(), job(), text(), number());
            case 1 -> new Event.JobCancelled(number());
            case 2 -> new Event.NodeJoined(random.nextInt(), node());
            case 3 -> new Event.NodeLost(random.nextInt());
            case 4 -> new Event.NodeDrained(random.nextInt(), random.nextBoolean());
            case 5 -> new Event.UsageObserved(random.nextInt(), random.nextLong(), random.nextLong());
            case 6 ->
                new Event.StrategyChanged(StrategySpec.of(text())
                        .ordering(policy())
                        .placing(place())
                        .with(PolicyKind.BACKFILL, policy())
                        .with(PolicyKind.PREEMPT, policy()));
            case 7 -> new Event.ClockJumped(random.nextLong());
            case 8 ->
                new Event.MixExpected(many(random.nextInt(3), () -> new DemandCount(demand(), random.nextInt(1000))));
            case 9 -> new Event.TaskStarting(number(), random.nextInt(), number());
            case 10 -> new Event.TaskStarted(number(), random.nextInt(), number());
            case 11 ->
                new Event.TaskStartFailed(
                        number(),
                        random.nextInt(),
                        number(),
                        text(),
                        Event.TaskStartFailed.Again.values()[random.nextInt(3)]);
            case 12 -> new Event.TaskEnded(number(), random.nextInt(), number(), random.nextInt());
            case 13 -> new Event.ProgressReported(number(), number(), random.nextLong(Long.MAX_VALUE));
            case 14 ->
                new Event.ClockSet(random.nextLong(), new BootTime(text(), random.nextLong(), random.nextLong()));
            case 15 -> new Event.NodeChanged(random.nextInt(), node());
            case 16 -> found(job());
            case 17 -> new Event.BudgetChanged(text(), random.nextBoolean() ? null : budget());
            default -> tickOrImage(random.nextLong());
        };
    }

    /** By a draw that ticks had for themselves: other seeds stand for what they stood for. */
    private static Event tickOrImage(long drawn) {
        if (drawn % 2 == 0) {
            return new Event.Tick(drawn);
        }
        int node = (int) (drawn >>> 55);
        if (drawn % 5 == 0) {
            LoadFigure figure = LoadFigure.flat(Span.TEN_MINUTES, Measure.GPU_ENGINE, drawn);
            return new Event.LoadObserved(node, new Load(List.of(figure)), drawn >> 20);
        }
        ImageHolders holders = new ImageHolders(drawn & Long.MAX_VALUE, NodeSet.of(node, node / 2, 64));
        return new Event.ImageChanged("image-" + node, drawn % 3 == 0 ? null : holders);
    }

    private DisruptionBudget budget() {
        List<Requirement> requirements = selectorTerm().requirements();
        PeerSelector covers = random.nextBoolean()
                ? PeerSelector.ofAll(requirements)
                : PeerSelector.of(many(random.nextInt(3), this::text), requirements);
        return new DisruptionBudget(covers, random.nextLong(Long.MAX_VALUE));
    }

    private Decision decision() {
        return switch (random.nextInt(4)) {
            case 0 -> new Decision.Start(number(), number(), placements(random.nextInt(4)));
            case 1 -> new Decision.Stop(number(), number(), reason());
            case 2 -> new Decision.Reject(number(), number(), reason());
            default ->
                new Decision.Remember(number(), text(), random.nextInt(5), many(random.nextInt(4), random::nextLong));
        };
    }

    private Event found(JobSpec job) {
        return new Event.JobFound(number(), job, placements(job.tasks()));
    }

    private List<Placement> placements(int count) {
        return many(count, () -> Placement.on(random.nextInt(9), random.nextLong()));
    }

    private JobSpec job() {
        JobKind kind = any(JobKind.values());
        long patience = random.nextBoolean() ? Nanos.NEVER : number();
        JobSpec job = new JobSpec(
                text(),
                text(),
                kind,
                random.nextInt(),
                TaskGroup.of(1 + random.nextInt(9), demand()),
                new Timing(number(), Nanos.NEVER, patience));
        JobSpec patient = random.nextBoolean() ? job : job.withTerms(job.terms().awaitingNodes());
        return random.nextBoolean()
                ? patient
                : patient.withTerms(patient.terms().sparing());
    }

    private Demand demand() {
        Demand cpu = Demand.cpu(number(), number());
        Demand demand =
                random.nextBoolean() ? cpu : cpu.withGpus(random.nextInt(9)).onModels(many(2, this::text));
        return random.nextBoolean() ? demand : new Demand(demand.amounts(), demand.devices(), where());
    }

    private NodeTerms where() {
        return new NodeTerms(
                labels(), many(random.nextInt(4), this::toleration), many(random.nextInt(3), this::selectorTerm));
    }

    private Toleration toleration() {
        return new Toleration(text(), text(), random.nextBoolean() ? null : any(Taint.Effect.values()));
    }

    private NodeSelectorTerm selectorTerm() {
        return new NodeSelectorTerm(many(
                1 + random.nextInt(3),
                () -> new Requirement(text(), any(Operator.values()), many(random.nextInt(3), this::text))));
    }

    private List<Label> labels() {
        return random.nextBoolean() ? List.of() : List.of(new Label("a" + text(), text()), new Label("b", text()));
    }

    private NodeSpec node() {
        return NodeSpec.of("n" + text(), number(), number(), random.nextInt(64), text())
                .withLabels(labels())
                .withTaints(many(random.nextInt(4), () -> new Taint("t" + text(), text(), any(Taint.Effect.values()))));
    }

    private PolicySpec policy() {
        return random.nextBoolean() ? PolicySpec.of(text()) : PolicySpec.of(text(), Map.of(text(), text()));
    }

    private PartSpec place() {
        PolicySpec other = PolicySpec.of("another");
        return switch (random.nextInt(4)) {
            case 0 -> new PartSpec.Lexicographic(List.of(other, policy()));
            case 1 ->
                new PartSpec.Weighted(List.of(
                        new PartSpec.Weighed(policy(), 1 - random.nextDouble()), new PartSpec.Weighed(other, 0.1)));
            default -> policy();
        };
    }

    private Reason reason() {
        return any(Reason.values());
    }

    private <T> T any(T[] values) {
        return values[random.nextInt(values.length)];
    }

    /** Of any magnitude, not negative. */
    private long number() {
        return random.nextLong() >>> 1 + random.nextInt(62);
    }

    private String text() {
        return random.ints(random.nextInt(6), 'a', 'ſ')
                .mapToObj(Character::toString)
                .reduce("", String::concat);
    }

    private static <T> List<T> many(int count, Supplier<T> each) {
        List<T> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            list.add(each.get());
        }
        return list;
    }
}
