package io.berth.spec.scenario;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.network.Network;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.term.Checkpoints;
import io.berth.spec.adaptive.AdaptiveSpec;
import io.berth.spec.adaptive.AdaptiveWriter;
import io.berth.spec.cluster.DeviceSets;
import io.berth.spec.cluster.ExtendedResources;
import io.berth.spec.cluster.Labels;
import io.berth.spec.cluster.LinkText;
import io.berth.spec.cluster.Networks;
import io.berth.spec.cluster.Prices;
import io.berth.spec.cluster.Taints;
import io.berth.spec.job.JobWriter;
import io.berth.spec.job.Throughput;
import io.berth.spec.job.TrafficKeys;
import io.berth.spec.job.UtilityKeys;
import io.berth.spec.job.WithinText;
import io.berth.spec.json.Json;
import io.berth.spec.pool.PoolKeys;
import io.berth.spec.qos.QosKeys;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.quantity.Cpus;
import io.berth.spec.quantity.Cut;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.GpuShare;
import io.berth.spec.quantity.Instants;
import io.berth.spec.quantity.Money;
import io.berth.spec.quantity.Percents;
import io.berth.spec.queue.QueueKeys;
import io.berth.spec.reserve.ReservationKeys;
import io.berth.spec.scenario.WorkloadSpec.QueueBy;
import io.berth.spec.schema.Shape.Named;
import io.berth.spec.strategy.StrategyWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Prints a scenario as the YAML that {@link ScenarioReader} reads back to an equal one. Every key is written, defaults too, so
 * that the text means the same under later defaults; files have the paths of the record.
 */
public final class ScenarioWriter {
    private final StringBuilder out = new StringBuilder();

    private ScenarioWriter() {}

    /** The YAML of {@code scenario}. */
    public static String write(Scenario scenario) {
        ScenarioWriter writer = new ScenarioWriter();
        writer.scenario(scenario);
        return writer.out.toString();
    }

    private void scenario(Scenario scenario) {
        line(0, "name", YamlText.of(scenario.name()));
        out.append("cluster:\n");
        cluster(scenario.cluster());
        out.append("workload:\n");
        workload(scenario.workload());
        if (!scenario.shared().queues().isEmpty()) {
            line(
                    0,
                    QueueKeys.KEY,
                    Json.line(QueueKeys.document(scenario.shared().queues())));
        }
        if (!scenario.shared().qos().isEmpty()) {
            line(0, QosKeys.KEY, Json.line(QosKeys.document(scenario.shared().qos())));
        }
        if (!scenario.shared().reservations().isEmpty()) {
            line(
                    0,
                    ReservationKeys.KEY,
                    Json.line(ReservationKeys.document(scenario.shared().reservations())));
        }
        if (!scenario.shared().pools().isEmpty()) {
            line(0, PoolKeys.KEY, Json.line(PoolKeys.document(scenario.shared().pools())));
        }
        out.append("emulate:\n");
        emulate(scenario.emulate());
        out.append("strategies:\n");
        for (StrategySpec strategy : scenario.strategies()) {
            AdaptiveSpec adaptive = scenario.adaptive(strategy);
            if (adaptive == null) {
                strategy(strategy);
            } else {
                out.append("  - ")
                        .append(Json.line(AdaptiveWriter.document(adaptive)))
                        .append('\n');
            }
        }
        line(0, "seeds", list(scenario.seeds()));
        line(0, "until", Durations.format(scenario.untilNanos()));
        line(0, "warmup", Cut.format(scenario.trim().warmup()));
        line(0, "cooldown", Cut.format(scenario.trim().cooldown()));
        line(0, "lenient", Boolean.toString(scenario.lenient()));
    }

    private void cluster(ClusterSpec cluster) {
        switch (cluster) {
            case ClusterSpec.Openb openb ->
                line(1, "openb", YamlText.of(openb.nodes().toString()));
            case ClusterSpec.Swf swf ->
                line(
                        1,
                        "swf",
                        swf.log() == null
                                ? ClusterSpec.Swf.FROM_LOG
                                : YamlText.of(swf.log().toString()));
            case ClusterSpec.Philly philly -> {
                out.append("  philly:\n");
                line(2, "nodes", Integer.toString(philly.nodes()));
            }
            case ClusterSpec.Journal journal ->
                line(1, "journal", YamlText.of(journal.folder().toString()));
            case ClusterSpec.Listed listed -> {
                out.append("  nodes:\n");
                listed.groups().forEach(this::group);
                Network network = listed.groups().getFirst().template().network();
                if (network.known()) {
                    line(1, "network", Json.line(Networks.document(network)));
                }
                data(listed.data());
            }
        }
    }

    private void data(DataSpec data) {
        if (data.groups().isEmpty()) {
            return;
        }
        out.append("  data:\n    sets:\n");
        for (DataSpec.Group set : data.groups()) {
            out.append("      - name: ").append(YamlText.of(set.name())).append('\n');
            line(4, "count", Integer.toString(set.count()));
            line(4, "size", Bytes.format(set.bytes()));
            line(4, "copies", Integer.toString(set.copies()));
            line(4, "ratio", Double.toString(set.ratio()));
        }
        line(2, "store", Bytes.format(data.storeBytesPerSecond()));
        if (!data.domain().isEmpty()) {
            line(2, "domain", YamlText.of(data.domain()));
            line(2, "uplink", Bytes.format(data.uplinkBytesPerSecond()));
        }
        line(2, "cache", Bytes.format(data.cacheBytes()));
        line(2, "unpack", Bytes.format(data.unpackBytesPerSecond()));
    }

    private void group(NodeGroup group) {
        NodeSpec node = group.template();
        out.append("    - name: ").append(YamlText.of(group.prefix())).append('\n');
        line(3, "count", Integer.toString(group.count()));
        devices(node);
        line(3, "cpu", Cpus.format(node.cpuMilli()));
        line(3, "memory", Bytes.format(node.memoryBytes()));
        line(3, "disk", Bytes.format(node.diskBytes()));
        line(3, "disk_io", Bytes.format(node.diskIoBytesPerSecond()));
        line(3, "network", Bytes.format(node.networkBytesPerSecond()));
        line(3, "max_tasks", Integer.toString(node.maxTasks()));
        line(
                3,
                "resources",
                Json.line(ExtendedResources.document(node.capacity().extended())));
        line(3, "labels", Json.line(Labels.document(node.labels())));
        line(3, "taints", Json.line(Taints.document(node.taints())));
    }

    private void devices(NodeSpec node) {
        boolean gpus = node.devices().stream()
                .allMatch(set -> set.kind().equals(Acceptable.GPU) && DeviceSets.mig(set) == null);
        boolean linked = node.devices().stream().anyMatch(set -> set.links().known());
        if (node.devices().size() > 1 || !gpus || linked) {
            line(
                    3,
                    "devices",
                    Json.line(node.devices().stream().map(ScenarioWriter::set).toList()));
            return;
        }
        line(3, "gpus", Integer.toString(node.gpus()));
        if (!node.gpuModel().isEmpty()) {
            line(3, "model", YamlText.of(node.gpuModel()));
        }
        line(3, "gpu_memory", Bytes.format(node.gpuMemoryBytes()));
        node.devices().forEach(set -> rate(set).forEach((key, value) -> line(3, key, String.valueOf(value))));
    }

    /** What is told of what one of them costs. */
    private static SequencedMap<String, Object> rate(DeviceSet devices) {
        SequencedMap<String, Object> rate = new LinkedHashMap<>();
        if (devices.rate().micros() > 0) {
            rate.put(Prices.PRICE, Money.format(devices.rate().micros()));
        }
        if (devices.rate().watts() > 0) {
            rate.put(Prices.WATTS, devices.rate().watts());
        }
        return rate;
    }

    static SequencedMap<String, Object> set(DeviceSet devices) {
        SequencedMap<String, Object> set = new LinkedHashMap<>();
        set.put("count", devices.count());
        if (!devices.model().isEmpty()) {
            set.put("model", devices.model());
        }
        set.put("kind", devices.kind());
        set.put("memory", Bytes.format(devices.memoryBytes()));
        if (devices.links().known()) {
            set.put("links", LinkText.write(devices.links()));
        }
        set.putAll(rate(devices));
        String mig = DeviceSets.mig(devices);
        if (mig != null) {
            set.put("mig", mig);
        }
        return set;
    }

    private void workload(WorkloadSpec workload) {
        switch (workload) {
            case WorkloadSpec.Openb openb -> openb(openb);
            case WorkloadSpec.Swf swf -> {
                recorded("swf", swf.log(), swf.queueBy());
                period(swf.period());
            }
            case WorkloadSpec.Sacct sacct -> {
                recorded("sacct", sacct.dump(), sacct.queueBy());
                if (!sacct.columns().isEmpty()) {
                    line(1, "columns", YamlText.of(String.join(",", sacct.columns())));
                }
                period(sacct.period());
            }
            case WorkloadSpec.Csv csv -> {
                recorded("csv", csv.jobs(), csv.queueBy());
                period(csv.period());
            }
            case WorkloadSpec.Muri muri ->
                line(1, "muri", YamlText.of(muri.jobs().toString()));
            case WorkloadSpec.Philly philly ->
                line(1, "philly", YamlText.of(philly.jobs().toString()));
            case WorkloadSpec.Journal journal ->
                line(1, "journal", YamlText.of(journal.folder().toString()));
            case WorkloadSpec.Generated generated -> {
                out.append("  generate:\n");
                generate(generated.generate());
            }
            case WorkloadSpec.Phased phased -> {
                out.append("  phases:\n");
                phased.phases().forEach(this::phase);
            }
        }
    }

    /** The keys of a phase as an item of a list: two columns further in, the first of them behind a hyphen. */
    private void phase(GenerateSpec phase) {
        int from = out.length();
        generate(phase);
        String keys = out.substring(from).stripTrailing();
        out.setLength(from);
        out.append("    - ").append(keys.strip().replace("\n", "\n  ")).append('\n');
    }

    private void recorded(String key, Path file, QueueBy queueBy) {
        line(1, key, YamlText.of(file.toString()));
        line(1, "queue_by", queueBy.key());
    }

    private void period(Period period) {
        if (period.fromNanos() != Period.ALL.fromNanos()) {
            line(1, "from", YamlText.of(Instants.format(period.fromNanos())));
        }
        if (period.untilNanos() != Period.ALL.untilNanos()) {
            line(1, "until", YamlText.of(Instants.format(period.untilNanos())));
        }
    }

    private void openb(WorkloadSpec.Openb openb) {
        line(1, "openb", YamlText.of(openb.pods().toString()));
        if (openb.arrivals() != null) {
            line(1, "arrivals", YamlText.of(openb.arrivals().toString()));
        }
        line(1, "departures", lower(openb.departures()));
        if (openb.tune() > 0) {
            line(1, "tune", Double.toString(openb.tune()));
        }
        line(1, "patience", Durations.format(openb.patienceNanos()));
    }

    private void generate(GenerateSpec generate) {
        line(2, "jobs", Integer.toString(generate.jobs()));
        line(2, "arrivals", lower(generate.arrivals()));
        if (generate.interarrivalNanos() > 0) {
            line(2, "interarrival", Durations.format(generate.interarrivalNanos()));
        } else {
            line(2, "load", Double.toString(generate.load()));
        }
        line(2, "burstiness", Double.toString(generate.burstiness()));
        if (!generate.gpuWeights().isEmpty()) {
            line(2, "gpus", map(generate.gpuWeights(), GpuShare::format));
        }
        if (!generate.migWeights().isEmpty()) {
            line(2, "mig", map(generate.migWeights(), YamlText::of));
        }
        line(2, "models", map(generate.modelWeights(), YamlText::of));
        line(2, "duration_median", Durations.format(generate.durationMedianNanos()));
        line(2, "duration_sigma", Double.toString(generate.durationSigma()));
        line(2, "duration_max", Durations.format(generate.durationMaxNanos()));
        line(2, "gang", map(generate.gangWeights(), tasks -> Integer.toString(tasks)));
        if (generate.cpuMilliPerGpu() != GenerateSpec.FITTING) {
            line(2, "cpu_per_gpu", Cpus.format(generate.cpuMilliPerGpu()));
        }
        if (generate.memoryBytesPerGpu() != GenerateSpec.FITTING) {
            line(2, "memory_per_gpu", Bytes.format(generate.memoryBytesPerGpu()));
        }
        line(2, "kinds", map(generate.kindWeights(), ScenarioWriter::lower));
        line(2, "queues", map(generate.queueWeights(), YamlText::of));
        line(2, "estimate_error", Double.toString(generate.estimateError()));
        line(2, "patience", Durations.format(generate.patienceNanos()));
        line(2, "resources", flow(generate.resourceShares(), YamlText::of, Percents::format));
        generateMore(generate);
    }

    /** What few say. */
    private void generateMore(GenerateSpec generate) {
        if (!generate.profiles().isEmpty()) {
            line(
                    2,
                    "profiles",
                    Json.line(generate.profiles().stream()
                            .map(ScenarioWriter::profile)
                            .toList()));
        }
        if (!generate.qosWeights().isEmpty()) {
            line(2, QosKeys.KEY, map(generate.qosWeights(), YamlText::of));
        }
        if (generate.estimated() < 1) {
            line(2, "estimated", Percents.format(generate.estimated()));
        }
        if (!generate.use().none()) {
            line(2, "use", generate.use().text());
        }
        if (!generate.deadlineWeights().isEmpty()) {
            line(2, "deadlines", map(generate.deadlineWeights(), factor -> Double.toString(factor)));
        }
        if (!generate.checkpoints().equals(Checkpoints.FREE)) {
            line(2, "checkpoint", Json.line(JobWriter.checkpoint(generate.checkpoints())));
        }
        if (generate.within() != null) {
            Object within = WithinText.document(generate.within());
            line(2, "within", within instanceof String label ? YamlText.of(label) : Json.line(within));
        }
        if (generate.profile().traffic() != null) {
            line(
                    2,
                    TrafficKeys.KEY,
                    Json.line(TrafficKeys.document(generate.profile().traffic())));
        }
        if (generate.elastic().share() > 0) {
            out.append("    elastic:\n");
            line(3, "share", Percents.format(generate.elastic().share()));
            line(3, "min", Percents.format(generate.elastic().fewest()));
            line(3, "serial", Percents.format(generate.elastic().serial()));
        }
        if (generate.grouped().share() > 0) {
            line(2, "grouped", generate.grouped().text());
        }
        if (generate.phased().share() > 0) {
            line(2, "phased", generate.phased().text());
        }
        if (generate.reads().share() > 0) {
            out.append("    reads:\n");
            line(3, "share", Percents.format(generate.reads().share()));
            line(3, "skew", Double.toString(generate.reads().skew()));
        }
    }

    private static SequencedMap<String, Object> profile(GenerateSpec.Profile profile) {
        SequencedMap<String, Object> map = new LinkedHashMap<>();
        map.put("weight", profile.weight());
        map.put(Throughput.KEY, Throughput.document(profile.speeds()));
        if (!profile.speeds().utilities().isEmpty()) {
            map.put(UtilityKeys.KEY, UtilityKeys.document(profile.speeds()));
        }
        if (!profile.name().equals(GenerateSpec.Profile.USUAL_NAME)) {
            map.put("name", profile.name());
        }
        if (profile.speeds().hidden()) {
            map.put("told", false);
        }
        return map;
    }

    private void emulate(EmulateSpec emulate) {
        line(1, "time_scale", Double.toString(emulate.timeScale()));
        line(1, "start_latency", Durations.format(emulate.startLatencyNanos()));
        line(1, "start_failures", Percents.format(emulate.startFailures()));
        line(1, "node_mtbf", Durations.format(emulate.nodeMtbfNanos()));
        line(1, "node_repair", Durations.format(emulate.nodeRepairNanos()));
        line(1, "task_failures", Percents.format(emulate.taskFailures()));
        if (emulate.migNanos() > 0) {
            line(1, "mig", Durations.format(emulate.migNanos()));
        }
    }

    private void strategy(StrategySpec strategy) {
        out.append("  - name: ").append(YamlText.of(strategy.name())).append('\n');
        for (PolicyKind kind : PolicyKind.values()) {
            line(2, kind.key(), part(strategy.part(kind)));
        }
        if (!strategy.classes().isEmpty()) {
            line(
                    2,
                    "classes",
                    Json.line(StrategyWriter.document(strategy).get("classes")).strip());
        }
    }

    private static String part(PartSpec part) {
        return switch (part) {
            case PolicySpec one -> policy(one);
            case PartSpec.Weighted weighted ->
                weighted.parts().stream().map(ScenarioWriter::weighed).collect(Collectors.joining(", ", "[", "]"));
            case PartSpec.Lexicographic ordered ->
                ordered.policies().stream().map(ScenarioWriter::policy).collect(Collectors.joining(", ", "[", "]"));
        };
    }

    private static String policy(PolicySpec policy) {
        String name = YamlText.of(policy.name());
        return policy.parameters().isEmpty()
                ? name
                : "{" + name + ": " + flow(policy.parameters(), YamlText::of, YamlText::of) + "}";
    }

    private static String weighed(PartSpec.Weighed part) {
        SequencedMap<String, String> values = new LinkedHashMap<>();
        values.put(Named.WEIGHT_KEY, Double.toString(part.weight()));
        values.putAll(part.policy().parameters());
        return "{" + YamlText.of(part.policy().name()) + ": " + flow(values, YamlText::of, YamlText::of) + "}";
    }

    private static <K> String map(Map<K, Double> weights, Function<K, String> key) {
        return flow(weights, key, weight -> Double.toString(weight));
    }

    private static <K, V> String flow(Map<K, V> map, Function<K, String> key, Function<V, String> value) {
        return map.entrySet().stream()
                .map(entry -> key.apply(entry.getKey()) + ": " + value.apply(entry.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String list(Collection<Long> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String lower(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }

    private void line(int depth, String key, String value) {
        out.append("  ".repeat(depth)).append(key).append(": ").append(value).append('\n');
    }
}
