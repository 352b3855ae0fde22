package io.berth.spec.job;

import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Metrics;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.Phase;
import io.berth.core.workload.Preference;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.Checkpoints;
import io.berth.core.workload.term.Interruption;
import io.berth.core.workload.term.Terms;
import io.berth.spec.cluster.ExtendedResources;
import io.berth.spec.cluster.Labels;
import io.berth.spec.cluster.Taints;
import io.berth.spec.quantity.ArrayIndices;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.quantity.Cpus;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.GpuShare;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;

/** Writes a job as the document that {@link JobReader} reads back to an equal one. */
public final class JobWriter {
    private JobWriter() {}

    /** The keys and values of {@code job}, for {@link io.berth.spec.json.Json}. */
    public static SequencedMap<String, Object> document(JobSpec job) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("name", job.name());
        document.put("queue", job.queue());
        document.put("kind", job.kind().name().toLowerCase(Locale.ROOT));
        document.put("priority", job.priority());
        if (!job.terms().qos().isEmpty()) {
            document.put("qos", job.terms().qos());
        }
        if (job.phases().any()) {
            document.put(
                    JobSchema.PHASES,
                    job.phases().all().stream().map(JobWriter::phase).toList());
        } else if (named(job)) {
            document.put("groups", job.groups().stream().map(JobWriter::group).toList());
        } else {
            size(job.groups().getFirst(), document);
            document.put("demand", demand(job.demand()));
        }
        if (!job.phases().any()) {
            document.put("estimate", Durations.format(job.estimateNanos()));
            document.put("duration", Durations.format(job.workNanos()));
        }
        document.put("patience", Durations.format(job.patienceNanos()));
        document.put("deadline", Durations.format(job.deadlineNanos()));
        if (!job.profile().speeds().isEmpty()) {
            document.put(Throughput.KEY, Throughput.document(job.profile()));
        }
        if (!job.profile().utilities().isEmpty()) {
            document.put(UtilityKeys.KEY, UtilityKeys.document(job.profile()));
        }
        if (!job.profile().speedup().inProportion()) {
            document.put(SpeedupKeys.KEY, SpeedupKeys.document(job.profile().speedup()));
        }
        if (job.profile().traffic() != null) {
            document.put(TrafficKeys.KEY, TrafficKeys.document(job.profile().traffic()));
        }
        terms(job.terms(), document);
        interruption(job, document);
        if (!named(job) && !job.phases().any()) {
            program(job.program(), document);
        }
        ofAllPrograms(job.firstProgram(), document);
        if (job.firstProgram().service().serves()) {
            document.put("service", ServiceKeys.document(job));
        }
        return document;
    }

    /** True for a job that was written with groups. */
    private static boolean named(JobSpec job) {
        return !job.uniform() || !job.groups().getFirst().name().isEmpty();
    }

    private static SequencedMap<String, Object> phase(Phase phase) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("name", phase.name());
        size(phase.group(), document);
        document.putAll(demand(phase.group().demand()));
        program(phase.group().program(), document);
        document.put("estimate", Durations.format(phase.estimateNanos()));
        document.put("duration", Durations.format(phase.workNanos()));
        return document;
    }

    private static SequencedMap<String, Object> group(TaskGroup group) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("name", group.name());
        size(group, document);
        document.putAll(demand(group.demand()));
        if (group.within() != null) {
            document.put(WithinText.OF_GROUP, WithinText.document(group.within()));
        }
        program(group.program(), document);
        return document;
    }

    private static void size(TaskGroup group, SequencedMap<String, Object> document) {
        if (group.elastic()) {
            document.put("min", group.min());
            document.put("max", group.max());
        } else {
            document.put("tasks", group.max());
        }
    }

    /** As {@link #document}, with what a task asks for in plain numbers, for programs: CPUs, GPUs, bytes, bytes a second. */
    public static SequencedMap<String, Object> plain(JobSpec job) {
        SequencedMap<String, Object> document = document(job);
        if (job.phases().any()) {
            document.put(
                    JobSchema.PHASES,
                    job.phases().all().stream()
                            .map(phase -> {
                                SequencedMap<String, Object> plain = phase(phase);
                                plain.putAll(numbers(phase.group().demand()));
                                return plain;
                            })
                            .toList());
        }
        if (!named(job)) {
            document.put("demand", numbers(job.demand()));
            return document;
        }
        document.put(
                "groups",
                job.groups().stream()
                        .map(group -> {
                            SequencedMap<String, Object> plain = group(group);
                            plain.putAll(numbers(group.demand()));
                            return plain;
                        })
                        .toList());
        return document;
    }

    private static SequencedMap<String, Object> numbers(Demand demand) {
        SequencedMap<String, Object> numbers = demand(demand);
        numbers.put("cpu", number(demand.cpuMilli()));
        numbers.put("memory", demand.memoryBytes());
        numbers.put("disk", demand.diskBytes());
        numbers.put("disk_io", demand.diskIoBytesPerSecond());
        numbers.put("network", demand.networkBytesPerSecond());
        numbers.computeIfPresent("gpus", (_, _) -> number(demand.totalGpuMilli()));
        numbers.put("gpu_memory", demand.gpuMemoryBytes());
        return numbers;
    }

    /** Thousandths as a number, without a fraction where it has none. */
    private static Number number(long milli) {
        if (milli % 1000 == 0) {
            return milli / 1000;
        }
        return milli / 1000.0;
    }

    /** What differs from a job by itself that runs once. */
    private static void terms(Terms terms, SequencedMap<String, Object> document) {
        if (terms.timeLimitNanos() != Nanos.NEVER) {
            document.put("time_limit", Durations.format(terms.timeLimitNanos()));
        }
        if (terms.retries() > 0 && !terms.always()) {
            document.put("retries", terms.retries());
        }
        if (!terms.after().isEmpty()) {
            document.put("after", terms.after().stream().map(JobWriter::after).toList());
        }
        if (terms.ready().limited()) {
            SequencedMap<String, Object> ready = new LinkedHashMap<>();
            ready.put("within", Durations.format(terms.ready().withinNanos()));
            ready.put("tolerate", terms.ready().tolerate());
            ready.put("retries", terms.ready().retries());
            document.put("ready", ready);
        }
        // A job of an array that was made into jobs is one by itself; those of a service are its replicas.
        if (terms.always()) {
            return;
        }
        if (terms.array().unplaced() && !terms.array().values().isEmpty()) {
            document.put("array", ArrayIndices.format(terms.array()));
        } else if (terms.array().unplaced()) {
            SequencedMap<String, Object> array = new LinkedHashMap<>();
            array.put("count", terms.array().count());
            array.put("parallel", terms.array().parallel());
            document.put("array", array);
        }
    }

    /** What differs from what a job of its kind has. */
    private static void interruption(JobSpec job, SequencedMap<String, Object> document) {
        if (job.bestEffort()) {
            document.put("best_effort", true);
        }
        Interruption interruption = job.terms().interruption();
        Checkpoints checkpoints = interruption.checkpoints();
        if (interruption.resumes() && !checkpoints.equals(Checkpoints.FREE)) {
            document.put("checkpoint", checkpoint(checkpoints));
        } else if (interruption.resumes() == job.firstProgram().runs()) {
            document.put("checkpoint", interruption.resumes());
        }
        if (interruption.graceNanos() != Interruption.USUAL_GRACE) {
            document.put("grace", Durations.format(interruption.graceNanos()));
        }
    }

    /** What {@link JobSchema#CHECKPOINT} reads. */
    public static SequencedMap<String, Object> checkpoint(Checkpoints checkpoints) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        if (checkpoints.everyNanos() > 0) {
            document.put("every", Durations.format(checkpoints.everyNanos()));
        }
        if (checkpoints.restartNanos() > 0) {
            document.put("restart", Durations.format(checkpoints.restartNanos()));
        }
        return document;
    }

    private static SequencedMap<String, Object> after(After after) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("job", after.job());
        document.put("when", after.when().name().toLowerCase(Locale.ROOT));
        return document;
    }

    private static void program(Program program, SequencedMap<String, Object> document) {
        if (!program.runs()) {
            return;
        }
        document.put("command", program.command());
        if (!program.environment().isEmpty()) {
            document.put("env", program.environment());
        }
        if (!program.directory().isEmpty()) {
            document.put("directory", program.directory());
        }
    }

    /** What programs of all groups of a job have in common. */
    private static void ofAllPrograms(Program program, SequencedMap<String, Object> document) {
        if (!program.runs()) {
            return;
        }
        if (!program.user().isEmpty()) {
            document.put("user", program.user());
        }
        metrics(program.metrics(), document);
    }

    private static void metrics(Metrics metrics, SequencedMap<String, Object> document) {
        if (!metrics.read()) {
            document.put("metrics", "off");
            return;
        }
        SequencedMap<String, Object> said = new LinkedHashMap<>();
        if (!metrics.pattern().isEmpty()) {
            said.put("pattern", metrics.pattern());
        }
        if (metrics.steps() > 0) {
            said.put("steps", metrics.steps());
        }
        if (!said.isEmpty()) {
            document.put("metrics", said);
        }
    }

    /** What a task asks for, with all keys that most jobs have. */
    static SequencedMap<String, Object> demand(Demand demand) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("cpu", Cpus.format(demand.cpuMilli()));
        document.put("memory", Bytes.format(demand.memoryBytes()));
        document.put("disk", Bytes.format(demand.diskBytes()));
        document.put("disk_io", Bytes.format(demand.diskIoBytesPerSecond()));
        document.put("network", Bytes.format(demand.networkBytesPerSecond()));
        // A demand of GPU memory alone has no share, and its key must be absent.
        if (demand.devices() instanceof DeviceDemand.Instance instance) {
            document.put("mig", instance.profile());
        } else if (demand.gpus() == 0 || demand.gpuMilli() > 0) {
            document.put("gpus", GpuShare.format(demand.totalGpuMilli()));
        }
        document.put("gpu_memory", Bytes.format(demand.gpuMemoryBytes()));
        document.put("models", demand.gpuModels());
        named(demand, document);
        return document;
    }

    /** What few jobs ask for. */
    private static void named(Demand demand, SequencedMap<String, Object> document) {
        if (demand.gpus() > 0 && !demand.devices().of().kind().equals(Acceptable.GPU)) {
            document.put("device_kind", demand.devices().of().kind());
        }
        if (demand.devices().linkMegabytes() > 0) {
            document.put("links", LinkSpeed.format(demand.devices().linkMegabytes()));
        }
        if (!demand.amounts().extended().isEmpty()) {
            document.put(
                    "resources", ExtendedResources.document(demand.amounts().extended()));
        }
        if (!demand.where().labels().isEmpty()) {
            document.put("node_labels", Labels.document(demand.where().labels()));
        }
        if (!demand.where().tolerations().isEmpty()) {
            document.put(
                    "tolerations", Taints.documentOfTolerations(demand.where().tolerations()));
        }
        for (PeerRule rule : demand.peers()) {
            if (rule instanceof PeerRule.Within within) {
                document.put("within", WithinText.document(within));
            }
        }
        for (Preference preference : demand.preferences()) {
            if (preference instanceof Preference.OfData data) {
                document.put("data", data.sets());
            }
        }
    }
}
