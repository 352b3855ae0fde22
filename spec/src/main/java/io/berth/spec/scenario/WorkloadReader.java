package io.berth.spec.scenario;

import io.berth.core.workload.JobKind;
import io.berth.core.workload.term.RunProfile;
import io.berth.core.workload.topology.Levels;
import io.berth.spec.cluster.ExtendedResources;
import io.berth.spec.group.GroupedSpec;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.job.JobReader;
import io.berth.spec.job.Throughput;
import io.berth.spec.job.TrafficKeys;
import io.berth.spec.job.UtilityKeys;
import io.berth.spec.job.WithinText;
import io.berth.spec.mig.MigChips;
import io.berth.spec.phase.PhasedSpec;
import io.berth.spec.quantity.GpuShare;
import io.berth.spec.scenario.WorkloadSpec.Departures;
import io.berth.spec.scenario.WorkloadSpec.QueueBy;
import io.berth.spec.schema.Fields;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the workload of a scenario.
 *
 * @param levels of topology of its cluster
 */
record WorkloadReader(Path folder, Levels levels) {
    WorkloadSpec read(Fields workload) {
        if (workload.has("swf")) {
            QueueBy by = queueBy(workload, "swf", QueueBy.QUEUE, QueueBy.PARTITION, QueueBy.USER, QueueBy.GROUP);
            return new WorkloadSpec.Swf(ScenarioFile.file(workload, "swf", folder), by, period(workload));
        }
        if (workload.has("sacct")) {
            QueueBy by = queueBy(
                    workload, "sacct", QueueBy.QUEUE, QueueBy.PARTITION, QueueBy.ACCOUNT, QueueBy.QOS, QueueBy.USER);
            return new WorkloadSpec.Sacct(
                    ScenarioFile.file(workload, "sacct", folder), by, columns(workload), period(workload));
        }
        if (workload.has("csv")) {
            QueueBy by = queueBy(workload, "csv", QueueBy.QUEUE, QueueBy.USER);
            return new WorkloadSpec.Csv(ScenarioFile.file(workload, "csv", folder), by, period(workload));
        }
        for (String key : List.of("queue_by", "from", "until")) {
            if (workload.has(key)) {
                throw InputException.at(workload.value(key), "goes only with the key swf, sacct or csv");
            }
        }
        if (workload.has("journal")) {
            return new WorkloadSpec.Journal(ScenarioFile.folder(workload, "journal", folder));
        }
        if (workload.has("generate")) {
            return new WorkloadSpec.Generated(generate(workload.section("generate")));
        }
        if (workload.has("phases")) {
            return new WorkloadSpec.Phased(phases(workload));
        }
        if (workload.has("muri")) {
            return new WorkloadSpec.Muri(ScenarioFile.file(workload, "muri", folder));
        }
        if (workload.has("philly")) {
            return new WorkloadSpec.Philly(ScenarioFile.file(workload, "philly", folder));
        }
        return new WorkloadSpec.Openb(
                ScenarioFile.file(workload, "openb", folder),
                workload.has("arrivals") ? ScenarioFile.file(workload, "arrivals", folder) : null,
                Departures.valueOf(upper(workload.text("departures"))),
                workload.has("tune") ? workload.number("tune") : 0,
                workload.nanos("patience"));
    }

    private List<GenerateSpec> phases(Fields workload) {
        List<Tree> phases = workload.items("phases");
        if (phases.isEmpty()) {
            throw InputException.at(workload.value("phases"), "must have one phase at least");
        }
        return phases.stream()
                .map(phase -> generate(ScenarioSchema.GENERATE.read(phase)))
                .toList();
    }

    private static Period period(Fields workload) {
        long from = workload.has("from") ? workload.instantNanos("from") : Period.ALL.fromNanos();
        long until = workload.has("until") ? workload.instantNanos("until") : Period.ALL.untilNanos();
        if (until <= from) {
            throw InputException.at(workload.value("until"), "must be later than from");
        }
        return new Period(from, until);
    }

    /** Names as sacct's own {@code --format} takes them, a width behind a per cent sign left out. */
    private static List<String> columns(Fields workload) {
        if (!workload.has("columns")) {
            return List.of();
        }
        return Stream.of(workload.text("columns").split(",", -1))
                .map(name -> name.replaceFirst("%.*", "").strip())
                .toList();
    }

    private static QueueBy queueBy(Fields workload, String source, QueueBy... known) {
        QueueBy by = QueueBy.valueOf(upper(workload.text("queue_by", QueueBy.QUEUE.key())));
        if (!List.of(known).contains(by)) {
            String names = Stream.of(known).map(QueueBy::key).collect(Collectors.joining(", "));
            throw InputException.at(
                    workload.value("queue_by"), source + " does not say the " + by.key() + "; allowed: " + names);
        }
        return by;
    }

    private static ReadsSpec reads(Fields reads) {
        double share = reads.fraction("share");
        return share == 0 ? ReadsSpec.NONE : new ReadsSpec(share, reads.number("skew"));
    }

    private static ElasticSpec elastic(Fields elastic) {
        double share = elastic.fraction("share");
        return share == 0
                ? ElasticSpec.NONE
                : new ElasticSpec(share, elastic.fraction("min"), elastic.fraction("serial"));
    }

    GenerateSpec generate(Fields generate) {
        return new GenerateSpec(
                generate.integer("jobs"),
                GenerateSpec.Arrivals.valueOf(upper(generate.text("arrivals"))),
                generate.number("load"),
                generate.has("interarrival") ? positiveNanos(generate, "interarrival") : 0,
                generate.number("burstiness"),
                generate.has("gpus")
                        ? sorted(generate, "gpus", text -> GpuShare.parse(text).totalMilli())
                        : new TreeMap<>(),
                generate.weights("models"),
                positiveNanos(generate, "duration_median"),
                generate.number("duration_sigma"),
                positiveNanos(generate, "duration_max"),
                sorted(generate, "gang", Integer::valueOf),
                generate.has("cpu_per_gpu") ? generate.cpuMilli("cpu_per_gpu") : GenerateSpec.FITTING,
                generate.has("memory_per_gpu") ? generate.bytes("memory_per_gpu") : GenerateSpec.FITTING,
                sorted(generate, "kinds", text -> JobKind.valueOf(upper(text))),
                queues(generate),
                generate.number("estimate_error"),
                generate.nanos("patience"),
                ExtendedResources.readShares(generate.value("resources")),
                generate.has("profiles")
                        ? generate.items("profiles").stream()
                                .map(WorkloadReader::profile)
                                .toList()
                        : List.of(),
                generate.value("deadlines").entries().isEmpty()
                        ? new TreeMap<>()
                        : sorted(generate, "deadlines", Double::valueOf),
                generate.has("within")
                        ? WithinText.read(generate.value("within")).in(levels)
                        : null,
                RunProfile.NONE.withTraffic(TrafficKeys.read(generate.value(TrafficKeys.KEY))),
                reads(generate.section("reads")),
                generate.has("mig") ? mig(generate) : new LinkedHashMap<>(),
                generate.value("qos").entries().isEmpty() ? new LinkedHashMap<>() : generate.weights("qos"),
                UseSpec.read(generate.section("use")),
                elastic(generate.section("elastic")),
                GroupedSpec.read(generate.section("grouped"), levels),
                PhasedSpec.read(generate.section("phased")),
                JobReader.checkpoints(generate.value("checkpoint")),
                generate.fraction("estimated"));
    }

    private static GenerateSpec.Profile profile(Tree tree) {
        Fields fields = ScenarioSchema.PROFILE.read(tree);
        RunProfile speeds = Throughput.read(fields.value(Throughput.KEY))
                .withUtilities(UtilityKeys.read(fields.value(UtilityKeys.KEY)));
        return new GenerateSpec.Profile(
                fields.number("weight"), fields.text("name"), fields.flag("told") ? speeds : speeds.asHidden());
    }

    private static SequencedMap<String, Double> mig(Fields generate) {
        requireSome(generate.value("mig"));
        for (Tree.Entry entry : generate.value("mig").entries()) {
            if (!MigChips.profiles().contains(entry.key())) {
                throw InputException.about(
                        entry.position(),
                        generate.value("mig").path(),
                        entry.key(),
                        InputException.unknown("MIG profile", entry.key(), MigChips.profiles()));
            }
        }
        return generate.weights("mig");
    }

    /** Weights by what their key means; two keys may not mean the same, as 0.5 and 500m do. */
    private static <K extends Comparable<K>> SortedMap<K, Double> sorted(
            Fields fields, String key, Function<String, K> meaning) {
        SortedMap<K, Double> weights = new TreeMap<>();
        requireSome(fields.value(key));
        fields.weights(key).forEach((text, weight) -> {
            if (weights.put(meaning.apply(text), weight) != null) {
                throw InputException.at(fields.value(key), Quote.of(text) + " is there twice");
            }
        });
        return weights;
    }

    private static SequencedMap<String, Double> queues(Fields generate) {
        requireSome(generate.value("queues"));
        if (!(generate.value("queues") instanceof Tree.Items names)) {
            return generate.weights("queues");
        }
        SequencedMap<String, Double> weights = new LinkedHashMap<>();
        for (Tree name : names.items()) {
            weights.put(name.text(), 1.0);
        }
        return weights;
    }

    private static void requireSome(Tree tree) {
        boolean none = tree instanceof Tree.Items
                ? tree.items().isEmpty()
                : tree.entries().isEmpty();
        if (none) {
            throw InputException.at(tree, "must not be empty; leave the key out for its default");
        }
    }

    private static long positiveNanos(Fields fields, String key) {
        long nanos = fields.nanos(key);
        if (nanos == 0) {
            throw InputException.at(fields.value(key), "must be longer than 0");
        }
        return nanos;
    }

    private static String upper(String word) {
        return word.toUpperCase(Locale.ROOT);
    }
}
