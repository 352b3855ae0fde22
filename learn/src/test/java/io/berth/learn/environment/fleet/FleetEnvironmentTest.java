package io.berth.learn.environment.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.model.column.Feature;
import io.berth.core.time.Chance;
import io.berth.sim.fleet.FleetObserver;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.scenario.PreparedFleet;
import io.berth.spec.fleet.FleetScenario;
import io.berth.spec.fleet.FleetScenarioReader;
import io.berth.spec.input.Source;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FleetEnvironmentTest {
    private static final String SCENARIO = """
            fleet:
              models:
                - {name: small, memory: 4Gi}
                - {name: large, memory: 20Gi}
              servers:
                - {count: 3, name: slow, speed: 0.5, memory: 16Gi, load_time: 30s, models: [small]}
                - {count: 2, name: quick, speed: 2, slots: 2, memory: 40Gi, load_time: 10s, models: [small, large]}
            requests:
              generate:
                requests: 600
                load: 0.9
                models: {small: 5, large: 2}
                memory: {2Gi: 6, 12Gi: 1}
              priorities: {0: 8, 1: 2}
              deadline: 3m
            strategies:
              - {name: limited, balance: round-robin, queue: priority, admit: {queue-limit: {length: 4}}}
              - {name: gateway, balance: round-robin, wait: gateway}
            """;

    private final FleetScenario scenario = FleetScenarioReader.read(Source.text("scenario.yaml", SCENARIO), List.of());
    private final PreparedFleet prepared = PreparedFleet.read(scenario);

    private FleetEnvironment world(int requests) {
        return new FleetEnvironment(
                FleetEpisodes.of(prepared, scenario.strategies().getFirst(), requests, FleetReward.LATENCY));
    }

    /** Plays to the end as {@code balancer} would; where all queues are full, so that it picks none, any will turn it away. */
    private static SortedMap<String, Double> played(FleetEnvironment world, Balancer balancer, Chance chance) {
        balancer.begin(world.question().fleet());
        while (!world.over()) {
            Question asked = world.question();
            int server = balancer.pick(asked.request(), asked.fleet(), asked.nowNanos(), chance);
            world.step(server == Fleet.NONE ? first(world) : server);
        }
        return world.figures().values();
    }

    private static int first(FleetEnvironment world) {
        boolean[] allowed = new boolean[world.mdp().actions().count()];
        world.mask(allowed, 0);
        int server = 0;
        while (!allowed[server]) {
            server++;
        }
        return server;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "round-robin",
                "least-connections",
                "weighted",
                "load-aware",
                "resource-aware",
                "priority-to-fast"
            })
    void balancersOfProductionPlayAsTheyDispatch(String name) {
        for (DispatchSpec strategy : scenario.strategies()) {
            checkSame(name, strategy);
        }
    }

    /** At a gateway they would draw even where no server is open, and the world does not ask then. */
    @ParameterizedTest
    @ValueSource(strings = {"random", "power-of-two"})
    void balancersThatDrawPlayAsTheyDispatchToServers(String name) {
        checkSame(name, scenario.strategies().getFirst());
    }

    private void checkSame(String name, DispatchSpec strategy) {
        DispatchSpec same = new DispatchSpec(
                strategy.name(),
                DispatchSpec.of(name, name).balance(),
                strategy.queue(),
                strategy.admit(),
                strategy.waiting());
        FleetRun.Setup setup = prepared.setup(same, 5);
        SortedMap<String, Double> expected =
                new FleetRun(setup, FleetObserver.NONE).run(_ -> {}).figures();
        FleetEnvironment world =
                new FleetEnvironment(new FleetEpisodes(seed -> prepared.setup(same, seed), FleetReward.LATENCY));
        world.reset(5);
        SortedMap<String, Double> figures = played(
                world,
                DispatchCatalog.standard().balancer(same.balance()),
                new Chance(setup.seed(), "dispatch." + same.name(), 0));
        assertThat(figures).as(same.name()).containsAllEntriesOf(expected);
        assertThat(figures.get("requests_ended")).isEqualTo(600);
    }

    @Test
    void rewardsAreMinusTheLatencies() {
        FleetEnvironment world = world(100);
        world.reset(3);
        double sum = 0;
        while (!world.over()) {
            sum += world.step(first(world));
        }
        SortedMap<String, Double> figures = world.figures().values();
        double refused = figures.get("request_rejection_rate") * 100;
        assertThat(refused).isPositive();
        double cost = figures.get("latency_mean_s") * (100 - refused) + 60 * refused;
        assertThat(sum).isCloseTo(-cost, within(1e-6)).isEqualTo(figures.get("reward_total"));
    }

    @Test
    void missedDeadlinesCostWhatTheyAreSaidTo() {
        FleetEnvironment world = new FleetEnvironment(
                FleetEpisodes.of(prepared, scenario.strategies().getFirst(), 100, new FleetReward(0, 1, 0)));
        world.reset(3);
        while (!world.over()) {
            world.step(first(world));
        }
        SortedMap<String, Double> figures = world.figures().values();
        assertThat(figures.get("reward_total")).isNegative();
        assertThat(figures.get("reward_total")).isCloseTo(-100 * figures.get("deadline_miss_rate"), within(1e-9));
    }

    @Test
    void equalSeedsGiveEqualEpisodesWithinTheBounds() {
        FleetEnvironment world = world(100);
        List<Float> first = sights(world, 1);
        assertThat(sights(world, 2)).isNotEqualTo(first);
        assertThat(sights(world, 1)).isEqualTo(first);
        assertThat(sights(world(100), 1)).isEqualTo(first);
    }

    private static List<Float> sights(FleetEnvironment world, long seed) {
        world.reset(seed);
        float[] seen = new float[world.mdp().observation().size()];
        List<Feature> features = world.mdp().observation().features();
        List<Float> all = new ArrayList<>();
        Chance chance = new Chance(seed, "test", 0);
        Balancer random = DispatchCatalog.standard()
                .balancer(DispatchSpec.of("random", "random").balance());
        while (!world.over()) {
            world.observe(seen, 0);
            for (int i = 0; i < seen.length; i++) {
                assertThat(seen[i]).as(features.get(i % features.size()).name()).isBetween(0f, 1f);
                all.add(seen[i]);
            }
            Question asked = world.question();
            world.step(random.pick(asked.request(), asked.fleet(), asked.nowNanos(), chance));
        }
        float[] last = new float[seen.length];
        world.observe(last, 0);
        assertThat(last).isEqualTo(seen);
        return all;
    }

    @Test
    void serversThatCannotHoldTheRequestAreForbidden() {
        FleetEnvironment world = world(200);
        world.reset(1);
        boolean[] allowed = new boolean[5];
        int forbidden = 0;
        while (!world.over()) {
            world.mask(allowed, 0);
            assertThat(allowed[3]).isTrue();
            if (!allowed[0]) {
                forbidden++;
                assertThatThrownBy(() -> world.step(0)).isInstanceOf(IllegalArgumentException.class);
            }
            world.step(4);
        }
        world.mask(allowed, 0);
        assertThat(allowed).containsOnly(false);
        assertThat(forbidden).isBetween(20, 180);
    }

    @Test
    void callsOutOfOrderAreNamed() {
        FleetEnvironment world = world(1);
        assertThat(world.over()).isTrue();
        assertThatThrownBy(() -> world.step(0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(world::question).isInstanceOf(IllegalStateException.class);
        world.reset(1);
        assertThatThrownBy(() -> world.step(5)).hasMessageContaining("(5)");
        world.step(3);
        assertThat(world.over()).isTrue();
        assertThatThrownBy(() -> world.step(3)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> world(601).reset(1)).hasMessageContaining("601");
    }

    @Test
    void aThousandAbandonedEpisodesLeaveNothing(@TempDir Path folder) throws IOException {
        FleetEnvironment world = world(10);
        world.reset(7);
        SortedMap<String, Double> figures = played(world, balancer(), new Chance(1, "x", 0));
        for (int i = 0; i < 1_000; i++) {
            world.reset(i);
            world.step(3);
        }
        assertThat(worlds(folder.resolve("threads.json"))).isLessThan(100);
        world.reset(7);
        assertThat(played(world, balancer(), new Chance(1, "x", 0))).isEqualTo(figures);
    }

    @Test
    void forgottenEnvironmentsLeaveNothing(@TempDir Path folder) throws IOException {
        for (int i = 0; i < 1_000; i++) {
            FleetEnvironment world = world(10);
            world.reset(i);
            world.step(3);
        }
        long left = Long.MAX_VALUE;
        for (int tries = 0; left >= 100 && tries < 200; tries++) {
            System.gc();
            left = worlds(folder.resolve("threads" + tries + ".json"));
        }
        assertThat(left).isLessThan(100);
    }

    private static Balancer balancer() {
        return DispatchCatalog.standard()
                .balancer(DispatchSpec.of("x", "least-connections").balance());
    }

    /** How many threads of worlds there are; other tests may have some that are not garbage yet. */
    private static long worlds(Path file) throws IOException {
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.JSON);
        return Files.readAllLines(file).stream()
                .filter(line -> line.contains("\"name\": \"world\""))
                .count();
    }
}
