package io.berth.live.journal;

import io.berth.core.cluster.NodeSpec;
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
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
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
        return switch (random.nextInt(16)) {
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
            case 11 -> new Event.TaskStartFailed(number(), random.nextInt(), number(), text());
            case 12 -> new Event.TaskEnded(number(), random.nextInt(), number(), random.nextInt());
            case 13 -> new Event.ProgressReported(number(), number(), random.nextLong(Long.MAX_VALUE));
            case 14 ->
                new Event.ClockSet(random.nextLong(), new BootTime(text(), random.nextLong(), random.nextLong()));
            default -> new Event.Tick(random.nextLong());
        };
    }

    private Decision decision() {
        return switch (random.nextInt(4)) {
            case 0 ->
                new Decision.Start(
                        number(),
                        number(),
                        many(random.nextInt(4), () -> Placement.on(random.nextInt(9), random.nextLong())));
            case 1 -> new Decision.Stop(number(), number(), reason());
            case 2 -> new Decision.Reject(number(), number(), reason());
            default ->
                new Decision.Remember(number(), text(), random.nextInt(5), many(random.nextInt(4), random::nextLong));
        };
    }

    private JobSpec job() {
        JobKind kind = JobKind.values()[random.nextInt(3)];
        long patience = random.nextBoolean() ? Nanos.NEVER : number();
        return new JobSpec(
                text(),
                text(),
                kind,
                random.nextInt(),
                TaskGroup.of(1 + random.nextInt(9), demand()),
                new Timing(number(), Nanos.NEVER, patience));
    }

    private Demand demand() {
        Demand cpu = Demand.cpu(number(), number());
        return random.nextBoolean() ? cpu : cpu.withGpus(random.nextInt(9)).onModels(many(2, this::text));
    }

    private NodeSpec node() {
        return NodeSpec.of("n" + text(), number(), number(), random.nextInt(64), text());
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
        return Reason.values()[random.nextInt(Reason.values().length)];
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
