package io.berth.spec.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.core.model.BalancerModel;
import io.berth.core.model.LargestServer;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.ModelFile;
import io.berth.core.model.column.ServerColumns;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Nanos;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetScenarioReaderTest {
    private static final String ENGINES = """
            fleet:
              servers:
                - {engine: {prefill: 9000, decode: 12ms, batch: 32}}
                - {engine: {profile: h100, batch: 8}}
            requests:
              azure: pom.xml
              sample: 80%
              slo: {ttft: 1s}
            """;

    private static final String FULL = """
            name: mixed
            fleet:
              feature_cache: 100
              single_flight: true
              failures: {mean_time_between: 2h}
              events:
                - {at: 10m, server: l4-0001, happens: fails}
                - {at: 20m, server: l4-0001, happens: leaves}
                - {at: 5m, server: server-0000, happens: joins}
              models: [{name: sd15, memory: 4Gi}, {name: sdxl, memory: 10Gi}]
              servers:
                - {count: 3, name: l4, speed: 1.5, slots: 2, memory: 24Gi, load_time: 20s, models: [sd15, sdxl]}
                - {memory: 80Gi, batch: continuous, slots: 8, batch_throughput: {1: 1, 8: 4}, weight: 7}
            requests:
              generate:
                requests: 50
                models: {sd15: 3, sdxl: 1}
                memory: {2Gi: 1, 6Gi: 2}
                stages: [{name: features, share: 20%, cached: true}, {name: image, share: 80%, model: sdxl}]
              priorities: {0: 8, 1: 2}
              deadline: 3m
              timeout: 4m
              retries: 2
            strategies:
              - load-aware
              - {name: mine, balance: {resource-aware: {evict: 0.5}}, queue: priority, wait: gateway,
                 admit: [deadline, {queue-limit: {length: 4}}]}
            seeds: 1..3
            """;

    @Test
    void every_key_arrives_in_the_scenario() {
        FleetScenario scenario = read(FULL);

        assertThat(scenario.name()).isEqualTo("mixed");
        assertThat(scenario.fleet().models()).extracting(ModelSpec::name).containsExactly("sd15", "sdxl");
        assertThat(scenario.flow().features().entries()).isEqualTo(100);
        ServerGroup first = scenario.fleet().servers().getFirst();
        assertThat(first.count()).isEqualTo(3);
        assertThat(first.speedMilli()).isEqualTo(1500);
        assertThat(first.slots()).isEqualTo(2);
        assertThat(first.memoryBytes()).isEqualTo(24L << 30);
        assertThat(first.loadNanos()).isEqualTo(20 * Nanos.SECOND);
        assertThat(first.models()).containsExactly("sd15", "sdxl");
        ServerGroup second = scenario.fleet().servers().get(1);
        assertThat(second.batch()).isEqualTo(ServerGroup.Batch.CONTINUOUS);
        assertThat(second.throughput()).containsEntry(8, 4.0);
        assertThat(second.weight()).isEqualTo(7);
        assertThat(scenario.requests().deadlineNanos()).isEqualTo(3 * Nanos.MINUTE);
        assertThat(scenario.requests().priorities()).containsExactly(Map.entry(0, 8.0), Map.entry(1, 2.0));
        assertThat(scenario.seeds()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void what_requests_meet_and_what_happens_to_servers_arrive() {
        FleetScenario scenario = read(FULL);

        assertThat(scenario.flow()).isEqualTo(new FlowSpec(100, true, 2, 4 * Nanos.MINUTE));
        assertThat(scenario.fleet().changes())
                .isEqualTo(new FleetChanges(
                        2 * Nanos.HOUR,
                        5 * Nanos.MINUTE,
                        List.of(
                                new ServerChange(10 * Nanos.MINUTE, 1, ServerChange.Kind.FAILS),
                                new ServerChange(20 * Nanos.MINUTE, 1, ServerChange.Kind.LEAVES),
                                new ServerChange(5 * Nanos.MINUTE, 3, ServerChange.Kind.JOINS))));
        assertThat(scenario.fleet().changes().thereAtFirst(3)).isFalse();
        assertThat(scenario.fleet().changes().thereAtFirst(1)).isTrue();
    }

    @Test
    void what_is_wrong_with_servers_and_how_fast_requests_come_arrive() {
        String fleet =
                "fleet: {servers: [{count: 2}], watched: true, events: [{at: 1m, server: server-0001, happens: %s}]}\n";
        String requests = "requests: {generate: {}, spikes: [{at: 1m, for: 20s, rate: 4}, {at: %s, for: 1s, rate: 2}]}";
        FleetScenario scenario = read(fleet.formatted("slows, factor: 3") + requests.formatted("80s"));

        assertThat(scenario.fleet().changes().watched()).isTrue();
        assertThat(scenario.fleet().changes().events())
                .containsExactly(new ServerChange(Nanos.MINUTE, 1, ServerChange.Kind.SLOWS, 3));
        assertThat(scenario.requests().spikes())
                .startsWith(new Spike(Nanos.MINUTE, 20 * Nanos.SECOND, 4))
                .hasSize(2);
        assertThatThrownBy(() -> read(fleet.formatted("hangs, factor: 3") + requests.formatted("80s")))
                .hasMessageContaining("factor")
                .hasMessageContaining("goes only with happens: slows");
        assertThatThrownBy(() -> read(fleet.formatted("hangs") + requests.formatted("79s")))
                .hasMessageContaining("must not be before the spike before it is over");
    }

    @Test
    void what_a_gateway_recorded_is_read_with_speeds_of_tokens(@TempDir Path folder) throws IOException {
        String file = Files.createFile(folder.resolve("r.jsonl")).toString();
        String fleet = "fleet: {servers: [{memory: 24Gi}], report_interval: 500ms}\n";
        FleetScenario scenario = read(
                fleet + "requests: {trace: " + file + ", format: gateway, rate: 2, decode_tokens_per_second: 100}");

        assertThat(scenario.fleet().changes().reportNanos()).isEqualTo(Nanos.SECOND / 2);
        assertThat(scenario.requests().source()).isInstanceOfSatisfying(RequestsSpec.Recorded.class, recorded -> {
            assertThat(recorded.tokens().rate()).isEqualTo(2);
            assertThat(recorded.tokens().prefillTokensPerSecond()).isEqualTo(8000);
            assertThat(recorded.tokens().decodeTokensPerSecond()).isEqualTo(100);
            assertThat(recorded.tokens().memoryBytesPerToken()).isEqualTo(128 << 10);
        });
        assertThatThrownBy(() -> read(fleet + "requests: {trace: " + file + "}"))
                .hasMessageContaining("format");
        assertThatThrownBy(() -> read(fleet + "requests: {trace: " + file + ", format: other}"))
                .hasMessageContaining("requests.format");
        assertThatThrownBy(() -> read(fleet + "requests: {genai26: " + file + ", decode_tokens_per_second: 100}"))
                .hasMessageContaining("requests.decode_tokens_per_second: goes with azure, mooncake or trace");
    }

    @Test
    void generated_requests_have_their_distributions() {
        RequestsSpec.Generated generated =
                (RequestsSpec.Generated) read(FULL).requests().source();

        assertThat(generated.requests()).isEqualTo(50);
        assertThat(generated.memory()).containsExactly(Map.entry(2L << 30, 1.0), Map.entry(6L << 30, 2.0));
        assertThat(generated.stages())
                .containsExactly(
                        new StageSpec("features", 0.2, "", false, true),
                        new StageSpec("image", 0.8, "sdxl", false, false));
        assertThat(generated.medianNanos()).isEqualTo(22 * Nanos.SECOND);
    }

    @Test
    void strategies_are_bare_balancers_or_maps_with_all_their_parts() {
        List<DispatchSpec> strategies = read(FULL).strategies();

        assertThat(strategies.getFirst()).isEqualTo(DispatchSpec.of("load-aware", "load-aware"));
        DispatchSpec mine = strategies.get(1);
        assertThat(mine.balance()).hasToString("resource-aware{evict=0.5}");
        assertThat(mine.queue()).hasToString("priority");
        assertThat(mine.admit()).hasToString("[deadline, queue-limit{length=4}]");
        assertThat(mine.waiting()).isEqualTo(DispatchSpec.Wait.GATEWAY);
    }

    @Test
    void several_balancers_decide_in_order_or_by_weight() {
        assertThat(balancing("[least-connections, {prefix-affinity: {blocks: 64}}]"))
                .isEqualTo(new PartSpec.Lexicographic(List.of(
                        PolicySpec.of("least-connections"), PolicySpec.of("prefix-affinity", Map.of("blocks", "64")))));
        assertThat(balancing("[{predicted: 0.7}, {epp: {weight: 0.3, queue: 4}}]"))
                .isEqualTo(new PartSpec.Weighted(List.of(
                        new PartSpec.Weighed(PolicySpec.of("predicted"), 0.7),
                        new PartSpec.Weighed(PolicySpec.of("epp", Map.of("queue", "4")), 0.3))));
        assertThat(balancing("{by-priority: {urgent: 2, others: epp}}"))
                .hasToString("by-priority{others=epp, urgent=2}");
    }

    @Test
    void balancers_that_give_no_scores_or_have_wrong_values_are_told() {
        assertThatThrownBy(() -> balancing("[random, least-connections]"))
                .hasMessageContaining("x.yaml")
                .hasMessageContaining("gives no scores and cannot be combined (those that can: least-connections")
                .hasMessageContaining("random");
        assertThatThrownBy(() -> balancing("[least-connections, {predicted: 0.5}]"))
                .hasMessageContaining("give all a weight, or none");
        assertThatThrownBy(() -> balancing("[predicted, predicted]")).hasMessageContaining("is there twice");
        assertThatThrownBy(() -> balancing("[{predicted: 0}]")).hasMessageContaining("0");
        assertThatThrownBy(() -> balancing("[{epp: {weight: 1, queue: -1}}]"))
                .hasMessageContaining("The parameter (queue) must be 0 or more");
        assertThatThrownBy(() -> balancing("{by-priority: {first: nobody}}"))
                .hasMessageContaining("There is no policy (nobody)");
    }

    private static PartSpec balancing(String balance) {
        return read(FULL.replace("{resource-aware: {evict: 0.5}}", balance))
                .strategies()
                .get(1)
                .balance();
    }

    @Test
    void a_strategy_without_a_name_is_called_by_its_parts() {
        String yaml = FULL.replace("name: mine, ", "");

        assertThat(read(yaml).strategies().get(1).name())
                .isEqualTo("resource-aware{evict=0.5}+priority+deadline+queue-limit{length=4}+gateway");
    }

    @Test
    void values_can_be_set_from_outside() {
        FleetScenario scenario = FleetScenarioReader.read(
                Source.text("x.yaml", FULL), List.of(Assignment.parse("requests.generate.requests=9")));

        assertThat(((RequestsSpec.Generated) scenario.requests().source()).requests())
                .isEqualTo(9);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name: mixed | nam: mixed | unknown key \"nam\"",
                "slots: 2 | slots: 0 | fleet.servers[0].slots",
                "speed: 1.5 | speed: fast | fleet.servers[0].speed",
                "speed: 1.5 | speed: 0 | fleet.servers[0].speed",
                "models: [sd15, sdxl]} | models: [sd15, sd3]} | unknown model \"sd3\"",
                "models: [sd15, sdxl]} | models: [sd15, sd15]} | is there twice",
                "memory: 24Gi | memory: 10Gi | need 14Gi",
                "name: sdxl, memory | name: sd15, memory | is there twice",
                "8: 4} | 8: 0.5} | batch_throughput: must be above 0 and not fall",
                "batch: continuous, | | batch_throughput: goes only with batch",
                "sd15: 3, sdxl: 1 | sd15: 3, sd3: 1 | unknown model \"sd3\"",
                "model: sdxl}] | model: flux}] | unknown model \"flux\"",
                "share: 20% | share: 0% | must be above 0 %",
                "6Gi: 2 | 2048Mi: 2 | is there twice",
                "deadline: 3m | deadline: soon | requests.deadline",
                "- load-aware | - load-awar | did you mean \"load-aware\"?",
                "queue: priority | queue: prio | unknown queue policy \"prio\"",
                "evict: 0.5 | evit: 0.5 | unknown parameter \"evit\"",
                "evict: 0.5 | evict: -1 | evict",
                "length: 4 | length: -4 | length",
                "wait: gateway | wait: here | strategies[1].wait",
                "balance: {resource-aware: {evict: 0.5}}, | | needs balance",
                "balance: {resource-aware: {evict: 0.5}}, | balance: learnt, | (learnt) needs the parameter (model)",
                "- load-aware | - learnt | (learnt) needs the parameter (model)",
                "{resource-aware: {evict: 0.5}} | {learnt: {model: 0123456789abcdef}} | no model is stored as",
                "seeds: 1..3 | seeds: [1, 1] | the seed 1 is there twice",
                "name: mine | name: load-aware | is there twice",
                "requests: 50 | azure: x.csv | unknown key \"azure\"",
            })
    void a_wrong_value_is_told_with_its_key(String good, String bad, String told) {
        assertThat(FULL).contains(good);

        assertThatThrownBy(() -> read(FULL.replace(good, bad == null ? "" : bad)))
                .hasMessageStartingWith("x.yaml")
                .hasMessageContaining(told);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mean_time_between: 2h | mean_time_between: 0s | fleet.failures.mean_time_between: must be longer than 0",
                "mean_time_between: 2h | mtbf: 2h | unknown key \"mtbf\"",
                "server: l4-0001, happens: fails | server: l4-001, happens: fails | did you mean \"l4-0001\"?",
                "server: l4-0001, happens: fails | server: l4-0001, happens: fail | fleet.events[0].happens",
                "server: l4-0001, happens: leaves | server: l4-0001, happens: joins | l4-0001 has failed at 20m",
                "at: 20m, server: l4-0001, happens: leaves | at: 5m, server: l4-0001, happens: leaves | l4-0001 has left at 10m",
                "mean_time_between: 2h | mean_time_between: 2h, mean_time_to_repair: 0s | must be longer than 0",
                "retries: 2 | retries: -1 | requests.retries",
                "timeout: 4m | timeout: 0s | requests.timeout: must be longer than 0",
            })
    void a_wrong_change_of_the_fleet_is_told_with_its_key(String good, String bad, String told) {
        a_wrong_value_is_told_with_its_key(good, bad, told);
    }

    @Test
    void a_stored_model_is_named_by_its_id_and_becomes_part_of_the_strategy() {
        float[] weights = new float[ServerColumns.COUNT + 1];
        String model = ModelFile.write(new BalancerModel(
                new LargestServer(1000, 1, 0),
                new LearntNetwork<>(LayerSizes.relu(ServerColumns.COUNT, 1), weights, new TreeMap<>())));
        String id = ModelFile.id(model);
        String yaml = FULL.replace("{resource-aware: {evict: 0.5}}", "{learnt: {model: " + id + "}}")
                .replace("name: mine, ", "");

        DispatchSpec learnt = FleetScenarioReader.read(
                        Source.text("x.yaml", yaml),
                        List.of(),
                        asked -> asked.equals(id) ? model : null,
                        DispatchCatalog.standard())
                .strategies()
                .getLast();

        assertThat(learnt.balance().policies().getFirst().parameters()).containsExactly(Map.entry("model", model));
        assertThat(learnt.name()).startsWith("learnt{model=" + id + "}+priority");
    }

    @Test
    void a_trace_that_is_not_there_is_told() {
        String yaml = "fleet: {servers: [{memory: 24Gi}]}\nrequests: {genai26: none.csv}";

        assertThatThrownBy(() -> read(yaml))
                .hasMessageContaining("requests.genai26")
                .hasMessageContaining("none.csv");
    }

    @Test
    void a_scenario_of_requests_is_known_by_its_fleet() {
        assertThat(FleetScenarioReader.reads(Source.text("x", FULL))).isTrue();
        assertThat(FleetScenarioReader.reads(Source.text("x", "cluster: {}"))).isFalse();
        assertThat(FleetScenarioReader.reads(Source.text("x", "[1, 2]"))).isFalse();
    }

    private static FleetScenario read(String yaml) {
        return FleetScenarioReader.read(Source.text("x.yaml", yaml), List.of());
    }

    @Test
    void an_engine_is_a_profile_or_keys_or_both() {
        FleetScenario scenario = read(ENGINES);
        EngineSpec plain = scenario.fleet().servers().get(0).engine();
        EngineSpec half = scenario.fleet().servers().get(1).engine();

        assertThat(plain).isEqualTo(new EngineSpec(9_000, 0, 12 * Nanos.MILLISECOND, 0, 0, 32, 400_000, 2_048));
        assertThat(half).isNotNull();
        assertThat(half.batch()).isEqualTo(8);
        assertThat(half.prefillTokensPerSecond()).isBetween(30_000.0, 32_000.0);
        assertThat(half.kvTokens()).isBetween(400_000L, 420_000L);
        assertThat(scenario.requests().serving()).isEqualTo(new ServingSpec(false, Nanos.SECOND, Nanos.NEVER, 0.8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "h100 | h99 | unknown profile",
                "batch: 8 | batch: 0 | batch",
                "12ms | 0s | must be longer than 0",
                "{engine: | {slots: 4, engine: | does not go with an engine",
                "sample: 80% | sample: 0% | must be above 0 %",
                "- {engine: {profile: h100, batch: 8}} | - {memory: 1Gi} | must all have an engine",
            })
    void what_is_wrong_with_engines_is_told(String good, String bad, String told) {
        assertThatThrownBy(() -> read(ENGINES.replace(good, bad))).hasMessageContaining(told);
    }

    @Test
    void engines_make_tokens_only() {
        String generated = ENGINES.substring(0, ENGINES.indexOf("requests:")) + "requests: {generate: {}}\n";
        assertThatThrownBy(() -> read(generated)).hasMessageContaining("must be of azure, mooncake or trace");
    }
}
