package io.berth.spec.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.Metrics;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.Phase;
import io.berth.core.workload.Program;
import io.berth.core.workload.Taint.Effect;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.core.workload.Toleration;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.Checkpoints;
import io.berth.core.workload.term.Interruption;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.Readiness;
import io.berth.core.workload.term.Speedup;
import io.berth.core.workload.term.Speedup.Point;
import io.berth.core.workload.term.Terms;
import io.berth.core.workload.term.Traffic;
import io.berth.core.workload.term.When;
import io.berth.core.workload.topology.Division;
import io.berth.core.workload.topology.Reach;
import io.berth.spec.cluster.Taints;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonLines;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobReaderTest {
    private static final long GIB = 1L << 30;

    @Test
    void links_of_devices_must_be_as_fast_as_a_job_says() {
        JobSpec job = read("demand: {gpus: 4, links: nvlink}");
        assertThat(job.demand().devices().linkMegabytes()).isEqualTo(25_000);
        assertThat(read(Json.line(JobWriter.document(job)))).isEqualTo(job);
        assertThat(read("demand: {gpus: 2, links: 300G}").demand().devices().linkMegabytes())
                .isEqualTo(300_000);
        assertError("demand: {gpus: 1, links: nvlink}", "demand.links: goes only with 2 whole gpus or more");
        assertError(
                "demand: {gpus: 2, links: nvlnk}",
                "demand.links: unknown kind of link \"nvlnk\"; did you mean \"nvlink\"? (known: nvlink, pcie)");
        assertError("demand: {gpus: 2, links: 1k}", "demand.links: must be 1M to 2000T a second, but is \"1k\"");
        assertError("demand: {gpus: 2, links: 1X}", "demand.links: must be bytes like 64Gi");
    }

    @Test
    void phases_have_demands_commands_and_run_times_of_their_own() {
        JobSpec job = read(
                "{name: p, resources: {cpu: 4, memory: 1Gi}, env: {A: b}, phases: [{name: load, command: [l], duration: 10m},"
                        + " {name: train, tasks: 2, gpus: 4, command: [t], env: {C: d}, estimate: 2h, duration: 3h}]}");
        assertThat(job.phases().all().stream().map(Phase::name)).containsExactly("load", "train");
        assertThat(job.demand()).isEqualTo(Demand.cpu(4000, GIB));
        assertThat(job.workNanos()).isEqualTo(10 * Nanos.MINUTE);
        JobSpec train = job.nextPhase();
        assertThat(train.demand()).isEqualTo(Demand.cpu(4000, GIB).withGpus(4));
        assertThat(train.tasks()).isEqualTo(2);
        assertThat(train.estimateNanos()).isEqualTo(2 * Nanos.HOUR);
        assertThat(train.workNanos()).isEqualTo(3 * Nanos.HOUR);
        assertThat(train.program().environment()).isEqualTo(Map.of("A", "b", "C", "d"));
        assertThat(read(Json.line(JobWriter.document(job)))).isEqualTo(job);
        String two = "phases: [{name: a}, {name: b}]";
        assertError("phases: [{name: a}]", "phases: must be 2 to 64 phases, but is 1");
        assertError("phases: [{name: a}, {name: a}]", "the name \"a\" is there twice, first in line 1");
        assertError("phases: [{name: a}, {name: b, gpu: 1}]", "unknown key \"gpu\"; did you mean \"cpu\"?");
        assertError("{tasks: 2, " + two + "}", "tasks: may not stand beside phases: each phase says its own");
        assertError("{duration: 2h, " + two + "}", "duration: may not stand beside phases: each phase says its own");
        assertError("{best_effort: true, " + two + "}", "best_effort: does not go with phases");
        assertError("{array: 3, " + two + "}", "array: does not go with phases");
    }

    @Test
    void how_soon_tasks_run_is_a_time_a_number_and_retries() {
        JobSpec job = read("ready: {within: 5m, tolerate: 1, retries: 2}");
        assertThat(job.terms().ready()).isEqualTo(new Readiness(5 * Nanos.MINUTE, 1, 2));
        assertThat(read(Json.line(JobWriter.document(job)))).isEqualTo(job);
        assertThat(read("ready: {within: 1m}").terms().ready()).isEqualTo(new Readiness(Nanos.MINUTE, 0, 3));
        assertThat(read("ready: {within: never}").terms().ready()).isEqualTo(Readiness.NONE);
        assertError("ready: {within: 0s}", "ready.within: must be above 0, or never");
        assertError("ready: {within: 1m, tolerate: -1}", "ready.tolerate: must be a whole number from 0 to 1000000");
    }

    @Test
    void what_its_devices_exchange_is_told_by_step() {
        JobSpec job = read("{duration: 1h, traffic: {bytes: 500M, compute: 200ms, pattern: all-to-all}}");
        assertThat(job.profile().traffic())
                .isEqualTo(new Traffic(500_000_000, 200 * Nanos.MILLISECOND, Traffic.Pattern.ALL_TO_ALL));
        assertThat(read(Json.line(JobWriter.document(job)))).isEqualTo(job);
        assertThat(read("traffic: {bytes: 1, compute: 1s}").profile().traffic())
                .isEqualTo(new Traffic(1, Nanos.SECOND, Traffic.Pattern.RING));
        assertError("traffic: {bytes: 1}", "traffic: the key \"compute\" is missing");
        assertError("traffic: {bytes: 0, compute: 1s}", "traffic.bytes: must be 1 to 1Pi, but is \"0\"");
        assertError(
                "traffic: {bytes: 1, compute: 2h}", "traffic.compute: must be above 0 and at most 1h, but is \"2h\"");
        assertError(
                "traffic: {bytes: 1, compute: 1s, pattern: rings}",
                "traffic.pattern: unknown value \"rings\"; did you mean \"ring\"? (known: ring, tree, all-to-all)");
        assertError("traffic: {byte: 1, compute: 1s}", "unknown key \"byte\"; did you mean \"bytes\"?");
    }

    @Test
    void metrics_are_the_usual_ones_or_off_or_of_a_pattern_that_cannot_search_for_long() {
        assertThat(read("command: [a]").program().metrics()).isEqualTo(Metrics.USUAL);
        assertThat(read("{command: [a], metrics: auto}").program().metrics()).isEqualTo(Metrics.USUAL);
        assertThat(read("{command: [a], metrics: off}").program().metrics()).isEqualTo(Metrics.OFF);
        assertError(
                "{command: [a], metrics: of}",
                "metrics: unknown value \"of\"; did you mean \"off\"? (known: auto, off)");
        assertError("metrics: off", "metrics: goes only with the key \"command\"");
        assertError("{command: [a], metrics: {steps: 0}}", "metrics.steps");
        assertError(
                "{command: [a], metrics: {pattern: 'loss=(\\S+)'}}",
                "metrics.pattern: must have a named group for each value, such as loss=(?P<loss>\\S+)");
        assertError(
                "{command: [a], metrics: {pattern: '(?P<a>x'}}", "metrics.pattern: is no regular expression of RE2");
        assertError("{command: [a], metrics: {pattern: '(?P<a>x)\\1'}}", "is no regular expression of RE2");
        assertError("{command: [a], metrics: {pattern: '(?P<a>(x{100}){100})'}}", "metrics.pattern: is");
        assertError("{command: [a], metrics: {patern: x}}", "pattern");
    }

    @Test
    void everyKeyOfAJobIsRead() {
        JobSpec job = read("""
                name: train
                queue: research
                kind: interactive
                priority: -3
                tasks: 4
                resources: {cpu: 500m, memory: 8Gi, disk: 1G, disk_io: 2M, network: 3M, gpus: 2, models: [H100, A100]}
                estimate: 2h
                duration: 90m
                patience: 10m
                """);

        Demand demand = new Demand(
                new Amounts(500, 8 * GIB, 1_000_000_000, 2_000_000, 3_000_000),
                DeviceDemand.of(2, 1000, 0, Acceptable.gpus(List.of("A100", "H100"))));
        assertThat(job)
                .isEqualTo(new JobSpec(
                        "train",
                        "research",
                        JobKind.INTERACTIVE,
                        -3,
                        TaskGroup.of(4, demand),
                        new Timing(2 * Nanos.HOUR, 90 * Nanos.MINUTE, 10 * Nanos.MINUTE)));
    }

    @Test
    void anEmptyJobIsOneCpuUntilItIsCancelled() {
        assertThat(read("{}")).isEqualTo(JobSpec.batch("job", Demand.cpu(1000, 0), Nanos.NEVER));
    }

    @Test
    void gpusAreWholeSharedOrByMemory() {
        assertThat(read("demand: {gpus: 0.5}").demand().gpuMilli()).isEqualTo(500);
        assertThat(read("demand: {gpus: 8}").demand().gpus()).isEqualTo(8);
        Demand byMemory = read("demand: {gpu_memory: 2Gi}").demand();
        assertThat(byMemory.gpus()).isEqualTo(1);
        assertThat(byMemory.gpuMilli()).isZero();
        assertThat(byMemory.gpuMemoryBytes()).isEqualTo(2 * GIB);
    }

    @Test
    void aCommandIsAListOrALineForTheShell() {
        Program list = read("""
                command: [python, train.py, --epochs, 3, ""]
                env: {SEED: 7, EMPTY: ""}
                directory: /srv/train
                user: ada
                """).program();

        assertThat(list.command()).containsExactly("python", "train.py", "--epochs", "3", "");
        assertThat(list.environment()).containsExactly(Map.entry("EMPTY", ""), Map.entry("SEED", "7"));
        assertThat(list.directory()).isEqualTo("/srv/train");
        assertThat(list.user()).isEqualTo("ada");
        assertThat(read("command: nvidia-smi | head -1").program())
                .isEqualTo(Program.of("/bin/sh", "-c", "nvidia-smi | head -1"));
        assertThat(read("{}").program()).isEqualTo(Program.NONE);
    }

    @Test
    void wrongCommandsAreErrorsAtTheirPlace() {
        assertError("command: []", "job.yaml:1:10: command: must begin with the program to run");
        assertError("command: [\"\", a]", "command: must begin with the program to run");
        assertError("command: \" \"", "command: must not be blank");
        assertError("command: {a: b}", "command: must be a text or a list, but is a map");
        assertError("command: [\"a\\0b\"]", "command[0]: must not hold the character NUL");
        assertError("env: {A: b}", "env: goes only with the key \"command\"");
        assertError(
                "{command: [a], env: {A=B: c}}", "the name of a variable must not be empty and must not hold \"=\"");
        assertError("{command: [a], env: {A: [b]}}", "env.A: must be one value, but is a list");
    }

    @Test
    void aTimeLimitBoundsTheEstimate() {
        assertThat(read("time_limit: 2h").terms().timeLimitNanos()).isEqualTo(2 * Nanos.HOUR);
        assertThat(read("time_limit: 2h").estimateNanos()).isEqualTo(2 * Nanos.HOUR);
        assertThat(read("{time_limit: 2h, estimate: 1h}").estimateNanos()).isEqualTo(Nanos.HOUR);
        assertThat(read("{time_limit: 2h, estimate: 3h}").estimateNanos()).isEqualTo(2 * Nanos.HOUR);
        assertError("time_limit: 0", "job.yaml:1:13: time_limit: must be above 0, or never");
    }

    @Test
    void othersAndArraysHaveAShortForm() {
        Terms terms = read("{after: [3, {job: 4, when: failed}], array: 5}").terms();
        assertThat(terms.after()).containsExactly(new After(3, When.OK), new After(4, When.FAILED));
        assertThat(terms.array()).isEqualTo(JobArray.of(5, 5));
        assertThat(read("array: {count: 5, parallel: 2}").terms().array()).isEqualTo(JobArray.of(5, 2));
        assertError("after: [{when: ok}]", "the key \"job\" is missing");
        assertError("after: [{job: 1, when: okay}]", "after[0].when: unknown value \"okay\" (known: ok, any, failed)");
        assertError("after: [0]", "after[0]: must be a whole number from 1");
        assertError(
                "array: 0",
                "array: must be a whole number from 1 to 100000, or indices such as 0-99%5, 1,3,7 or 0-20:4, but is \"0\"");
    }

    @Test
    void aDemandMayAskForNamedResourcesLabelsAndOtherDevicesAndTolerateTaints() {
        Demand demand = read("""
                demand:
                  gpus: 2
                  device_kind: npu
                  resources: {example.com/licence: 1}
                  node_labels: {rack: r1}
                  tolerations: {reserved: [vision, speech], old: "*", "*": none}
                """).demand();

        assertThat(demand.devices().of()).isEqualTo(new Acceptable("npu", List.of()));
        assertThat(demand.amounts().extended()).containsExactly(new ExtendedResource("example.com/licence", 1));
        assertThat(demand.where().labels()).containsExactly(new Label("rack", "r1"));
        assertThat(demand.where().tolerations())
                .containsExactly(
                        new Toleration("", "none"),
                        new Toleration("old", Toleration.ANY),
                        new Toleration("reserved", "speech"),
                        new Toleration("reserved", "vision"));
    }

    @Test
    void allTasksOfAJobMayHaveToBeInOneDomainOrOnOneNode() {
        assertThat(read("demand: {within: example.com/rack}").demand().peers())
                .containsExactly(new PeerRule.Within("example.com/rack"));
        assertThat(read("demand: {within: node}").demand().peers()).containsExactly(new PeerRule.Within(PeerRule.NODE));
        assertThat(read("demand: {}").demand().peers()).isEmpty();
        assertThat(read("demand: {within: {level: rack, balanced: node, levels: [block, rack]}}")
                        .demand()
                        .peers())
                .containsExactly(new PeerRule.Within(
                        "rack",
                        Reach.REQUIRED.over(List.of("block", "rack")).divided(Division.even(PeerRule.NODE, 1))));
    }

    /** A toleration is for all effects where none is named; {@code *} names them all. */
    @ParameterizedTest
    @CsvSource({
        "b, b,",
        "'*', *,",
        "b:NoSchedule, b, NO_SCHEDULE",
        "*:NoExecute, *, NO_EXECUTE",
        ":PreferNoSchedule, '', PREFER_NO_SCHEDULE",
        "b:c, b:c,",
        "b:NoExecute:*, b:NoExecute,",
    })
    void aTolerationIsForAllEffectsOrForOne(String text, String value, @Nullable Effect effect) {
        JobSpec job = read("demand: {tolerations: {a: \"" + text + "\"}}");
        assertThat(job.demand().where().tolerations()).containsExactly(new Toleration("a", value, effect));
        assertThat(Taints.documentOfTolerations(job.demand().where().tolerations()))
                .isEqualTo(Map.of("a", text));
    }

    @Test
    void wrongJobsAreErrorsAtTheirPlace() {
        assertError(
                "demand: {tolerations: {a: \"b:NoSchedul\"}}",
                "demand.tolerations.a: unknown effect \"NoSchedul\"; did you mean \"NoSchedule\"?");
        assertError("demand: {device_kind: npu}", "demand.device_kind: goes only with gpus, gpu_memory or mig");
        assertError("demand: {resources: {licence: 1}}", "demand.resources: The resource (licence) needs a name such");
        assertError("demand: {resources: {a.b/c: x}}", "demand.resources.a.b/c: must be a whole number, but is \"x\"");
        assertError("demand: {within: \"\"}", "demand.within: must not be blank");
        assertError("demand: {within: {preferred: true}}", "the key \"level\" is missing, such as level: rack");
        assertError("demand: {within: {level: a, slice: 1, slice_level: b}}", "must be a whole number from 2");
        assertError("demand: {within: {level: a, slice: 2}}", "goes only with the key \"slice_level\"");
        assertError("demand: {node_labels: [a]}", "demand.node_labels: must be a map of keys, but is a list");
        assertError("tasks: 0", "job.yaml:1:8: tasks: must be a whole number from 1 to 1000000, but is \"0\"");
        assertError("kind: bach", "unknown value \"bach\"; did you mean \"batch\"?");
        assertError("demand: {gpus: 1.5}", "demand.gpus: must be whole GPUs");
        assertError("demand: {gpus: 0, gpu_memory: 1Gi}", "demand.gpu_memory: cannot be had with 0 gpus");
        assertError("demand: {models: [H100]}", "demand.models: goes only with gpus, gpu_memory or mig");
        assertError("demand: {}\nresources: {}", "resources: may not stand beside demand");
        assertError("demand: {mig: 1g.32gb}", "demand.mig: unknown MIG profile \"1g.32gb\"; did you mean");
        assertError("demand: {mig: 1g.23gb, gpus: 1}", "demand.gpus: may not stand beside mig");
        assertError("demand: {gpu: 1}", "unknown key \"gpu\"; did you mean \"cpu\"?");
        for (String key : List.of("user", "directory", "name")) {
            assertError("{command: [id], " + key + ": \"ro\\0ot\"}", key + ": must not hold the character NUL");
        }
        assertError("priority: 3000000000", "priority: must be a whole number, but is \"3000000000\"");
    }

    @Test
    void whatIsWrittenIsReadBack() {
        for (String yaml : List.of(
                "{}",
                "{name: \"a: b\", demand: {gpus: 0.25, gpu_memory: 3Gi, models: [T4]}, duration: 1h, patience: 0}",
                "{kind: service, tasks: 3, demand: {gpu_memory: 5, cpu: 1.5}}",
                "{demand: {gpus: 4}, estimate: 250ms}",
                "{tasks: 2, demand: {mig: 3g.95gb, models: [GB200]}}",
                "{demand: {gpus: 1, device_kind: npu, resources: {a.b/c: 7, a.b/d: 1}, node_labels: {\"a b\": \"\"}}}",
                "{demand: {tolerations: {\"*\": \"*\", a: [b, \"*\"]}, node_labels: {a: \"1\"}}}",
                "{tasks: 8, demand: {gpus: 8, within: rack}}",
                "{tasks: 8, demand: {within: node}}",
                "{tasks: 8, demand: {within: {level: rack, preferred: true, levels: [zone, rack, node]}}}",
                "{tasks: 8, demand: {within: {level: zone, slice: 4, slice_level: rack}}}",
                "{tasks: 8, demand: {within: {level: zone, balanced: rack, tolerance: 0}}}",
                "{command: \"echo $X\", env: {X: \"a=b\"}, directory: /tmp, user: ada}",
                "{command: [true], metrics: off}",
                "{command: [true], metrics: {pattern: 'it (?P<step>\\d+) cost (?<loss>\\S+)', steps: 400}}",
                "{command: [true], metrics: {steps: 9}}",
                "{command: [true], checkpoint: true, grace: 2m}",
                "{command: [true], checkpoint: {every: 15m, restart: 2m}}",
                "{duration: 1h, checkpoint: {restart: 30s}}",
                "{duration: 1h, checkpoint: false}",
                "{command: [true], time_limit: 90s, retries: 3, after: [1, {job: 2, when: any}], array: {count: 9, parallel: 2}}")) {
            JobSpec job = read(yaml);
            String line = Json.line(JobWriter.document(job));

            assertThat(JobReader.read(JsonLines.read("socket", line), "other")).isEqualTo(job);
        }
    }

    @Test
    void aProcessThatIsStoppedBeginsAnewUnlessItsUserSaysOtherwise() {
        assertThat(interruption("{command: [true]}").resumes()).isFalse();
        assertThat(interruption("{command: [true], checkpoint: true}").resumes())
                .isTrue();
        assertThat(interruption("{duration: 1h}").resumes()).isTrue();
        assertThat(interruption("{duration: 1h, checkpoint: false}").resumes()).isFalse();
        assertThat(interruption("{command: [true], grace: 0}").graceNanos()).isZero();
        assertThat(interruption("{command: [true]}").graceNanos()).isEqualTo(Interruption.USUAL_GRACE);
        assertError("{command: [true], checkpoint: sometimes}", "checkpoint");
        assertThat(interruption("{command: [true], checkpoint: {every: 15m}}"))
                .isEqualTo(Interruption.HARMLESS.with(new Checkpoints(15 * Nanos.MINUTE, 0)));
        assertError("{command: [true], checkpoint: {evry: 15m}}", "evry");
        assertError("{command: [true], grace: -1s}", "grace");
    }

    private static Interruption interruption(String yaml) {
        return read(yaml).terms().interruption();
    }

    @Test
    void throughput_is_by_model_and_is_written_back() {
        JobSpec job = read("{throughput: {V100: 1, P100: 0.5, K80: 0.2}}");

        assertThat(job.profile().on("P100")).isEqualTo(500_000);
        assertThat(job.profile().on("T4")).isEqualTo(1_000_000);
        assertThat(read(Json.line(JobWriter.document(job)))).isEqualTo(job);
        assertThat(JobWriter.document(read("{}"))).doesNotContainKey("throughput");
        assertError("{throughput: {V100: 0}}", "throughput.V100: must be a number above 0");
        assertError("{throughput: {V100: fast}}", "throughput.V100");
        assertError("{throughput: fast}", "throughput: must be a map");
        assertError("{througput: {V100: 1}}", "did you mean \"throughput\"");
    }

    @Test
    void utilityIsByModelAndIsWrittenBack() {
        JobSpec job = read("{utility: {H100: 3, A100: 0.5}}");

        assertThat(job.profile().utilityOn("H100")).isEqualTo(3_000_000);
        assertThat(job.profile().utilityOn("A100")).isEqualTo(500_000);
        assertThat(job.profile().utilityOn("T4")).isEqualTo(1_000_000);
        assertThat(read(Json.line(JobWriter.document(job)))).isEqualTo(job);
        assertThat(JobWriter.document(read("{}"))).doesNotContainKey("utility");
        assertError("{utility: {T4: 0}}", "utility.T4: must be a number above 0");
        assertError("{utility: {T4: -1}}", "utility.T4");
        assertError("{utility: 3}", "utility: must be a map");
        assertError("{utilty: {H100: 3}}", "did you mean \"utility\"");
    }

    @Test
    void speedupIsByNumberOfTasksAndIsWrittenBack() {
        JobSpec job = read("{min: 1, max: 8, speedup: {8: 5.5, 1: 1, 2: 1.9}}");

        assertThat(job.profile().speedup())
                .isEqualTo(new Speedup(List.of(new Point(1, 1000), new Point(2, 1900), new Point(8, 5500))));
        assertThat(read(Json.line(JobWriter.document(job)))).isEqualTo(job);
        assertThat(JobWriter.document(read("{}"))).doesNotContainKey("speedup");
        assertError("{speedup: {2: 1.9, 4: 1.8}}", "speedup.4: must be at least 1.9");
        assertError("{speedup: {few: 1.9}}", "speedup.few: must be a number of tasks");
        assertError("{speedup: {0: 1.9}}", "speedup.0: must be a number of tasks");
        assertError("{speedup: {2: 0}}", "speedup.2: must be a number above 0");
        assertError("{speedup: {2: 1, 02: 1}}", "speedup.02: stands there twice");
        assertError("{speedup: fast}", "speedup: must be a map");
    }

    private static JobSpec read(String yaml) {
        return JobReader.read(Source.text("job.yaml", yaml));
    }

    private static void assertError(String yaml, String part) {
        assertThatThrownBy(() -> read(yaml)).isInstanceOf(InputException.class).hasMessageContaining(part);
    }
}
