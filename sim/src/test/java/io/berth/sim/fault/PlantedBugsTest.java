package io.berth.sim.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Entry;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Effector;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.policy.Filter;
import io.berth.core.policy.Placer;
import io.berth.core.policy.bound.WaitBound;
import io.berth.core.state.State;
import io.berth.core.strategy.Consolidation;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.Sparing;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.sim.fault.FaultRun.Seams;
import io.berth.sim.fault.draw.DrawnScenario;
import io.berth.sim.safety.Rule;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.fault.Fault;
import io.berth.spec.fault.FaultScenario;
import io.berth.spec.fault.FaultScenarioReader;
import io.berth.spec.fault.FaultScenarioWriter;
import io.berth.spec.input.Source;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bugs that are planted where the engine meets its world, its journal and its policies are found, and made small. */
class PlantedBugsTest {
    private static final Catalog CATALOG = CapriciousPlanner.catalog();
    private static final boolean FULL = Boolean.getBoolean("berth.full");
    private static final int SEEDS = 20;

    /** Of a bug that is not looked for where rules between tasks or queues keep jobs from room. */
    private static final int MORE_SEEDS = 80;

    private static final int TRIES = FULL ? 400 : 250;
    private static final int JOBS = FULL ? 80 : 60;
    private static final int FAULTS = 12;
    private static final String PLANTED = "planted";

    /**
     * A bug.
     *
     * @param run lives through a scenario with it
     * @param rules by one of which it is found
     * @param seeds in one of so many scenarios
     */
    private record Bug(String name, Function<FaultScenario, Verdict> run, List<Rule> rules, int seeds) {
        Bug(String name, Function<FaultScenario, Verdict> run, List<Rule> rules) {
            this(name, run, rules, SEEDS);
        }

        /** True where it shows in {@code scenario}. */
        boolean shows(FaultScenario scenario) {
            Rule broken = run.apply(scenario).rule();
            return broken != null && rules.contains(broken);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Bug> bugs() {
        return Stream.of(
                effector("starts every tenth task twice", PlantedBugsTest::startsTwice, Rule.TASKS_RUN_AS_DECIDED),
                effector("loses every third stop", PlantedBugsTest::losesStops, Rule.NOBODY_WAITS_FOR_EVER),
                effector("forgets the last task of a gang", PlantedBugsTest::breaksGangs, Rule.NOBODY_WAITS_FOR_EVER),
                effector("starts on the next node", PlantedBugsTest::startsElsewhere, Rule.TASKS_RUN_AS_DECIDED),
                new Bug(
                        "loses every twelfth record",
                        scenario -> new FaultRun(
                                        scenario,
                                        CATALOG,
                                        new Seams(UnaryOperator.identity(), PlantedBugsTest::forgets))
                                .run(),
                        List.of(
                                Rule.RECOVERED_AS_IT_WAS,
                                Rule.REDECIDED_ALIKE,
                                Rule.NOTHING_IS_THROWN,
                                Rule.NUMBERS_RISE)),
                new Bug(
                        "keeps no bound on waiting",
                        scenario -> new FaultRun(
                                        unbounded(scenario),
                                        CATALOG,
                                        new Seams(
                                                UnaryOperator.identity(),
                                                UnaryOperator.identity(),
                                                WaitBound.of(20 * Nanos.SECOND, 0.5),
                                                null))
                                .run(),
                        List.of(Rule.BOUNDED_WAITS_END),
                        MORE_SEEDS),
                moves("moves more jobs than its budget", new Consolidation(0, 1, 0, Sparing.NONE, 0)),
                moves(
                        "moves jobs that have just started",
                        new Consolidation(1_000, 1, 0, new Sparing(Nanos.HOUR, 0), 0)),
                policy("scores by how often it was asked", PolicyKind.PLACE, PlantedBugsTest::moody),
                policy("filters by how often it was asked", PolicyKind.FILTER, PlantedBugsTest::whimsical));
    }

    private static Bug effector(String name, UnaryOperator<Effector> seam, Rule... rules) {
        return new Bug(
                name,
                scenario -> new FaultRun(scenario, CATALOG, new Seams(seam, UnaryOperator.identity())).run(),
                List.of(rules));
    }

    private static Bug policy(String name, PolicyKind kind, Function<Catalog, Catalog> with) {
        return new Bug(
                name,
                scenario -> new FaultRun(planted(scenario, kind), with.apply(CATALOG), Seams.NONE).run(),
                List.of(Rule.REDECIDED_ALIKE));
    }

    /** Jobs move as freely as they may, where {@code taken} is what the strategy is taken to allow. */
    private static Bug moves(String name, Consolidation taken) {
        return new Bug(
                name,
                scenario -> new FaultRun(
                                moving(scenario),
                                CATALOG,
                                new Seams(UnaryOperator.identity(), UnaryOperator.identity(), null, taken))
                        .run(),
                List.of(Rule.MOVES_KEEP_THEIR_BUDGET),
                MORE_SEEDS);
    }

    private static FaultScenario moving(FaultScenario scenario) {
        FaultScenario greedy = planted(scenario, PolicyKind.PLACE);
        StrategySpec strategy = greedy.strategy();
        for (PolicyKind kind : List.of(PolicyKind.RECLAIM, PolicyKind.SHARE, PolicyKind.DEVICE)) {
            strategy = strategy.with(kind, kind.fallback());
        }
        Map<String, String> parameters = Map.of("share", "1", "gain", "0", "min-runtime", "0", "after", "0");
        return greedy.withStrategy(strategy.with(PolicyKind.PLACE, PolicySpec.of("worst-fit"))
                .with(PolicyKind.CONSOLIDATE, PolicySpec.of("move", new TreeMap<>(parameters))));
    }

    /** With the planted policy in force from the beginning, and nothing that windows or other strategies would hide. */
    private static FaultScenario planted(FaultScenario scenario, PolicyKind kind) {
        List<Fault> faults = scenario.faults().stream()
                .filter(fault -> fault.strategy() == null)
                .toList();
        return scenario.withFaults(faults)
                .withStrategy(scenario.strategy()
                        .with(PolicyKind.GANG, PolicyKind.GANG.fallback())
                        .with(PolicyKind.FILTER, PolicyKind.FILTER.fallback())
                        .with(kind, PolicySpec.of(PLANTED))
                        .with(PolicyKind.PLAN, PolicyKind.PLAN.fallback())
                        .with(PolicyKind.RESIZE, PolicyKind.RESIZE.fallback())
                        .with(PolicyKind.CONSOLIDATE, PolicyKind.CONSOLIDATE.fallback())
                        .with(PolicyKind.BACKFILL, PolicySpec.of("greedy"))
                        .with(PolicyKind.PREEMPT, PolicySpec.of("none"))
                        .with(PolicyKind.DELAY, PolicyKind.DELAY.fallback())
                        .with(PolicyKind.BOUND, PolicyKind.BOUND.fallback()));
    }

    /** Where small jobs start in front of large ones, who are promised nothing, and no rule between tasks keeps anybody from room. */
    private static FaultScenario unbounded(FaultScenario scenario) {
        FaultScenario greedy = planted(scenario, PolicyKind.PLACE);
        return greedy.withJobs(greedy.jobs().stream()
                        .filter(job -> job.spec().groups().stream()
                                .allMatch(group -> group.demand().peers().isEmpty()))
                        .toList())
                .withStrategy(greedy.strategy().with(PolicyKind.PLACE, PolicySpec.of("best-fit")));
    }

    private static Effector startsTwice(Effector world) {
        return wrapped(world, (effect, state) -> {
            world.carryOut(effect, state);
            if (effect instanceof Decision.Start start && start.id() % 10 == 0) {
                world.carryOut(
                        new Decision.Start(start.id() + 1_000_000, start.job(), start.placements(), start.tasks()),
                        state);
            }
        });
    }

    private static Effector losesStops(Effector world) {
        return wrapped(world, (effect, state) -> {
            if (!(effect instanceof Decision.Stop stop) || stop.id() % 3 > 0) {
                world.carryOut(effect, state);
            }
        });
    }

    private static Effector breaksGangs(Effector world) {
        return wrapped(world, (effect, state) -> {
            if (effect instanceof Decision.Start start && start.placements().size() > 1) {
                List<Placement> fewer =
                        start.placements().subList(0, start.placements().size() - 1);
                List<Integer> tasks =
                        start.tasks().isEmpty() ? List.of() : start.tasks().subList(0, fewer.size());
                world.carryOut(new Decision.Start(start.id(), start.job(), fewer, tasks), state);
            } else {
                world.carryOut(effect, state);
            }
        });
    }

    private static Effector startsElsewhere(Effector world) {
        return wrapped(world, (effect, state) -> {
            if (effect instanceof Decision.Start start && start.id() % 20 == 0) {
                List<Placement> moved = start.placements().stream()
                        .map(placement -> new Placement(placement.node() + 1, placement.grant()))
                        .toList();
                world.carryOut(new Decision.Start(start.id(), start.job(), moved, start.tasks()), state);
            } else {
                world.carryOut(effect, state);
            }
        });
    }

    private static Effector wrapped(Effector world, Effector carrying) {
        return new Effector() {
            @Override
            public void carryOut(Decision.Effect effect, State state) {
                carrying.carryOut(effect, state);
            }

            @Override
            public void happened(Event event, State state) {
                world.happened(event, state);
            }

            @Override
            public void passed(Frame frame, State state) {
                world.passed(frame, state);
            }
        };
    }

    private static Journal forgets(Journal journal) {
        int[] frames = {0};
        return frame -> {
            if (++frames[0] % 12 > 0) {
                journal.append(frame);
            }
        };
    }

    private static Catalog moody(Catalog catalog) {
        long[] asked = {0};
        return catalog.with(new Entry<Placer>(
                PLANTED,
                "by how often it was asked",
                "",
                List.of(),
                (_, _) -> Placer.Scored.upTo(1_000, (_, node, _) -> asked[0]++ % 5 < 2 ? node : 1_000L - node)));
    }

    private static Catalog whimsical(Catalog catalog) {
        long[] asked = {0};
        return catalog.withFilter(new Entry<Filter>(
                PLANTED,
                "by how often it was asked",
                "",
                List.of(),
                (_, _) -> (_, _, _) -> asked[0]++ % 3 == 0 ? Reason.FILTERED : null));
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void a_planted_bug_is_found_and_made_small(Bug bug) {
        FaultScenario broken = Stream.iterate(1L, seed -> seed + 1)
                .limit(bug.seeds())
                .map(PlantedBugsTest::first)
                .filter(bug::shows)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no seed finds it"));

        FaultScenario small = new Shrinker(bug::shows, TRIES).shrunk(broken);

        assertThat(small.jobs().size()).isLessThanOrEqualTo(20);
        assertThat(small.faults().size()).isLessThanOrEqualTo(3);
        assertThat(small.nodes().size()).isLessThanOrEqualTo(4);
        FaultScenario again = new FaultScenarioReader(new CatalogNames(CATALOG))
                .read(Source.text("small", FaultScenarioWriter.write(small)));
        assertThat(bug.shows(again)).isTrue();
    }

    /** The begin of a drawn scenario, which finds a bug as soon and is made small sooner. */
    private static FaultScenario first(long seed) {
        FaultScenario drawn = DrawnScenario.of(seed, CATALOG);
        return drawn.withJobs(drawn.jobs().subList(0, JOBS))
                .withFaults(drawn.faults().subList(0, FAULTS));
    }

    @Test
    void a_scenario_that_is_small_stays_as_it_is() {
        FaultScenario one = NamedBugs.scenario("nothing-asked-for", CATALOG);

        assertThat(new Shrinker(
                                scenario -> scenario.jobs().size() == 1
                                        && scenario.nodes().size() == 2,
                                100)
                        .shrunk(one)
                        .jobs())
                .isEqualTo(one.jobs());
    }
}
