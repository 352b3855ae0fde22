package io.berth.spec.job;

import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Phases;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.Readiness;
import io.berth.core.workload.term.Terms;
import io.berth.spec.cluster.ExtendedResources;
import io.berth.spec.cluster.Labels;
import io.berth.spec.cluster.Taints;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Either;
import io.berth.spec.schema.Shape.Items;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.ValueType;
import java.util.ArrayList;
import java.util.List;

/** The keys of a job file. */
public final class JobSchema {
    static final String PHASES = "phases";

    private static final Shape TEXT = Shape.of(ValueType.TEXT);
    private static final Shape BYTES = Shape.of(ValueType.BYTES);
    private static final Shape DURATION_OR_NEVER = Shape.of(ValueType.DURATION_OR_NEVER);

    static final Section DEMAND = Section.of(
            "demand",
            "What each task needs of its node.",
            Key.of("cpu", Shape.of(ValueType.CPUS), "CPUs.").fallback("1"),
            Key.of("memory", BYTES, "Memory.").fallback("0"),
            Key.of("disk", BYTES, "Local disk.").fallback("0"),
            Key.of("disk_io", BYTES, "Disk bandwidth per second.").fallback("0"),
            Key.of("network", BYTES, "Network bandwidth per second.").fallback("0"),
            Key.of(
                            "gpus",
                            Shape.of(ValueType.GPUS),
                            "Whole GPUs, or a share of one; absent: none, or gpu_memory of one.")
                    .example("0.5"),
            Key.of("gpu_memory", BYTES, "Memory on a shared GPU; 0 is unstated. Whole GPUs come with all of theirs.")
                    .fallback("0"),
            Key.of("mig", TEXT, "An instance of a GPU that MIG cuts, by its profile, in place of gpus and gpu_memory.")
                    .example("1g.10gb"),
            Key.of("models", new Items(TEXT), "GPU models that will do; empty: any.")
                    .fallback("[]"),
            Key.of("links", TEXT, LinkSpeed.WORDS).example("nvlink"),
            Key.of("device_kind", TEXT, "The kind of accelerator that gpus, gpu_memory and models mean, such as npu.")
                    .fallback(Acceptable.GPU),
            Key.of(
                            "resources",
                            ExtendedResources.SHAPE,
                            "Whole units of what nodes have by name alone, such as {example.com/licence: 1}.")
                    .fallback("{}"),
            Key.of("node_labels", Labels.SHAPE, "Labels that a node must have, all of them, such as {rack: r1}.")
                    .fallback("{}"),
            Key.of("tolerations", Taints.SHAPE, Taints.WORDS_OF_TOLERATIONS).fallback("{}"),
            Key.of("within", WithinText.SHAPE, WithinText.WORDS).example("rack"),
            Key.of(
                            "data",
                            new Items(TEXT),
                            "Data sets that it reads, by name; in simulation it begins when its node has them, elsewhere nothing is brought.")
                    .fallback("[]"));

    static final Section AFTER = Section.of(
            "after",
            "A job that must have ended before.",
            Key.of("job", Shape.whole(1, Long.MAX_VALUE), "Its number.")
                    .mandatory()
                    .example("12"),
            Key.of("when", Shape.choice("ok", "any", "failed"), "How: well, however, or otherwise than well.")
                    .fallback("ok"));

    static final Section GRAPH_AFTER = Section.of(
            "after",
            AFTER.doc(),
            Key.of("job", TEXT, "Its name in this file, or its number.")
                    .mandatory()
                    .example("prep"),
            AFTER.key("when"));

    static final Section ARRAY = Section.of(
            "array",
            "Many jobs that are alike but for their index.",
            Key.of("count", Shape.whole(1, JobArray.MOST), "How many.")
                    .mandatory()
                    .example("100"),
            Key.of("parallel", Shape.whole(1, JobArray.MOST), "How many of them may hold room at once; absent: all.")
                    .example("5"));

    /** What a job loses that goes on where it stopped. */
    public static final Section CHECKPOINT = Section.of(
            "checkpoint",
            "What a job loses that goes on where it stopped.",
            Key.of(
                            "every",
                            Shape.of(ValueType.DURATION),
                            "How long it runs between two checkpoints; absent: it writes what it did when it is told to stop.")
                    .example("15m"),
            Key.of(
                            "restart",
                            Shape.of(ValueType.DURATION),
                            "How long it takes, when it starts again, until it does new work; absent: no time.")
                    .example("2m"));

    static final Section METRICS = Section.of(
            "metrics",
            "What is read of the output of its tasks.",
            Key.of(
                            "pattern",
                            TEXT,
                            "A regular expression of RE2 in place of the usual forms: each named group is a value of the "
                                    + "line; step, steps, epoch, epochs and progress say how far the job is.")
                    .example("'it (?P<step>[0-9]+) cost (?P<loss>[^ ]+)'"),
            Key.of("steps", Shape.whole(1, Long.MAX_VALUE), "How many steps it takes; absent: as its output says.")
                    .example("400"));

    private static final int MOST_TASKS = 1_000_000;

    private static final Key TASKS =
            Key.of("tasks", Shape.whole(1, MOST_TASKS), "How many equal tasks.").fallback("1");

    private static final Key MIN = Key.of(
                    "min",
                    Shape.whole(1, MOST_TASKS),
                    "How many tasks must start together where fewer than max may; absent: 1.")
            .example("2")
            .with("max");

    private static final Key MAX = Key.of(
                    "max",
                    Shape.whole(1, MOST_TASKS),
                    "How many tasks start where there is room for more than min. With fewer than max the work takes longer "
                            + "in proportion.")
            .example("8")
            .without("tasks");

    private static final Key COMMAND = Key.of(
                    "command",
                    Shape.oneOrMore(Shape.of(ValueType.ARGUMENT)),
                    "What each task runs: the program and its arguments, or one text that /bin/sh -c reads; "
                            + "absent: the world runs what it knows.")
            .example("[python, train.py, --epochs, 3]");

    private static final Key ENV = Key.of(
                    "env",
                    new Shape.Variables(),
                    "Environment variables of the command, beside Berth's own; those of a group go before those of the job.")
            .example("{MODE: fast}");

    private static final Key DIRECTORY = Key.of(
                    "directory", Shape.of(ValueType.FOLDER), "Where the command starts, on the machine that runs it.")
            .example("/home/ada/project");

    /** One of the groups of a job; its keys of a demand have no defaults, as the job's own are theirs. */
    static final Section GROUP = new Section(
            "group",
            "Equal tasks of a job. What a group does not say of the keys that the job has too, or its demand, is as the job says.",
            keysOfGroups(),
            List.of());

    /** One of the phases of a job: as a group, with a run time of its own. */
    static final Section PHASE = new Section(
            "phase",
            "A part of a job's work with a demand of its own. What a phase does not say of the keys that the job has too, or its demand, is as the job says.",
            phaseKeys(),
            List.of());

    /** How long tasks may take until they run. */
    static final Section READY = Section.of(
            "ready",
            "How long tasks may take from the decision to start them until they run.",
            Key.of("within", DURATION_OR_NEVER, "How long; never: as long as they need.")
                    .fallback("never"),
            Key.of(
                            "tolerate",
                            Shape.whole(0, MOST_TASKS),
                            "Of how many tasks it does not matter that they take longer.")
                    .fallback("0"),
            Key.of(
                            "retries",
                            Shape.whole(0, Readiness.MOST_RETRIES),
                            "How often the job is tried again, 10 s after the first time, then twice as long each time, 10 min at most; "
                                    + "after that it has failed.")
                    .fallback("3"));

    /** The whole file. */
    public static final Section JOB = Section.of(
            "job",
            "A job: tasks that start together or not at all.",
            Key.of("name", TEXT, "What its user calls it; absent: the name of the file.")
                    .example("train"),
            Key.of("queue", TEXT, "Who pays.").fallback("default"),
            Key.of("kind", Shape.choice("batch", "service", "interactive"), "What it is for: batch ends by itself.")
                    .fallback("batch"),
            Key.of("priority", Shape.whole(Integer.MIN_VALUE, Integer.MAX_VALUE), "Larger is more urgent.")
                    .fallback("0"),
            Key.of("qos", TEXT, "Its class, which says within which time it shall start; absent: none.")
                    .fallback("")
                    .example("interactive"),
            TASKS,
            MIN,
            MAX,
            Key.of(
                            "groups",
                            new Items(new Nested(GROUP)),
                            "Its groups of equal tasks in place of tasks, min and max, each with a demand and a command of "
                                    + "its own; all start together or none does. Tasks are numbered from 0 through all of "
                                    + "them. At most " + JobSpec.MOST_GROUPS + ".")
                    .example("[{name: ps, cpu: 2}, {name: worker, tasks: 4, gpus: 1}]")
                    .without("max"),
            Key.of(
                            PHASES,
                            new Items(new Nested(PHASE)),
                            "Its phases, one after another, each with a demand, a command and a run time of its own, in place of tasks, "
                                    + "min and max: where one is done, the job gives back what it held and waits, at its place, for what "
                                    + "the next asks for. At most " + Phases.MOST + ".")
                    .example("[{name: load, cpu: 8, duration: 10m}, {name: train, gpus: 4, duration: 2h}]")
                    .without("groups"),
            Key.of("demand", new Nested(DEMAND), "What each task needs of its node."),
            Key.of("resources", new Nested(DEMAND), "Another name of demand.").without("demand"),
            Key.of("estimate", DURATION_OR_NEVER, "The run time its user expects; never: unknown.")
                    .fallback("never"),
            Key.of("duration", DURATION_OR_NEVER, "The run time in an emulated world; never: until cancelled.")
                    .fallback("never"),
            Key.of("patience", DURATION_OR_NEVER, "How long it waits before it is rejected.")
                    .fallback("never"),
            Key.of("deadline", DURATION_OR_NEVER, "How long after its submission it should have ended.")
                    .fallback("never"),
            Key.of(Throughput.KEY, Throughput.SHAPE, Throughput.WORDS)
                    .fallback("{}")
                    .example("{V100: 1, P100: 0.5, K80: 0.2}"),
            Key.of(UtilityKeys.KEY, UtilityKeys.SHAPE, UtilityKeys.WORDS)
                    .fallback("{}")
                    .example("{H100: 3, A100: 1}"),
            Key.of(SpeedupKeys.KEY, SpeedupKeys.SHAPE, SpeedupKeys.WORDS)
                    .fallback("{}")
                    .example("{1: 1, 2: 1.9, 4: 3.4, 8: 5.5}"),
            Key.of(
                            "time_limit",
                            DURATION_OR_NEVER,
                            "How long its tasks may run together before they are stopped; no estimate is longer.")
                    .fallback("never"),
            Key.of(TrafficKeys.KEY, TrafficKeys.SHAPE, TrafficKeys.WORDS).fallback(TrafficKeys.NONE),
            Key.of(
                            "retries",
                            Shape.whole(0, Terms.MOST_RETRIES),
                            "How often it is started again after a task failed, 10 s after the first failure, then "
                                    + "twice as long each time, 10 min at most. A lost node takes none of them.")
                    .fallback("0"),
            Key.of(
                            "ready",
                            new Nested(READY),
                            "Stops the job whole where more of its tasks than it tolerates do not run in time, such as "
                                    + "{within: 5m, tolerate: 1, retries: 3}, and tries it again later; absent: they may take as long as they need.")
                    .example("{within: 5m}"),
            Key.of(
                            "best_effort",
                            Shape.of(ValueType.FLAG),
                            "Whether its tasks get what others ask for and do not use, and stop as soon as these use it again; they ask"
                                    + " for CPU, memory, GPUs and shares of GPUs only.")
                    .fallback("false")
                    .example("true"),
            Key.of(
                            "checkpoint",
                            Either.of(Shape.of(ValueType.FLAG), new Nested(CHECKPOINT)),
                            "Whether it goes on where it was when it is stopped for another job and started again; absent: a job with "
                                    + "a command begins anew, emulated work goes on. In full what it loses then {every: 15m, restart: 2m}.")
                    .example("true"),
            Key.of(
                            "grace",
                            Shape.of(ValueType.DURATION),
                            "How long its tasks may take to end once they are asked to, before they are killed; absent: as "
                                    + "long as all.")
                    .example("2m"),
            Key.of(
                            "after",
                            new Items(Either.of(Shape.whole(1, Long.MAX_VALUE), new Nested(AFTER))),
                            "The jobs that must have ended before it may start, by number; a number alone: ended well.")
                    .fallback("[]"),
            Key.of(
                            "array",
                            Either.of(Shape.of(ValueType.ARRAY), new Nested(ARRAY)),
                            "How many jobs to make of this one, in full {count: 100, parallel: 5}; or their indices, as "
                                    + "Slurm writes them: 0-99%5 (five at once), 1,3,7, 0-20:4. Each finds its index, "
                                    + "from 0 where a count is given, in BERTH_ARRAY_TASK_ID and SLURM_ARRAY_TASK_ID, "
                                    + "the number of the first in BERTH_ARRAY_JOB_ID.")
                    .example("100"),
            COMMAND,
            ENV,
            DIRECTORY,
            Key.of(
                            ServiceKeys.KEY,
                            Either.of(TEXT, new Nested(ServiceKeys.SECTION)),
                            "Makes the command a replica of a model server, or several, each a job: it gets a port of its own in PORT, and is"
                                    + " started again whenever it ends, until it is cancelled. The name of the service, or in full"
                                    + " {name: chat, replicas: 2, port: 8000, health: /health, drain: 30s}: port in place of a free"
                                    + " one, for one replica; health, the path that answers with 2xx when a replica takes requests;"
                                    + " drain, how long one that is to be stopped goes on at most, until gateways have nothing there.")
                    .example("{name: chat, replicas: 2}"),
            Key.of("user", TEXT, "As whom the command runs; absent: as whoever starts it.")
                    .example("ada"),
            Key.of(
                            "metrics",
                            Either.of(Shape.choice("auto", "off"), new Nested(METRICS)),
                            "What training curves and progress are read from: auto, the usual forms in the output of the "
                                    + "command, such as step=120 loss=0.53; off, nothing; or {pattern: TEXT, steps: 400}.")
                    .example("auto"));

    /** One of {@link #GRAPH}: it has a name, and may come after others of the file by theirs. */
    static final Section GRAPH_JOB = new Section(
            JOB.title(), JOB.doc(), JOB.keys().stream().map(JobSchema::ofGraph).toList(), List.of());

    /** A file of several jobs. */
    public static final Section GRAPH = Section.of(
            "jobs",
            "Several jobs that are submitted together, all of them or none.",
            Key.of("jobs", new Items(new Nested(GRAPH_JOB)), "The jobs, in any order.")
                    .mandatory()
                    .example("[{name: prep, command: make data}, {name: train, after: [prep], command: make model}]"),
            Key.of("env", new Shape.Variables(), "Environment variables of all commands; those of a job go before.")
                    .example("{MODE: fast}"),
            Key.of("directory", Shape.of(ValueType.FOLDER), "Where commands start whose job names no directory.")
                    .example("/home/ada/project"));

    private JobSchema() {}

    private static List<Key> phaseKeys() {
        List<Key> keys = new ArrayList<>(groupKeys());
        keys.add(Key.of("estimate", DURATION_OR_NEVER, "The run time its user expects; never: unknown.")
                .fallback("never"));
        keys.add(Key.of("duration", DURATION_OR_NEVER, "The run time in an emulated world; never: until cancelled.")
                .fallback("never"));
        return keys;
    }

    private static List<Key> keysOfGroups() {
        List<Key> keys = new ArrayList<>(groupKeys());
        keys.add(Key.of(WithinText.OF_GROUP, WithinText.SHAPE, WithinText.WORDS_OF_GROUP)
                .example("rack"));
        return keys;
    }

    private static List<Key> groupKeys() {
        List<Key> keys = new ArrayList<>();
        keys.add(Key.of("name", TEXT, "What its user calls it; no two of a job have the same.")
                .mandatory()
                .example("worker"));
        keys.addAll(List.of(TASKS, MIN, MAX));
        DEMAND.keys()
                .forEach(key ->
                        keys.add(key.fallback("").example(key.example().isEmpty() ? key.fallback() : key.example())));
        keys.addAll(List.of(COMMAND, ENV, DIRECTORY));
        return keys;
    }

    private static Key ofGraph(Key key) {
        return switch (key.name()) {
            case "name" ->
                Key.of("name", TEXT, "What others of the file call it; no two have the same.")
                        .mandatory()
                        .example("train");
            case "after" ->
                Key.of(
                                "after",
                                new Items(Either.of(TEXT, new Nested(GRAPH_AFTER))),
                                "The jobs that must have ended before it may start, by name, or by number where they "
                                        + "were submitted before. Of an array, all.")
                        .fallback("[]");
            default -> key;
        };
    }
}
