package io.berth.spec.scenario;

import io.berth.core.cluster.NodeSpec;
import io.berth.spec.adaptive.AdaptiveSchema;
import io.berth.spec.cluster.DeviceSets;
import io.berth.spec.cluster.ExtendedResources;
import io.berth.spec.cluster.Labels;
import io.berth.spec.cluster.Networks;
import io.berth.spec.cluster.Prices;
import io.berth.spec.cluster.Taints;
import io.berth.spec.cluster.TopologyText;
import io.berth.spec.group.GroupedSpec;
import io.berth.spec.job.JobSchema;
import io.berth.spec.job.Throughput;
import io.berth.spec.job.TrafficKeys;
import io.berth.spec.job.UtilityKeys;
import io.berth.spec.job.WithinText;
import io.berth.spec.learn.LearnSchema;
import io.berth.spec.phase.PhasedSpec;
import io.berth.spec.pool.PoolKeys;
import io.berth.spec.qos.QosKeys;
import io.berth.spec.queue.QueueKeys;
import io.berth.spec.reserve.ReservationKeys;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Either;
import io.berth.spec.schema.Shape.Items;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.Shape.Weights;
import io.berth.spec.schema.ValueType;

/** The keys of a scenario file. */
public final class ScenarioSchema {
    /** More jobs than any run holds in memory; catches a slipped key. */
    private static final long MAX_JOBS = 100_000_000;

    /** Nodes of one group; likewise. */
    private static final long MAX_NODES = 1_000_000;

    private static final Shape.Value TEXT = Shape.of(ValueType.TEXT);
    private static final Shape DURATION = Shape.of(ValueType.DURATION);
    private static final Shape DURATION_OR_NEVER = Shape.of(ValueType.DURATION_OR_NEVER);
    private static final Shape BYTES = Shape.of(ValueType.BYTES);
    private static final Shape PERCENT = Shape.of(ValueType.PERCENT);

    static final Section NODES = Section.of(
            "nodes",
            "Equal machines.",
            Key.of("count", Shape.whole(1, MAX_NODES), "How many.").fallback("1"),
            Key.of("name", TEXT, "What their names begin with; absent: the GPU model in lower case, or node.")
                    .example("h100"),
            Key.of("gpus", Shape.whole(0, NodeSpec.MAX_GPUS), "GPU devices of each.")
                    .fallback("0"),
            Key.of("model", TEXT, "The GPUs' model; absent: none is known.")
                    .example("H100")
                    .without("devices"),
            Key.of("cpu", Shape.of(ValueType.CPUS), "CPUs.").mandatory().example("96"),
            Key.of("memory", BYTES, "Memory.").mandatory().example("1Ti"),
            Key.of("gpu_memory", BYTES, "Memory of each GPU; 0 is unknown.")
                    .fallback("0")
                    .without("devices"),
            Key.of(
                            "devices",
                            DeviceSets.SHAPE,
                            "Devices of several models or kinds, 63 together at most; absent: the GPUs above.")
                    .example("[{count: 8, model: V100, kind: gpu, memory: 32Gi}, {count: 2, kind: npu}]")
                    .without("gpus"),
            Key.of("disk", BYTES, "Local disk; with 0 no task may ask for any.").fallback("0"),
            Key.of("disk_io", BYTES, "Disk bandwidth per second, likewise.").fallback("0"),
            Key.of("network", BYTES, "Network bandwidth per second, likewise.").fallback("0"),
            Key.of("max_tasks", Shape.whole(0, Integer.MAX_VALUE), "Tasks at once; absent: any number.")
                    .example("110"),
            Key.of(
                            "resources",
                            ExtendedResources.SHAPE,
                            "Whole units of what is known by name alone, such as {example.com/licence: 2}.")
                    .fallback("{}"),
            Key.of("labels", Labels.SHAPE, "What is said of them, such as {rack: r1}; jobs may ask for it.")
                    .fallback("{}"),
            Key.of("taints", Taints.SHAPE, Taints.WORDS).fallback("{}"),
            Prices.PRICE_KEY,
            Prices.WATTS_KEY);

    static final Section DATA_SETS = Section.of(
            "sets",
            "Equal data sets.",
            Key.of("name", TEXT, "What jobs call it; of several, what their names begin with: name-00, name-01.")
                    .mandatory()
                    .example("imagenet"),
            Key.of("count", Shape.whole(1, 10_000), "How many.").fallback("1"),
            Key.of("size", BYTES, "How large each is.").mandatory().example("150G"),
            Key.of("copies", Shape.whole(0, MAX_NODES), "How many nodes hold each at the beginning, drawn by the seed.")
                    .fallback("0"),
            Key.of("ratio", Shape.number(1, 1000), "Its size over what it is compressed; 1: it cannot be.")
                    .fallback("1"));

    static final Section DATA = Section.of(
            "data",
            "Data sets that jobs read: a task begins when its node has all of them.",
            Key.of("sets", new Items(new Nested(DATA_SETS)), "Groups of equal data sets.")
                    .mandatory()
                    .example("[{name: imagenet, size: 150G}]"),
            Key.of("store", BYTES, "What the store that has all of them gives a second, to all nodes together.")
                    .fallback("10G"),
            Key.of("domain", TEXT, "The label whose domains share a link to all others; absent: no such links.")
                    .example("rack"),
            Key.of("uplink", BYTES, "Of such a domain a second, each way.")
                    .fallback("5G")
                    .with("domain"),
            Key.of("cache", BYTES, "Of data sets that a node keeps when nobody there reads them.")
                    .fallback("1T"),
            Key.of(
                            "unpack",
                            BYTES,
                            "Of what comes compressed, what a node makes of it a second, by size as it was; with 0 nothing is compressed.")
                    .fallback("0"));

    static final Section READS = Section.of(
            "reads",
            "Which data sets of the cluster jobs read: one each.",
            Key.of("share", PERCENT, "Jobs that read one.").fallback("0%"),
            Key.of(
                            "skew",
                            Shape.number(0, 10),
                            "The k-th set is read as often as 1/k to this power (Zipf); 0: all alike.")
                    .fallback("1"));

    static final Section ELASTIC = Section.of(
            "elastic",
            "Jobs of several tasks that start with fewer where there is no room for all; with fewer they take longer.",
            Key.of("share", PERCENT, "Jobs of several tasks that can do with fewer.")
                    .fallback("0%"),
            Key.of("min", PERCENT, "Their fewest tasks, as a part of all; rounded up.")
                    .fallback("25%"),
            Key.of(
                            "serial",
                            PERCENT,
                            "Of the work of one task, the part at most that more tasks do not divide (Amdahl's law); each job's is drawn between 0 and this.")
                    .fallback("0%"));

    static final Section PHILLY = Section.of(
            "philly",
            "Nodes of a virtual cluster of Philly: eight GPUs each, CPU and memory enough for its jobs.",
            Key.of("nodes", Shape.whole(1, MAX_NODES), "How many.").mandatory().example("32"));

    static final Section CLUSTER = Section.of(
                    "cluster",
                    "The machines.",
                    Key.of("openb", Shape.of(ValueType.FILE), "The node list of an openb trace, a CSV file.")
                            .example("nodes.csv"),
                    Key.of(
                                    "swf",
                                    Shape.of(ValueType.FILE),
                                    "The machine of a log in Standard Workload Format: the log, or from-log for the workload's.")
                            .example("from-log"),
                    Key.of("philly", new Nested(PHILLY), "Nodes as those of Microsoft's Philly."),
                    Key.of(
                                    "journal",
                                    Shape.of(ValueType.FILE),
                                    "The folder of a journal: the nodes that it tells of, by their names.")
                            .example("journal"),
                    TopologyText.key(),
                    Key.of("nodes", new Items(new Nested(NODES)), "Groups of equal machines."),
                    Key.of("network", Networks.SHAPE, Networks.WORDS)
                            .example("{rack: 25G, cluster: 12.5G}")
                            .with("nodes"),
                    Key.of("data", new Nested(DATA), "What jobs read; only with nodes.")
                            .with("nodes"),
                    Prices.PRICES_KEY.with("nodes"),
                    Prices.ALL_WATTS_KEY.with("nodes"))
            .exactlyOneOf("openb", "swf", "philly", "journal", "nodes");

    static final Section PROFILE = Section.of(
            "profile",
            "How fast some of the jobs are by model of device, and what they are worth there.",
            Key.of("weight", Shape.positive(1e9), "How frequent they are, relative to the others.")
                    .fallback("1"),
            Key.of(Throughput.KEY, Throughput.SHAPE, Throughput.WORDS)
                    .fallback("{}")
                    .example("{V100: 1, P100: 0.5, K80: 0.2}"),
            Key.of(UtilityKeys.KEY, UtilityKeys.SHAPE, UtilityKeys.WORDS)
                    .fallback("{}")
                    .example("{H100: 3, A100: 1}"),
            Key.of("name", TEXT, "What their names begin with, by which jobs are alike; a number follows.")
                    .fallback("job")
                    .example("train-llm"),
            Key.of(
                            "told",
                            Shape.of(ValueType.FLAG),
                            "Whether who decides knows how fast they are; if not, it may learn it.")
                    .fallback("true"));

    // The defaults of run time are those of the generator (GeneratorOptions in sim says where they come from).
    static final Section GENERATE = Section.of(
            "generate",
            "Jobs drawn from distributions. Every key has a default; weights are relative.",
            Key.of("jobs", Shape.whole(1, MAX_JOBS), "How many jobs.").fallback("1000"),
            Key.of("arrivals", Shape.choice("poisson", "bursty"), "How they arrive.")
                    .fallback("poisson"),
            Key.of("load", Shape.positive(1000), "GPU time asked for, as a fraction of the cluster's; sets the rate.")
                    .fallback("0.8"),
            Key.of("interarrival", DURATION, "Mean time between arrivals, instead of load; absent: load says it.")
                    .example("30s")
                    .without("load"),
            Key.of("burstiness", Shape.number(1, 100), "Deviation over mean of the time between bursty arrivals.")
                    .fallback("4"),
            Key.of("gpus", new Weights(Shape.of(ValueType.GPUS)), "GPUs of a task; absent: the mix of a real cluster.")
                    .example("{0: 1, 0.5: 2, 1: 5, 8: 2}"),
            Key.of(
                            "mig",
                            new Weights(TEXT),
                            "Tasks that ask for an instance of a GPU that MIG cuts, by its profile: weights beside those of"
                                    + " gpus. With mig and without gpus all do.")
                    .example("{1g.23gb: 7, 3g.95gb: 2}"),
            Key.of("models", new Weights(TEXT), "GPU models that jobs insist on; empty: any will do.")
                    .fallback("{}"),
            Key.of("duration_median", DURATION, "Median run time; run times are log-normal.")
                    .fallback("10m16s"),
            Key.of("duration_sigma", Shape.number(0, 10), "Standard deviation of the logarithm of the run time.")
                    .fallback("2.18"),
            Key.of("duration_max", DURATION, "Longest run time; longer draws are cut.")
                    .fallback("7d"),
            Key.of("gang", new Weights(Shape.whole(1, 1_000_000)), "Tasks of a job, which start together.")
                    .fallback("{1: 1}"),
            Key.of(
                            "cpu_per_gpu",
                            Shape.of(ValueType.CPUS),
                            "CPUs per GPU; tasks without GPU ask for as much as with one; absent: 8, or what the nodes have.")
                    .example("8"),
            Key.of("memory_per_gpu", BYTES, "Memory per GPU, likewise; absent: 32Gi, or what the nodes have.")
                    .example("32Gi"),
            Key.of("kinds", new Weights(Shape.choice("batch", "service", "interactive")), "Kinds of job.")
                    .fallback("{batch: 1}"),
            Key.of("queues", Either.of(new Items(TEXT), new Weights(TEXT)), "Queues: names, or names with weights.")
                    .fallback("[default]"),
            Key.of("qos", new Weights(TEXT), "Classes that jobs name; empty: none.")
                    .fallback("{}")
                    .example("{interactive: 1, batch: 4}"),
            Key.of("estimate_error", Shape.number(1, 1e6), "Largest factor by which estimates miss; 1 is exact.")
                    .fallback("1"),
            Key.of("estimated", PERCENT, "Jobs whose users say how long they run, by chance.")
                    .fallback("100%"),
            Key.of("patience", DURATION_OR_NEVER, "How long a job waits before it is rejected.")
                    .fallback("never"),
            Key.of(
                            "checkpoint",
                            new Nested(JobSchema.CHECKPOINT),
                            "What jobs lose when they are stopped for others, and go on later.")
                    .fallback("{}")
                    .example("{every: 15m, restart: 2m}"),
            Key.of(
                            "resources",
                            ExtendedResources.SHARES,
                            "Of what nodes have by name alone: the jobs each of whose tasks asks for a unit, such as {example.com/licence: 25%}.")
                    .fallback("{}"),
            Key.of(
                            "profiles",
                            new Items(new Nested(PROFILE)),
                            "How fast jobs are by model of device, kinds of jobs with weights; absent: as fast everywhere.")
                    .example("[{weight: 3, throughput: {V100: 1, K80: 0.1}}, {throughput: {V100: 1, K80: 0.5}}]"),
            Key.of(
                            "deadlines",
                            new Weights(Shape.positive(1e6)),
                            "How many times its run time a job's deadline is after its submission; empty: no deadlines.")
                    .fallback("{}")
                    .example("{2: 1, 10: 3}"),
            Key.of("within", WithinText.SHAPE, WithinText.WORDS).example("rack"),
            Key.of(TrafficKeys.KEY, TrafficKeys.SHAPE, TrafficKeys.WORDS).fallback(TrafficKeys.NONE),
            Key.of("elastic", new Nested(ELASTIC), "Which of them can do with fewer tasks than gang says."),
            Key.of(
                    "grouped",
                    new Nested(GroupedSpec.SECTION),
                    "Which of them are of several groups, each with fewest tasks and a domain of its own."),
            Key.of(
                    "phased",
                    new Nested(PhasedSpec.SECTION),
                    "Which of them ask for different amounts one after another."),
            Key.of("reads", new Nested(READS), "Which data sets they read."),
            Key.of("use", new Nested(UseSpec.SECTION), "What they really use; absent: nobody measures what nodes do."));

    static final Section WORKLOAD = Section.of(
                    "workload",
                    "Where the jobs come from.",
                    Key.of("openb", Shape.of(ValueType.FILE), "The pod list of an openb trace, a CSV file.")
                            .example("pods.csv"),
                    Key.of("arrivals", Shape.of(ValueType.FILE), "The exact order of arrival; absent: by the seed.")
                            .example("arrivals.csv")
                            .with("openb"),
                    Key.of("departures", Shape.choice("never", "trace"), "Whether pods end when the trace says so.")
                            .fallback("trace")
                            .with("openb"),
                    Key.of(
                                    "tune",
                                    Shape.positive(1000),
                                    "GPU demand over the cluster's GPUs; absent: the list as it is.")
                            .example("1.3")
                            .with("openb")
                            .without("arrivals"),
                    Key.of("patience", DURATION_OR_NEVER, "How long a pod waits before it is rejected.")
                            .fallback("never")
                            .with("openb"),
                    Key.of("muri", Shape.of(ValueType.FILE), "A trace of the Muri paper, a CSV file.")
                            .example("trace1.csv"),
                    Key.of("philly", Shape.of(ValueType.FILE), "The log of a virtual cluster of Philly, a CSV file.")
                            .example("vc.csv"),
                    Key.of("swf", Shape.of(ValueType.FILE), "A log in Standard Workload Format, plain or gzip.")
                            .example("log.swf.gz"),
                    Key.of("sacct", Shape.of(ValueType.FILE), "What Slurm's sacct --parsable2 printed.")
                            .example("sacct.txt"),
                    Key.of(
                                    "csv",
                                    Shape.of(ValueType.FILE),
                                    "A table of jobs; docs/guide/replay-your-month.md has its columns.")
                            .example("jobs.csv"),
                    Key.of(
                                    "queue_by",
                                    Shape.choice("queue", "partition", "account", "qos", "user", "group"),
                                    "What makes the queue of a job in swf, sacct or csv; absent: its queue, in sacct its partition.")
                            .example("user"),
                    Key.of(
                                    "columns",
                                    TEXT,
                                    "The columns of a dump that sacct printed without their names: what was its --format; absent: the"
                                            + " first line names them.")
                            .example("JobID,User,Submit,Start,End,ElapsedRaw,State,ReqTRES,AllocTRES")
                            .with("sacct"),
                    Key.of(
                                    "from",
                                    Shape.of(ValueType.TIME),
                                    "Replay and measure swf, sacct or csv from here on; absent: from the first job.")
                            .example("2026-03-01"),
                    Key.of(
                                    "until",
                                    Shape.of(ValueType.TIME),
                                    "Leave out the jobs that arrive from here on, and measure no longer; absent: to the last job.")
                            .example("2026-04-01"),
                    Key.of("journal", Shape.of(ValueType.FOLDER), "The jobs of a recorded run: its journal's folder.")
                            .example("journal"),
                    Key.of(
                                    "phases",
                                    new Items(new Nested(GENERATE)),
                                    "Jobs drawn from other distributions, one after another: each begins when the last job of the one"
                                            + " before it has come.")
                            .example("[{jobs: 500, load: 0.6}, {jobs: 500, load: 1.1}]"),
                    Key.of("generate", new Nested(GENERATE), "Jobs drawn from distributions."))
            .exactlyOneOf("openb", "muri", "philly", "swf", "sacct", "csv", "journal", "phases", "generate");

    static final Section EMULATE = Section.of(
            "emulate",
            "How the world behaves.",
            Key.of("time_scale", Shape.positive(1e6), "World seconds per real second, in a live cluster only.")
                    .fallback("1"),
            Key.of("start_latency", DURATION, "From the decision until a task runs.")
                    .fallback("0s"),
            Key.of("start_failures", PERCENT, "Starts that fail.").fallback("0%"),
            Key.of("node_mtbf", DURATION_OR_NEVER, "Mean time between failures of a node.")
                    .fallback("never"),
            Key.of("node_repair", DURATION, "How long a failed node is gone.").fallback("10m"),
            Key.of("task_failures", PERCENT, "Tasks that fail before their end.")
                    .fallback("0%"),
            Key.of(
                            "mig",
                            DURATION,
                            "How much later a task runs for which an instance of a GPU is made, where MIG is dynamic: to make"
                                    + " it, and to remove what was there.")
                    .fallback("0s"));

    private static final Shape STRATEGIES =
            Either.of(TEXT, new Items(Either.of(TEXT, new Nested(AdaptiveSchema.STRATEGY))));

    /** The seeds of any kind of scenario. */
    public static final Key SEEDS = Key.of(
                    "seeds",
                    Shape.oneOrMore(Shape.of(ValueType.SEEDS)),
                    "Each strategy runs once per seed: numbers, or a range like 42..46.")
            .fallback("[42]");

    /** What becomes of bad lines of a trace, in any kind of scenario. */
    public static final Key LENIENT = Key.of(
                    "lenient", Shape.of(ValueType.FLAG), "Count and skip bad lines of a trace instead of failing.")
            .fallback("false");

    /** The whole file. */
    public static final Section SCENARIO = Section.of(
            "scenario",
            "A scenario: one cluster, one workload, and the strategies to compare on them.",
            Key.of("name", TEXT, "What reports call it; absent: the name of the file.")
                    .example("my-scenario"),
            Key.of("cluster", new Nested(CLUSTER), "The machines.").mandatory(),
            Key.of("workload", new Nested(WORKLOAD), "Where the jobs come from.")
                    .mandatory(),
            QueueKeys.key(),
            QosKeys.key(),
            ReservationKeys.key(),
            PoolKeys.key(),
            Key.of("emulate", new Nested(EMULATE), "How the world behaves: nothing fails by default."),
            Key.of("strategies", STRATEGIES, "What is compared: names of strategies or policies, or policies in full.")
                    .fallback("[fcfs]"),
            SEEDS,
            Key.of("until", DURATION_OR_NEVER, "How much of the world's time a run lasts; never: until all jobs ended.")
                    .fallback("never"),
            Key.of(
                            "warmup",
                            Shape.of(ValueType.CUT_OR_AUTO),
                            "Not measured at the begin: time, or part of the time from first to last arrival; auto: until the"
                                    + " waits settle by MSER-5, the same for all strategies.")
                    .fallback("none"),
            Key.of(
                            "cooldown",
                            Shape.of(ValueType.CUT),
                            "Likewise before the last arrival, and all after it; with none the drain counts.")
                    .fallback("none"),
            Key.of("learn", new Nested(LearnSchema.LEARN), "What berth train learns; berth simulate does not read it."),
            LENIENT);

    private ScenarioSchema() {}
}
