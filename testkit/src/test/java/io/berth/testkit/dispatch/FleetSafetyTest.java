package io.berth.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.dispatch.catalog.DispatchKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Chance;
import io.berth.sim.fleet.FleetMetrics;
import io.berth.sim.fleet.FleetObserver;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.fleet.RequestEnd;
import io.berth.sim.scenario.PreparedFleet;
import io.berth.spec.fleet.FleetScenario;
import io.berth.spec.fleet.FleetScenarioReader;
import io.berth.spec.input.Source;
import io.berth.testkit.random.RandomModels;
import io.berth.testkit.random.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What never happens on any fleet under any strategy. */
class FleetSafetyTest {
    private static final int SCENARIOS = 300;

    private int rejected;
    private int finished;
    private long loads;
    private long retried;
    private long shared;
    private long timedOut;

    @Test
    void slots_and_memory_are_never_exceeded_and_no_request_is_lost_or_answered_twice() {
        Seeds.upTo(SCENARIOS, seed -> {
            FleetScenario scenario = scenario(seed);
            Rules rules = new Rules(scenario);
            FleetMetrics metrics = run(scenario, rules);

            assertThat(rules.ended).hasSize((int) metrics.requestsSubmitted());
            long unanswered = metrics.requestsRejected() + metrics.requestsFailed() + metrics.requestsTimedOut();
            assertThat(metrics.requestsFinished() + unanswered).isEqualTo(metrics.requestsSubmitted());
            assertThat(rules.running)
                    .allSatisfy((_, requests) -> assertThat(requests).isZero());
            rejected += (int) metrics.requestsRejected();
            finished += (int) metrics.requestsFinished();
            retried += metrics.counts().retried();
            shared += metrics.counts().shared();
            timedOut += metrics.requestsTimedOut();
            loads += metrics.figures().get("model_loads").longValue();
        });
        assertThat(rejected).isGreaterThan(SCENARIOS);
        assertThat(finished).isGreaterThan(SCENARIOS);
        assertThat(loads).isGreaterThan(SCENARIOS);
        assertThat(retried).isGreaterThan(SCENARIOS / 3);
        assertThat(shared).isGreaterThan(SCENARIOS / 3);
        assertThat(timedOut).isGreaterThan(SCENARIOS);
    }

    @Test
    void two_runs_of_one_scenario_have_the_same_figures_and_the_same_picks() {
        Seeds.upTo(SCENARIOS / 10, seed -> {
            FleetScenario scenario = scenario(seed);
            Picks first = new Picks();
            Picks second = new Picks();

            assertThat(run(scenario, first).figures())
                    .isEqualTo(run(scenario, second).figures());
            assertThat(first.picks).isEqualTo(second.picks);
        });
    }

    private static FleetMetrics run(FleetScenario scenario, FleetObserver observer) {
        DispatchSpec strategy = scenario.strategies().getFirst();
        PreparedFleet prepared = PreparedFleet.read(scenario);
        return new FleetRun(prepared.setup(strategy, scenario.seeds().getFirst()), observer).run(_ -> {});
    }

    private static final class Picks implements FleetObserver {
        private final List<String> picks = new ArrayList<>();

        @Override
        public void sent(Request request, int server) {
            picks.add(request.id() + ">" + server);
        }
    }

    /** Recounts what a run tells. */
    private static final class Rules implements FleetObserver {
        private final List<Integer> slots = new ArrayList<>();
        private final TreeMap<Integer, Integer> running = new TreeMap<>();
        private final TreeMap<Long, Integer> places = new TreeMap<>();
        private final TreeSet<Long> ended = new TreeSet<>();

        Rules(FleetScenario scenario) {
            scenario.fleet().servers().forEach(group -> {
                for (int i = 0; i < group.count(); i++) {
                    slots.add(group.slots());
                }
            });
        }

        @Override
        public void started(Request request, int server, long freeBytes) {
            assertThat(places.put(request.id(), server))
                    .as("given a slot before")
                    .isNull();
            assertThat(running.merge(server, 1, Integer::sum)).isLessThanOrEqualTo(slots.get(server));
            assertThat(freeBytes).isNotNegative();
        }

        @Override
        public void left(Request request, int server) {
            assertThat(places.put(request.id(), -1)).isEqualTo(server);
            running.merge(server, -1, Integer::sum);
        }

        @Override
        public void ended(RequestEnd end) {
            assertThat(end.atNanos()).isGreaterThanOrEqualTo(end.arrival().atNanos());
            assertThat(ended.add(end.number())).as("ended before").isTrue();
        }
    }

    private static String servers(Chance chance) {
        String servers = "";
        for (int group = 0; group < 1 + chance.below(3); group++) {
            servers += "    - {count: %d, speed: %s, slots: %d, memory: %dGi, load_time: %ds, switch_time: %ds, %s}\n"
                    .formatted(
                            1 + chance.below(4),
                            one(chance, "0.5", "1", "3"),
                            1 + chance.below(4),
                            8 << chance.below(4),
                            chance.below(30),
                            chance.below(3),
                            one(chance, "batch: none", BATCH + "static", BATCH + "continuous"));
        }
        return servers;
    }

    private static FleetScenario scenario(long seed) {
        Chance chance = new Chance(seed, "scenario", 0);
        String stages = chance.below(2) == 0 ? "" : """
                    contents: 20
                    stages:
                      - {name: mask, share: 10%, model: small}
                      - {name: features, share: 20%, beside: true, cached: true}
                      - {name: image, share: 70%}
                """.indent(0);
        String yaml = """
                fleet:
                  feature_cache: 10
                  single_flight: %s
                  failures: {mean_time_between: %s, mean_time_to_repair: 2m}
                  events: [{at: %s, server: server-0000, happens: leaves}, {at: 3m, server: server-0000, happens: joins}]
                  models: [{name: small, memory: 2Gi}, {name: middle, memory: 6Gi}, {name: large, memory: 20Gi}]
                  servers:
                %srequests:
                  generate:
                    requests: 150
                    load: %s
                    burstiness: %s
                    memory: {1Gi: 3, 5Gi: 1}
                    estimate_error: 2
                    tenants: 3
                %s  priorities: {0: 3, 1: 1}
                  deadline: %s
                  timeout: %s
                strategies: [{balance: %s, queue: %s, admit: %s, wait: %s}]
                seeds: %d
                """.formatted(
                one(chance, "true", "false"),
                one(chance, "never", "20m", "5m"),
                one(chance, "30s", "1m"),
                servers(chance),
                one(chance, "0.5", "0.9", "1.5"),
                one(chance, "1", "3"),
                stages,
                one(chance, "never", "2m"),
                one(chance, "never", "3m"),
                balance(seed),
                one(chance, DispatchCatalog.standard().names(DispatchKind.QUEUE).toArray(String[]::new)),
                one(chance, "[]", "{queue-limit: {length: 3}}", "[deadline]", "[token-bucket, queue-limit]"),
                one(chance, "server", "gateway"),
                seed);
        return FleetScenarioReader.read(Source.text("random.yaml", yaml), List.of());
    }

    /** Each balancer in its turn; a model stands in the scenario itself. */
    private static String balance(long seed) {
        List<String> names = DispatchCatalog.standard().names(DispatchKind.BALANCE);
        PolicySpec balance = RandomModels.balancing(names.get((int) (seed % names.size())));
        String model = balance.parameters().get("model");
        return model == null
                ? balance.name()
                : "{" + balance.name() + ": {model: \"" + model.replace("\n", "\\n") + "\"}}";
    }

    private static final String BATCH = "batch_throughput: {1: 1, 4: 2.5}, batch: ";

    private static String one(Chance chance, String... words) {
        return words[chance.below(words.length)];
    }
}
