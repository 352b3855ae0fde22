package io.berth.testkit.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.engine.Recovery;
import io.berth.core.explain.LastStart;
import io.berth.core.explain.NodePreference;
import io.berth.core.explain.StartExplanation;
import io.berth.core.journal.Frame;
import io.berth.core.model.Attribution;
import io.berth.core.model.ModelFile;
import io.berth.core.model.ShippedModel;
import io.berth.core.plan.Preference;
import io.berth.core.state.Job;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.fault.CapriciousPlanner;
import io.berth.testkit.fixture.MemoryJournal;
import io.berth.testkit.random.RandomDay;
import io.berth.testkit.random.RandomModels;
import io.berth.testkit.random.Seeds;
import io.berth.testkit.random.SimulatedDay;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Why jobs were started where they were, told of random days afterwards. */
class LastStartTest {
    private static final Catalog CATALOG = CapriciousPlanner.catalog();
    private static final int DAYS = 40;

    /** A job, its last start, and what is told of it. */
    private record Told(
            long job,
            List<String> nodes,
            Decision.Start start,
            boolean uniform,
            boolean prefers,
            StartExplanation why) {}

    @ParameterizedTest
    @ValueSource(strings = {"none", "greedy", "easy", "conservative"})
    void theNodesToldAreThoseOfTheJournalAndTheFeaturesAddUpToTheLead(String backfill) {
        List<NodePreference> learnt = new ArrayList<>();
        Seeds.upTo(DAYS, seed -> {
            String model = ModelFile.write(RandomModels.placement(seed));
            StrategySpec strategy = StrategySpec.of("mine", "fcfs", "best-fit", backfill)
                    .placing(PolicySpec.of("learnt", Map.of("model", model)));
            for (Told told : told(frames(seed, strategy), seed)) {
                assertStartOf(told);
                assertThat(told.why.placements().isEmpty() && told.uniform).isFalse();
                for (NodePreference placement : told.why.placements()) {
                    assertThat(placement.model()).isEqualTo(ModelFile.id(model));
                    assertThat(placement.why() == null).isEqualTo(placement.runnerUp() == null || told.prefers);
                }
                learnt.addAll(told.why.placements());
            }
        });
        assertThat(learnt.stream().filter(placement -> placement.why() != null)).hasSizeGreaterThan(100);
        learnt.forEach(LastStartTest::assertAddsUp);
    }

    @Test
    void anyStrategyIsToldAsItDecided() {
        Seeds.upTo(4 * DAYS, seed -> {
            List<Frame> frames = frames(RandomDay.of(seed, CATALOG));
            told(frames, seed).forEach(LastStartTest::assertStartOf);
        });
    }

    @Test
    void theJobThatALearntOrderPutItBeforeIsTold() {
        StrategySpec strategy = StrategySpec.of("mine", "fcfs", "best-fit", "greedy")
                .ordering(PolicySpec.of("learnt", Map.of("model", ShippedModel.text())));
        List<Preference> preferences = new ArrayList<>();
        Seeds.upTo(DAYS, seed -> {
            for (Told told : told(frames(seed, strategy), seed)) {
                assertStartOf(told);
                assertThat(told.why.preferences())
                        .allMatch(preference -> preference.first() == told.job || preference.second() == told.job);
                preferences.addAll(told.why.preferences());
            }
        });
        assertThat(preferences).hasSizeGreaterThan(20);
    }

    @Test
    void jobsThatWerePlannedTogetherAreToldWithoutANodeThatWasNext() {
        PolicySpec windows = PolicySpec.of("dual", Map.of("window", "3", "linger", "2", "limit", "20"));
        StrategySpec strategy =
                StrategySpec.of("windows", "fcfs", "best-fit", "greedy").planning(windows);
        List<Told> together = new ArrayList<>();
        Seeds.upTo(DAYS, seed -> {
            for (Told told : told(frames(RandomDay.of(seed, strategy, CATALOG)), seed)) {
                assertStartOf(told);
                if (told.why.strategy().equals(strategy)
                        && told.why.placements().isEmpty()) {
                    together.add(told);
                }
            }
        });
        assertThat(together).hasSizeGreaterThan(20);
    }

    @Test
    void whoeverAsksChangesNothing() {
        Seeds.upTo(DAYS, seed -> {
            List<Frame> frames = frames(RandomDay.of(seed, CATALOG));
            Recovery asked = Recovery.redecide(new State(seed), CATALOG);
            for (Frame frame : frames) {
                byte[] before = bytes(asked.state());
                starts(frame).forEach(start -> {
                    LastStart last = new LastStart(start.job());
                    last.follow(frame, asked.state());
                    last.explain(CATALOG);
                });
                assertThat(bytes(asked.state())).isEqualTo(before);
                asked.apply(frame);
            }
            assertThat(asked.firstDifference()).isNull();
        });
    }

    @Test
    void ofAnotherDecisionThanTheRecordedNothingIsToldBeyondTheRecord() {
        StrategySpec strategy = StrategySpec.of("mine", "fcfs", "first-fit", "greedy");
        Catalog other = Catalog.standard();
        Seeds.upTo(DAYS, seed -> {
            State state = new State(seed);
            Recovery recovery = Recovery.recover(state);
            for (Frame frame : frames(seed, strategy)) {
                for (Decision.Start start : starts(frame)) {
                    LastStart last = new LastStart(start.job());
                    last.follow(new Frame(frame.atNanos(), frame.events(), shifted(frame, start)), state);
                    StartExplanation why = last.explain(other);
                    assertThat(why).isNotNull();
                    assertThat(why.same()).isFalse();
                    assertThat(why.placements()).isEmpty();
                    assertThat(why.preferences()).isEmpty();
                }
                recovery.apply(frame);
            }
        });
    }

    private static void assertStartOf(Told told) {
        assertThat(told.why.same()).isTrue();
        assertThat(told.why.nodes()).isEqualTo(told.nodes);
        for (NodePreference placement : told.why.placements()) {
            int place = IntStream.range(0, told.nodes.size())
                    .filter(i -> told.start.task(i) == placement.task())
                    .findFirst()
                    .orElseThrow();
            assertThat(placement.node()).isEqualTo(told.nodes.get(place));
            assertThat(placement.node()).isNotEqualTo(placement.runnerUp());
        }
    }

    private static void assertAddsUp(NodePreference placement) {
        Attribution why = placement.why();
        if (why == null) {
            return;
        }
        double sum = why.error();
        for (Attribution.Contribution part : why.contributions()) {
            sum += part.points();
        }
        assertThat(sum).isEqualTo(why.lead(), within(1e-9));
        // The placement decides by floats.
        assertThat(why.lead()).isGreaterThan(-1e-3);
        if (placement.alike()) {
            assertThat(why.lead()).isLessThan(1e-3);
        }
    }

    /** What is told of the last start of each job of a day. */
    private static List<Told> told(List<Frame> frames, long seed) {
        TreeMap<Long, LastStart> lasts = new TreeMap<>();
        TreeMap<Long, List<String>> nodes = new TreeMap<>();
        TreeMap<Long, Decision.Start> starts = new TreeMap<>();
        TreeMap<Long, Boolean> uniform = new TreeMap<>();
        TreeMap<Long, Boolean> prefers = new TreeMap<>();
        TreeMap<Long, Long> counts = new TreeMap<>();
        Recovery recovery = Recovery.recover(new State(seed));
        for (Frame frame : frames) {
            starts(frame).forEach(start -> lasts.putIfAbsent(start.job(), new LastStart(start.job())));
            lasts.values().forEach(last -> last.follow(frame, recovery.state()));
            recovery.apply(frame);
            for (Decision.Start start : starts(frame)) {
                counts.merge(start.job(), 1L, Long::sum);
                starts.put(start.job(), start);
                Job started = recovery.state().job(start.job());
                uniform.put(start.job(), started.uniform());
                prefers.put(start.job(), !started.spec().demand().preferences().isEmpty());
                nodes.put(
                        start.job(),
                        start.placements().stream()
                                .map(at -> recovery.state().nodes().name(at.node()))
                                .toList());
            }
        }
        List<Told> told = new ArrayList<>();
        lasts.forEach((job, last) -> {
            StartExplanation why = last.explain(CATALOG);
            assertThat(why).isNotNull();
            assertThat(last.starts()).isEqualTo(counts.get(job));
            told.add(new Told(
                    job, nodes.getOrDefault(job, List.of()), starts.get(job), uniform.get(job), prefers.get(job), why));
        });
        return told;
    }

    private static List<Decision.Start> starts(Frame frame) {
        List<Decision.Start> starts = new ArrayList<>();
        if (frame.plan() != null) {
            for (Decision decision : frame.plan().decisions()) {
                if (decision instanceof Decision.Start start) {
                    starts.add(start);
                }
            }
        }
        return starts;
    }

    /** The plan of {@code frame} with {@code start} under another number. */
    private static Plan shifted(Frame frame, Decision.Start start) {
        return new Plan(1, List.of(new Decision.Start(start.id() + 1_000, start.job(), start.placements())));
    }

    private static List<Frame> frames(long seed, StrategySpec strategy) {
        return frames(ChosenOrders.day(RandomDay.of(seed, strategy, CATALOG), _ -> strategy));
    }

    private static List<Frame> frames(RandomDay day) {
        MemoryJournal journal = new MemoryJournal();
        new SimulatedDay(day, CATALOG, journal, new Observer() {}, 0).run();
        return journal.frames();
    }

    private static byte[] bytes(State state) {
        return state.image().bytes();
    }
}
