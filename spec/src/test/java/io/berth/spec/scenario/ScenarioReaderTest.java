package io.berth.spec.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.topology.Division;
import io.berth.core.workload.topology.Reach;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.strategy.StrategyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioReaderTest {
    private static final String SMALL = """
            cluster: {nodes: [{count: 2, gpus: 8, model: H100, cpu: 96, memory: 1Ti}]}
            workload: {generate: {jobs: 5}}
            """;

    private static final long GIB = 1L << 30;

    @TempDir
    private Path folder;

    @Test
    void aSmallScenarioGetsEveryDefault() {
        Scenario scenario = read(SMALL);

        assertThat(scenario.name()).isEqualTo("test");
        assertThat(scenario.strategies()).containsExactly(StrategySpec.of("fcfs", "fcfs", "best-fit", "none"));
        assertThat(scenario.seeds()).containsExactly(42L);
        assertThat(scenario.untilNanos()).isEqualTo(Nanos.NEVER);
        assertThat(scenario.lenient()).isFalse();
        assertThat(scenario.emulate()).isEqualTo(new EmulateSpec(1, 0, 0, Nanos.NEVER, 10 * Nanos.MINUTE, 0, 0));
    }

    @Test
    void nodesAreNamedAfterTheirPrefixAndCounted() {
        List<NodeSpec> nodes = ((ClusterSpec.Listed) read(SMALL).cluster()).nodes();

        assertThat(nodes).hasSize(2);
        assertThat(nodes.get(1)).isEqualTo(NodeSpec.of("h100-0001", 96_000, 1024 * GIB, 8, "H100"));
    }

    @Test
    void groupsOfOnePrefixCountOn() {
        String nodes = "cluster: {nodes: [{count: 2, cpu: 1, memory: 1G}, {cpu: 2, memory: 1G}]}\n";

        ClusterSpec cluster = read(nodes + "workload: {generate: {}}").cluster();

        assertThat(((ClusterSpec.Listed) cluster).nodes())
                .extracting(NodeSpec::name)
                .containsExactly("node-0000", "node-0001", "node-0002");
    }

    @Test
    void theDefaultsOfGenerateAreThoseOfTheSchema() {
        GenerateSpec generate = generate("{}");

        assertThat(generate.jobs()).isEqualTo(1000);
        assertThat(generate.arrivals()).isEqualTo(GenerateSpec.Arrivals.POISSON);
        assertThat(generate.load()).isEqualTo(0.8);
        assertThat(generate.interarrivalNanos()).isZero();
        assertThat(generate.gpuWeights()).isEmpty();
        assertThat(generate.modelWeights()).isEmpty();
        assertThat(generate.durationMedianNanos()).isEqualTo(616 * Nanos.SECOND);
        assertThat(generate.gangWeights()).isEqualTo(Map.of(1, 1.0));
        assertThat(generate.cpuMilliPerGpu()).isEqualTo(GenerateSpec.FITTING);
        assertThat(generate.memoryBytesPerGpu()).isEqualTo(GenerateSpec.FITTING);
        assertThat(generate.kindWeights()).isEqualTo(Map.of(JobKind.BATCH, 1.0));
        assertThat(generate.queueWeights()).isEqualTo(Map.of("default", 1.0));
        assertThat(generate.patienceNanos()).isEqualTo(Nanos.NEVER);
    }

    @Test
    void anEmptyGenerateIsAllDefaults() {
        assertThat(generate("")).isEqualTo(generate("{}"));
    }

    @Test
    void everyKeyOfGenerateIsRead() {
        GenerateSpec generate = generate("{jobs: 7, arrivals: bursty, interarrival: 30s, burstiness: 2, "
                + "gpus: {0: 1, 500m: 2, 0.25: 1, 8: 3}, models: {H100: 2}, duration_median: 15m, duration_sigma: 1, "
                + "duration_max: 1d, gang: {1: 3, 4: 1}, cpu_per_gpu: 500m, memory_per_gpu: 1Gi, "
                + "kinds: {batch: 1, service: 1}, queues: [b, a], estimate_error: 3, patience: 0}");

        assertThat(generate.gpuWeights()).isEqualTo(Map.of(0L, 1.0, 250L, 1.0, 500L, 2.0, 8000L, 3.0));
        assertThat(generate.interarrivalNanos()).isEqualTo(30 * Nanos.SECOND);
        assertThat(generate.gangWeights()).isEqualTo(Map.of(1, 3.0, 4, 1.0));
        assertThat(generate.queueWeights().sequencedKeySet()).containsExactly("b", "a");
        assertThat(generate.kindWeights()).containsKeys(JobKind.BATCH, JobKind.SERVICE);
        assertThat(generate.patienceNanos()).isZero();
        assertThat(generate.estimateError()).isEqualTo(3);
    }

    @Test
    void jobsNameTheLevelsOfTheTopology() {
        String cluster = "cluster: {topology: [zone, {label: nvidia.com/gpu.clique, name: domain, before: .}, node], "
                + "nodes: [{cpu: 1, memory: 1Gi}]}\n";
        Scenario scenario =
                read(cluster + "workload: {generate: {within: {level: domain, slice: 2, slice_level: zone}}}");
        String domain = "nvidia.com/gpu.clique before .";
        assertThat(((WorkloadSpec.Generated) scenario.workload()).generate().within())
                .isEqualTo(new Within(
                        domain,
                        Reach.REQUIRED
                                .over(List.of("zone", domain, PeerRule.NODE))
                                .divided(Division.slices(2, "zone"))));
        assertThat(read(ScenarioWriter.write(scenario)).workload()).isEqualTo(scenario.workload());
        assertThatThrownBy(
                        () -> read("cluster: {topology: [a, a], nodes: [{cpu: 1, memory: 1}]}\nworkload: {generate: }"))
                .hasMessageContaining("cluster.topology: Two levels of the topology are called (a).");
    }

    @Test
    void aGpuShareThatIsThereTwiceInTwoSpellingsIsAnError() {
        assertError("generate: {gpus: {0.5: 1, 500m: 2}}", "workload.generate.gpus: \"500m\" is there twice");
    }

    @Test
    void filesAreRelativeToTheFolderOfTheScenario() throws IOException {
        Files.createDirectories(folder.resolve("data/journal"));
        Files.writeString(folder.resolve("data/nodes.csv"), "");
        Files.writeString(folder.resolve("data/pods.csv"), "");
        Path file = folder.resolve("replay.yaml");
        Files.writeString(file, """
                cluster: {openb: data/nodes.csv}
                workload: {openb: data/pods.csv, departures: never, tune: 1.3, patience: 0}
                strategies: [fcfs, fgd]
                seeds: 42..44
                """);

        Scenario scenario = new ScenarioReader(new FixedPolicies()).read(Source.file(file));

        assertThat(scenario.name()).isEqualTo("replay");
        assertThat(scenario.cluster()).isEqualTo(new ClusterSpec.Openb(folder.resolve("data/nodes.csv")));
        assertThat(scenario.workload())
                .isEqualTo(new WorkloadSpec.Openb(
                        folder.resolve("data/pods.csv"), null, WorkloadSpec.Departures.NEVER, 1.3, 0));
        assertThat(scenario.seeds()).containsExactly(42L, 43L, 44L);
        assertThat(read(SMALL.replaceAll("workload.*", "workload: {journal: data/journal}"))
                        .workload())
                .isEqualTo(new WorkloadSpec.Journal(folder.resolve("data/journal")));
    }

    @Test
    void theQueueOfARecordedJobIsWhatItsSourceSays() throws IOException {
        Files.writeString(folder.resolve("log"), "");
        String nodes = "cluster: {swf: from-log}\nworkload: ";

        assertThat(read(nodes + "{swf: log}").workload())
                .isEqualTo(new WorkloadSpec.Swf(folder.resolve("log"), WorkloadSpec.QueueBy.QUEUE, Period.ALL));
        assertThat(read(nodes + "{sacct: log, queue_by: account}").workload())
                .isEqualTo(new WorkloadSpec.Sacct(
                        folder.resolve("log"), WorkloadSpec.QueueBy.ACCOUNT, List.of(), Period.ALL));
        assertThatThrownBy(() -> read(nodes + "{swf: log, queue_by: qos}"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("swf does not say the qos; allowed: queue, partition, user, group");
        assertThatThrownBy(() -> read(nodes + "{generate: {jobs: 5}, queue_by: user}"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("goes only with the key swf, sacct or csv");
    }

    @Test
    void aMissingFileIsAnErrorAtItsKeyWithTheNearestName() throws IOException {
        Files.writeString(folder.resolve("pods.csv"), "");

        assertError("openb: pod.csv", "test.yaml:2:19: workload.openb: there is no", "did you mean \"pods.csv\"?");
    }

    @Test
    void aBareNameIsAReadyStrategyOrAPolicyOfOnePart() {
        assertThat(strategies("[tiresias, sjf, fgd, easy]"))
                .containsExactly(
                        StrategySpec.of("tiresias", "las", "best-fit", "easy"),
                        StrategySpec.of("sjf", "sjf", "best-fit", "none"),
                        StrategySpec.of("fgd", "fcfs", "fgd", "none"),
                        StrategySpec.of("easy", "fcfs", "best-fit", "easy"));
        assertThat(strategies("fgd")).containsExactly(StrategySpec.of("fgd", "fcfs", "fgd", "none"));
    }

    @Test
    void aStrategyInFullNamesItsPartsAndTheirParameters() {
        StrategySpec strategy = strategies(
                        "[{name: mine, order: {las: {levels: 3, quantum: 0.5, label: x}}, place: fgd}]")
                .getFirst();

        assertThat(strategy.name()).isEqualTo("mine");
        assertThat(strategy.order())
                .isEqualTo(PolicySpec.of("las", Map.of("levels", "3", "quantum", "0.5", "label", "x")));
        assertThat(strategy.place()).isEqualTo(PolicySpec.of("fgd"));
        assertThat(strategy.backfill()).isEqualTo(PolicySpec.of("none"));
    }

    @Test
    void aListOfPlacementsWithWeightsAddsThemUp() {
        StrategySpec strategy =
                strategies("[{place: [{fgd: 0.7}, {best-fit: {weight: 3}}]}]").getFirst();

        assertThat(strategy.place())
                .isEqualTo(new PartSpec.Weighted(List.of(
                        new PartSpec.Weighed(PolicySpec.of("fgd"), 0.7),
                        new PartSpec.Weighed(PolicySpec.of("best-fit"), 3))));
        assertThat(strategy.name()).isEqualTo("fgd:0.7,best-fit:3");
        assertThat(strategies("[{place: [{fgd: {coverage: 90, weight: 1}}]}]")
                        .getFirst()
                        .place()
                        .policies())
                .containsExactly(PolicySpec.of("fgd", Map.of("coverage", "90")));
    }

    @Test
    void aListOfPlacementsWithoutWeightsAsksThemInOrder() {
        StrategySpec strategy = strategies("[{order: sjf, place: [{fgd: {coverage: 90}}, best-fit]}]")
                .getFirst();

        assertThat(strategy.place())
                .isEqualTo(new PartSpec.Lexicographic(
                        List.of(PolicySpec.of("fgd", Map.of("coverage", "90")), PolicySpec.of("best-fit"))));
        assertThat(strategy.name()).isEqualTo("sjf+fgd{coverage=90},best-fit");
    }

    @Test
    void wrongCombinationsAreErrorsAtTheirPlace() {
        assertStrategyError(
                "[{place: [fgd, besst-fit]}]",
                "test.yaml:3:28: strategies[0].place[1]: unknown place policy \"besst-fit\"; did you mean \"best-fit\"?");
        assertStrategyError(
                "[{place: [fgd, random]}]",
                "strategies[0].place[1]: the place policy \"random\" gives no scores and cannot be combined",
                "(those that can: best-fit, fgd)");
        assertStrategyError("[{place: [fgd, fgd]}]", "place[1]: the place policy \"fgd\" is there twice");
        assertStrategyError("[{place: [{fgd: 1}, {fgd: 2}]}]", "place[1]: the place policy \"fgd\" is there twice");
        assertStrategyError("[{place: []}]", "strategies[0].place: must name at least one policy");
        assertStrategyError("[{place: [{}]}]", "place[0]: must be a name or {name: weight}");
        assertStrategyError("[{place: [[fgd]]}]", "place[0]: must be a text or {name: weight}", "but is a list");
        assertStrategyError("[{place: {fgd: 0.7}}]", "place.fgd: must be a map of keys, but is \"0.7\"");
        assertStrategyError("[{order: [sjf, las]}]", "strategies[0].order: must be", "but is a list");
    }

    @Test
    void wrongWeightsAreErrorsAtTheirPlace() {
        for (String weight : List.of("0", "-1", "2e9")) {
            assertStrategyError(
                    "[{place: [{fgd: " + weight + "}]}]",
                    "place[0].fgd: must be a number above 0, at most 1000000000, but is \"" + weight + "\"");
        }
        assertStrategyError("[{place: [{fgd: much}]}]", "place[0].fgd: must be a number, but is \"much\"");
        assertStrategyError("[{place: [{fgd: {weight: 0}}]}]", "place[0].fgd.weight: must be a number above 0");
        assertStrategyError("[{place: [{fgd: {weight: }}]}]", "place[0].fgd.weight: has no value");
        assertStrategyError("[{place: [{fgd: {wight: 1}}]}]", "unknown parameter \"wight\"");
        assertStrategyError(
                "[{place: [{fgd: 1}, best-fit]}]",
                "place[1]: the place policy \"best-fit\" has no weight and those before it have one");
        assertStrategyError("[{place: [fgd, {best-fit: 1}]}]", "has a weight and those before it have none");
    }

    @Test
    void amountsByNameAreAMapOrAText() {
        StrategyReader reader = StrategyReader.ofText(new FixedPolicies());
        for (String caps : List.of("{a: 4, b/c: 50%}", "'a=4,b/c=50%'")) {
            assertThat(reader.named("{plan: {dual: {caps: " + caps + "}}}", "--strategy")
                            .policy(PolicyKind.PLAN)
                            .parameters())
                    .containsEntry("caps", "a=4,b/c=50%");
        }
        assertStrategyError(
                "[{plan: {dual: {caps: [a, b]}}}]",
                "plan.dual.caps: must be a map such as {a: 4, b: 50%}, or a text such as a=4,b=50%");
        assertStrategyError("[{order: {las: {levels: [3]}}}]", "las.levels: must be one value, but is a list");
        assertStrategyError("[{plan: {dual: {caps: {'a=b': 4}}}}]", "the name (a=b) must be without , and =");
    }

    @Test
    void aStrategyInFullMayStandInPlaceOfAName() {
        StrategyReader reader = StrategyReader.ofText(new FixedPolicies());

        assertThat(reader.named("{place: [fgd, best-fit]}", "--strategy")
                        .place()
                        .policies())
                .extracting(PolicySpec::name)
                .containsExactly("fgd", "best-fit");
        assertThatThrownBy(() -> reader.named("{place: [fgd, fdg]}", "--strategy"))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("--strategy: place[1]: unknown place policy \"fdg\"; did you mean \"fgd\"?");
        assertThatThrownBy(() -> reader.named("{place: ", "--strategy")).isInstanceOf(InputException.class);
    }

    @Test
    void aStrategyWithoutNameIsCalledAfterItsPolicies() {
        assertThat(strategies("[{order: sjf, backfill: easy}]").getFirst().name())
                .isEqualTo("sjf+easy");
    }

    @Test
    void wrongStrategiesAreErrorsThatListWhatExists() {
        assertStrategyError("[fdg]", "test.yaml:3:14: strategies[0]: unknown strategy \"fdg\"; did you mean \"fgd\"?");
        assertStrategyError("[fdg]", "(known: tiresias, fcfs, sjf, las, best-fit, fgd, random, none, easy");
        assertStrategyError("[{order: sfj}]", "strategies[0].order: unknown order policy \"sfj\"", "\"sjf\"?");
        assertStrategyError("[{order: {las: {level: 3}}}]", "unknown parameter \"level\"; did you mean \"levels\"?");
        assertStrategyError("[{order: {las: {levels: 3.5}}}]", "las.levels: must be a whole number, but is \"3.5\"");
        assertStrategyError("[{order: {las: {quantum: x}}}]", "must be a number, but is \"x\"");
        assertStrategyError("[{oder: las}]", "unknown key \"oder\"; did you mean \"order\"?");
        assertStrategyError(
                "[{name: fgd}]",
                "needs order, place, backfill, preempt, plan, filter, gang, delay, device, domain, share, reclaim, bound, resize or consolidate");
        assertStrategyError("[fgd, fgd]", "strategies[1]: the strategy \"fgd\" is there twice");
        assertStrategyError("[]", "must name at least one strategy");
        assertStrategyError("{order: sjf}", "must be a text or a list, but is a map");
    }

    @Test
    void wrongKeysAndValuesAreErrorsAtTheirPlace() {
        assertError(
                "generate: {jbos: 5}",
                "test.yaml:2:23: workload.generate: unknown key \"jbos\"; did you mean \"jobs\"?");
        assertError("generate: {jobs: many}", "workload.generate.jobs: must be a whole number, but is \"many\"");
        assertError("generate: {jobs: 0}", "must be a whole number from 1 to 100000000, but is \"0\"");
        assertError("generate: {load: -1}", "workload.generate.load: must be a number above 0, at most 1000");
        assertError("generate: {patience: 5 apples}", "must be a duration like");
        assertError("generate: {arrivals: possion}", "unknown value \"possion\"; did you mean \"poisson\"?");
        assertError("generate: {gang: {0: 1}}", "must be a whole number from 1 to 1000000, but is \"0\"");
        assertError("generate: {gang: {}}", "must not be empty");
        assertError("generate: {kinds: {batch: 0}}", "needs a weight above 0");
        assertError("generate: {load: 1, interarrival: 1s}", "may not stand beside load");
        assertError("generate: {jobs: }", "workload.generate.jobs: has no value");
        assertError("generate: [1]", "workload.generate: must be a map of keys, but is a list");
        assertError(
                "generate: {}, journal: .",
                "needs exactly one of openb, muri, philly, swf, sacct, csv, journal, phases, generate; journal and generate");
        assertError(
                "",
                "needs exactly one of openb, muri, philly, swf, sacct, csv, journal, phases, generate; none is there");
        assertError("generate: {}, tune: 1.3", "workload.tune: goes only with the key \"openb\"");
    }

    @Test
    void missingPartsAreErrors() {
        assertThatThrownBy(() -> read("cluster: {nodes: [{memory: 1Gi}]}\nworkload: {generate: }"))
                .hasMessage("test.yaml:1:19: cluster.nodes[0]: the key \"cpu\" is missing, such as cpu: 96");
        assertThatThrownBy(() -> read("name: x")).hasMessage("test.yaml:1:1: the key \"cluster\" is missing");
        assertThatThrownBy(() -> read("")).hasMessage("test.yaml: is empty");
        assertThatThrownBy(() -> read("- 1")).hasMessage("test.yaml:1:1: must be a map of keys, but is a list");
    }

    @Test
    void valuesSetOnTheCommandLineReplaceAndAdd() {
        Scenario scenario = read(
                SMALL + "strategies: [sjf]",
                "workload.generate.jobs=100",
                "seeds=1..3",
                "strategies[0]=fgd",
                "strategies[1]={order: sjf}",
                "emulate.start_failures=5%",
                "workload.generate.gpus.\"0.5\"=1",
                "cluster.nodes[0].count=3");

        assertThat(((WorkloadSpec.Generated) scenario.workload()).generate().jobs())
                .isEqualTo(100);
        assertThat(((WorkloadSpec.Generated) scenario.workload()).generate().gpuWeights())
                .isEqualTo(Map.of(500L, 1.0));
        assertThat(scenario.seeds()).containsExactly(1L, 2L, 3L);
        assertThat(scenario.strategies()).extracting(StrategySpec::name).containsExactly("fgd", "sjf");
        assertThat(scenario.emulate().startFailures()).isEqualTo(0.05);
        assertThat(((ClusterSpec.Listed) scenario.cluster()).nodes()).hasSize(3);
    }

    @Test
    void errorsInValuesSetOnTheCommandLineNameThem() {
        assertOverrideError("workload.generate.jbos=5", "workload.generate: unknown key \"jbos\"");
        assertOverrideError("workload.generate.jobs=x", "workload.generate.jobs: must be a whole number");
        assertOverrideError("workload.generate.jobs", "has no value: write workload.generate.jobs=VALUE");
        assertOverrideError("=5", "must be key.path=value");
        assertOverrideError("a..b=5", "must be key.path=value");
        assertOverrideError("strategies[7]=fgd", "strategies: is absent, not a list");
        assertOverrideError("cluster.nodes[7]={}", "cluster.nodes: has 1 items; the index may be 0 to 1");
        assertOverrideError("workload.generate.jobs.x=1", "workload.generate.jobs: is \"5\" and has no key \"x\"");
        assertOverrideError("seeds=[1", "is not valid YAML");
    }

    private Scenario read(String yaml, String... overrides) {
        Source source = Source.text("test.yaml", yaml).in(folder);
        return new ScenarioReader(new FixedPolicies()).read(source, List.of(overrides));
    }

    private GenerateSpec generate(String generate) {
        String workload = "\nworkload: {generate: " + generate + "}";
        return ((WorkloadSpec.Generated)
                        read(SMALL.lines().findFirst().orElseThrow() + workload).workload())
                .generate();
    }

    private List<StrategySpec> strategies(String strategies) {
        return read(SMALL + "strategies: " + strategies).strategies();
    }

    private void assertError(String workload, String... parts) {
        String yaml = SMALL.lines().findFirst().orElseThrow() + "\nworkload: {" + workload + "}";
        assertThatThrownBy(() -> read(yaml)).isInstanceOf(InputException.class).hasMessageContainingAll(parts);
    }

    private void assertStrategyError(String strategies, String... parts) {
        assertThatThrownBy(() -> strategies(strategies))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll(parts);
    }

    private void assertOverrideError(String override, String part) {
        assertThatThrownBy(() -> read(SMALL, override))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("--set " + override + ": ")
                .hasMessageContaining(part);
    }
}
