package io.berth.spec.job;

import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.Metrics;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.Phases;
import io.berth.core.workload.Preference;
import io.berth.core.workload.Program;
import io.berth.core.workload.Timing;
import io.berth.core.workload.Toleration;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.Checkpoints;
import io.berth.core.workload.term.Interruption;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.Readiness;
import io.berth.core.workload.term.RunProfile;
import io.berth.core.workload.term.Terms;
import io.berth.core.workload.term.When;
import io.berth.spec.cluster.ExtendedResources;
import io.berth.spec.cluster.Labels;
import io.berth.spec.cluster.Taints;
import io.berth.spec.input.InputException;
import io.berth.spec.input.PlainText;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.mig.MigChips;
import io.berth.spec.quantity.ArrayIndices;
import io.berth.spec.quantity.GpuShare;
import io.berth.spec.schema.Fields;
import java.util.List;
import java.util.Locale;

/** Reads a job from YAML or JSON. */
public final class JobReader {
    private JobReader() {}

    /** The job in {@code source}; without a name of its own it is called after its file. */
    public static JobSpec read(Source source) {
        return read(TreeReader.read(source), source.baseName());
    }

    /** The job in {@code tree}; without a name of its own it is called {@code name}. */
    public static JobSpec read(Tree tree, String name) {
        Fields fields = JobSchema.JOB.read(tree);
        List<Tree> after = fields.items("after");
        if (after.size() > Terms.MOST_AFTER) {
            throw InputException.at(fields.value("after"), "may name at most " + Terms.MOST_AFTER + " jobs");
        }
        return read(fields, name, after.stream().map(JobReader::after).toList());
    }

    /** The job of {@code fields} but for its key {@code after}. */
    static JobSpec read(Fields fields, String name, List<After> after) {
        Terms terms = terms(fields, after);
        GroupReader groups = new GroupReader(fields);
        Phases phases = fields.has(JobSchema.PHASES) ? groups.phases() : Phases.NONE;
        JobSpec job = new JobSpec(
                fields.has("name") ? PlainText.of(fields.value("name")) : name,
                fields.has("queue") ? PlainText.of(fields.value("queue")) : fields.text("queue"),
                JobKind.valueOf(fields.text("kind").toUpperCase(Locale.ROOT)),
                fields.integer("priority"),
                phases.any() ? List.of(phases.now().group()) : groups.groups(),
                new Timing(
                        Math.min(fields.nanos("estimate"), terms.timeLimitNanos()),
                        fields.nanos("duration"),
                        fields.nanos("patience"),
                        fields.nanos("deadline"),
                        profile(fields)),
                terms);
        if (phases.any()) {
            return job.withPhases(phases);
        }
        JobSpec whole = fields.has(ServiceKeys.KEY) ? ServiceKeys.read(fields, job) : job;
        return fields.flag("best_effort") ? ofBestEffort(fields, whole) : whole;
    }

    private static JobSpec ofBestEffort(Fields fields, JobSpec job) {
        try {
            return job.ofBestEffort();
        } catch (IllegalArgumentException e) {
            throw InputException.at(fields.value("best_effort"), String.valueOf(e.getMessage()));
        }
    }

    private static RunProfile profile(Fields fields) {
        return Throughput.read(fields.value(Throughput.KEY))
                .withTraffic(TrafficKeys.read(fields.value(TrafficKeys.KEY)))
                .withSpeedup(SpeedupKeys.read(fields.value(SpeedupKeys.KEY)))
                .withUtilities(UtilityKeys.read(fields.value(UtilityKeys.KEY)));
    }

    private static Terms terms(Fields fields, List<After> after) {
        long limit = fields.nanos("time_limit");
        if (limit == 0) {
            throw InputException.at(fields.value("time_limit"), "must be above 0, or never");
        }
        Terms terms = new Terms(
                        limit,
                        fields.integer("retries"),
                        after,
                        fields.has("array") ? array(fields.value("array")) : JobArray.NONE,
                        interruption(fields))
                .withReady(fields.has("ready") ? ready(fields.value("ready")) : Readiness.NONE);
        return fields.has("qos") ? terms.ofClass(PlainText.of(fields.value("qos"))) : terms;
    }

    /** A process that is stopped loses what it did, unless its user says otherwise; emulated work loses none. */
    private static Interruption interruption(Fields fields) {
        long grace = fields.has("grace") ? fields.nanos("grace") : Interruption.USUAL_GRACE;
        if (fields.has("checkpoint") && !(fields.value("checkpoint") instanceof Tree.Scalar)) {
            return new Interruption(true, grace).with(checkpoints(fields.value("checkpoint")));
        }
        boolean resumes = fields.has("checkpoint") ? fields.flag("checkpoint") : !GroupReader.runs(fields);
        return new Interruption(resumes, grace);
    }

    /** What {@link JobSchema#CHECKPOINT} says. */
    public static Checkpoints checkpoints(Tree value) {
        Fields fields = JobSchema.CHECKPOINT.read(value);
        return new Checkpoints(
                fields.has("every") ? fields.nanos("every") : 0, fields.has("restart") ? fields.nanos("restart") : 0);
    }

    private static After after(Tree item) {
        if (item instanceof Tree.Scalar) {
            return new After(item.whole(), When.OK);
        }
        Fields fields = JobSchema.AFTER.read(item);
        return new After(fields.whole("job"), When.valueOf(fields.text("when").toUpperCase(Locale.ROOT)));
    }

    private static Readiness ready(Tree value) {
        Fields fields = JobSchema.READY.read(value);
        long within = fields.nanos("within");
        if (within == 0) {
            throw InputException.at(fields.value("within"), "must be above 0, or never");
        }
        return within == Nanos.NEVER
                ? Readiness.NONE
                : new Readiness(within, fields.integer("tolerate"), fields.integer("retries"));
    }

    private static JobArray array(Tree value) {
        if (value instanceof Tree.Scalar) {
            return ArrayIndices.parse(value.text());
        }
        Fields fields = JobSchema.ARRAY.read(value);
        int count = fields.integer("count");
        return JobArray.of(count, fields.has("parallel") ? fields.integer("parallel") : count);
    }

    static Metrics metrics(Tree value) {
        if (value instanceof Tree.Scalar) {
            return value.text().equals("off") ? Metrics.OFF : Metrics.USUAL;
        }
        Fields fields = JobSchema.METRICS.read(value);
        String pattern = fields.text("pattern", "");
        if (fields.has("pattern")) {
            try {
                MetricPattern.of(pattern);
            } catch (IllegalArgumentException e) {
                throw InputException.at(fields.value("pattern"), String.valueOf(e.getMessage()));
            }
        }
        return new Metrics(true, pattern, fields.has("steps") ? fields.whole("steps") : 0);
    }

    /** A list as it is; one text for the shell. */
    static List<String> command(Tree value) {
        if (!(value instanceof Tree.Items list)) {
            if (value.text().isBlank()) {
                throw InputException.at(value, "must not be blank");
            }
            return Program.shell(value.text());
        }
        List<String> command = list.items().stream().map(Tree::text).toList();
        if (command.isEmpty() || command.getFirst().isBlank()) {
            throw InputException.at(value, "must begin with the program to run");
        }
        return command;
    }

    static Demand demand(Fields fields) {
        boolean mig = fields.has("mig");
        GpuShare gpus = mig ? ofInstance(fields) : gpus(fields);
        List<String> models = fields.items("models").stream().map(Tree::text).toList();
        if (gpus.gpus() == 0 && !models.isEmpty()) {
            throw InputException.at(fields.value("models"), "goes only with gpus, gpu_memory or mig");
        }
        Acceptable acceptable = acceptable(fields, gpus, models);
        DeviceDemand devices = mig
                ? new DeviceDemand.Instance(profile(fields.value("mig")), acceptable)
                : DeviceDemand.of(gpus.gpus(), gpus.gpuMilli(), fields.bytes("gpu_memory"), acceptable);
        return new Demand(
                new Amounts(
                        fields.cpuMilli("cpu"),
                        fields.bytes("memory"),
                        fields.bytes("disk"),
                        fields.bytes("disk_io"),
                        fields.bytes("network"),
                        ExtendedResources.read(fields.value("resources"))),
                fields.has("links") ? LinkSpeed.linked(devices, fields.value("links")) : devices,
                where(fields),
                within(fields),
                data(fields));
    }

    private static List<Preference> data(Fields fields) {
        List<String> names = fields.items("data").stream().map(Tree::text).toList();
        return names.isEmpty() ? List.of() : List.of(new Preference.OfData(names));
    }

    private static List<PeerRule> within(Fields fields) {
        return fields.has("within") ? List.of(WithinText.read(fields.value("within"))) : List.of();
    }

    private static Acceptable acceptable(Fields fields, GpuShare gpus, List<String> models) {
        String kind = PlainText.of(fields.value("device_kind"));
        if (kind.equals(Acceptable.GPU)) {
            return Acceptable.gpus(models);
        }
        if (gpus.gpus() == 0) {
            throw InputException.at(fields.value("device_kind"), "goes only with gpus, gpu_memory or mig");
        }
        return new Acceptable(kind, models);
    }

    private static NodeTerms where(Fields fields) {
        List<Label> labels = Labels.read(fields.value("node_labels"));
        List<Toleration> tolerations = Taints.readTolerations(fields.value("tolerations"));
        return labels.isEmpty() && tolerations.isEmpty() ? NodeTerms.ANY : new NodeTerms(labels, tolerations);
    }

    private static String profile(Tree tree) {
        String name = tree.text();
        // Media engines and the like, as in 1g.10gb+me, are of the instances that are there.
        if (!MigChips.profiles().contains(name.replaceFirst("[+-].*", ""))) {
            throw InputException.at(tree, InputException.unknown("MIG profile", name, MigChips.profiles()));
        }
        return name;
    }

    /** One device, of which the profile says all that may be said. */
    private static GpuShare ofInstance(Fields fields) {
        for (String other : List.of("gpus", "gpu_memory")) {
            if (fields.has(other) && !fields.text(other).matches("0|0B")) {
                throw InputException.at(
                        fields.value(other), "may not stand beside mig, which says what part of a GPU it is");
            }
        }
        return new GpuShare(1, 0);
    }

    /** The GPUs asked for; memory alone asks for an unstated share of one. */
    private static GpuShare gpus(Fields fields) {
        boolean memory = fields.bytes("gpu_memory") > 0;
        if (!fields.has("gpus")) {
            return memory ? new GpuShare(1, 0) : GpuShare.NONE;
        }
        GpuShare gpus = fields.gpus("gpus");
        if (memory && gpus.gpus() == 0) {
            throw InputException.at(fields.value("gpu_memory"), "cannot be had with 0 gpus");
        }
        return gpus;
    }
}
