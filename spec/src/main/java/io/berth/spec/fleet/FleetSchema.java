package io.berth.spec.fleet;

import io.berth.spec.learn.LearnSchema;
import io.berth.spec.scale.ScaleKeys;
import io.berth.spec.scenario.ScenarioSchema;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Either;
import io.berth.spec.schema.Shape.Items;
import io.berth.spec.schema.Shape.Named;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.Shape.Weights;
import io.berth.spec.schema.ValueType;

/** The keys of a scenario of requests. */
public final class FleetSchema {
    /** More than any run holds in memory; catches a slipped key. */
    private static final long MAX_REQUESTS = 100_000_000;

    private static final long MAX_GRAPH = 100_000;

    /** Servers of one group; likewise. */
    private static final long MAX_SERVERS = 100_000;

    private static final long MAX_SLOTS = 1024;
    private static final long MAX_SHARES = 64;
    private static final long MAX_PRIORITY = 1000;
    private static final long MAX_RETRIES = 100;
    private static final long MAX_TOKENS = 1_000_000_000;

    private static final Shape.Value TEXT = Shape.of(ValueType.TEXT);
    private static final Shape FILE = Shape.of(ValueType.FILE);
    private static final Shape DURATION = Shape.of(ValueType.DURATION);
    private static final Shape DURATION_OR_NEVER = Shape.of(ValueType.DURATION_OR_NEVER);
    private static final Shape.Value BYTES = Shape.of(ValueType.BYTES);
    private static final Shape FLAG = Shape.of(ValueType.FLAG);

    static final Section MODEL = Section.of(
            "model",
            "A model.",
            Key.of("name", TEXT, "What requests and servers call it.")
                    .mandatory()
                    .example("sdxl"),
            Key.of("memory", BYTES, "GPU memory it takes.").mandatory().example("7Gi"));

    // 22 s to load is the mean base model update of Alibaba's GenAI trace of 2026.
    static final Section SERVER = Section.of(
            "server",
            "Equal model servers.",
            Key.of("count", Shape.whole(1, MAX_SERVERS), "How many.").fallback("1"),
            Key.of("name", TEXT, "What their names begin with.").fallback("server"),
            Key.of("speed", Shape.number(0.001, 1000), "How fast a request alone is; work is counted at speed 1.")
                    .fallback("1"),
            Key.of("slots", Shape.whole(1, MAX_SLOTS), "Requests at once.").fallback("1"),
            Key.of("memory", BYTES, "GPU memory; an engine knows its own.").fallback("24Gi"),
            Key.of("load_time", DURATION, "How long a model takes to load.").fallback("22s"),
            Key.of("switch_time", DURATION, "How long it takes to go over to another model that is loaded.")
                    .fallback("0s"),
            Key.of("models", new Items(TEXT), "The models that are loaded when a run begins.")
                    .fallback("[]"),
            Key.of("weight", Shape.whole(1, 1_000_000), "For weighted balancing; absent: by what all slots do.")
                    .example("4"),
            Key.of(
                            "batch",
                            Shape.choice("none", "static", "continuous"),
                            "none: slots do not slow one another; static: those that begin together end together; continuous: "
                                    + "requests join and leave.")
                    .fallback("none"),
            Key.of(
                            "batch_throughput",
                            new Weights(Shape.whole(1, MAX_SLOTS)),
                            "Throughput by batch size, relative to one request alone, straight lines between.")
                    .fallback("{1: 1}"),
            Key.of(
                            "prefix_cache",
                            Shape.whole(0, MAX_TOKENS),
                            "Tokens of prompts that it remembers: what of a prompt was read before need not be read again. For all servers "
                                    + "or none, and for azure, mooncake and trace; 0: prompts are read whole.")
                    .fallback("0"),
            Key.of(
                            "engine",
                            Either.of(TEXT, new Nested(EngineSchema.ENGINE)),
                            "What makes tokens of a language model there, or the name of a profile; for all servers or none.")
                    .example("{prefill: 8000, decode: 12ms, batch: 64, kv: 400000}"));

    static final Section FAILURES = Section.of(
            "failures",
            "Servers that fail by chance, each on its own, exponentially.",
            Key.of("mean_time_between", DURATION_OR_NEVER, "Mean time between failures of a server.")
                    .fallback("never"),
            Key.of("mean_time_to_repair", DURATION, "Mean time until it is back, with the models that it begins with.")
                    .fallback("5m"));

    static final Section EVENT = Section.of(
            "event",
            "Something that happens to a server.",
            Key.of("at", DURATION, "When, from the first request on.")
                    .mandatory()
                    .example("10m"),
            Key.of("server", TEXT, "Its name: that of its group, a dash and its number in four digits, from 0000.")
                    .mandatory()
                    .example("server-0000"),
            Key.of(
                            "happens",
                            Shape.choice("fails", "recovers", "leaves", "joins", "slows", "hangs", "errs"),
                            "fails: what is on it is lost; slows: all takes factor times as long; hangs: it answers nothing any more; "
                                    + "errs: it answers all with an error, at once; recovers: it is well again; leaves: once what it "
                                    + "has is done; joins: for the first time, or again.")
                    .mandatory()
                    .example("fails"),
            Key.of("factor", Shape.number(1, 1_000_000), "How many times as long all takes that slows; absent: 10.")
                    .example("10"),
            Key.of(
                            "gpu",
                            Shape.number(0.01, 1),
                            "With slows: the share of its GPU that somebody else uses from then on; factor absent: 1 / (1 - gpu), at most 2.")
                    .example("0.5"));

    /** The servers. */
    public static final Section FLEET = Section.of(
            "fleet",
            "The model servers.",
            Key.of("models", new Items(new Nested(MODEL)), "The models; absent for traces that bring their own.")
                    .example("[{name: sdxl, memory: 7Gi}]"),
            Key.of("servers", new Items(new Nested(SERVER)), "Groups of equal servers.")
                    .mandatory()
                    .example("[{memory: 24Gi}]"),
            Key.of("feature_cache", Shape.whole(0, MAX_REQUESTS), "Results of cached stages that are kept; 0: none.")
                    .fallback("0"),
            Key.of("feature_ttl", DURATION_OR_NEVER, "How long each of them is kept.")
                    .fallback("never"),
            Key.of("single_flight", FLAG, "Equal cached stages under way are done once; the others wait for that one.")
                    .fallback("false"),
            Key.of(
                            "report_interval",
                            DURATION_OR_NEVER,
                            "How often servers say how many requests they have, as engines do at a gateway.")
                    .fallback("never"),
            Key.of(
                            "gpu_interval",
                            DURATION_OR_NEVER,
                            "How often exporters say how busy the GPUs of servers are: as much as running requests have of the slots, and"
                                    + " what somebody else uses.")
                    .fallback("never"),
            Key.of(
                            "watched",
                            FLAG,
                            "How servers do is found out as at a gateway: by questions, by requests that fail; else it is known at once.")
                    .fallback("false"),
            Key.of(
                            "stop_time",
                            DURATION_OR_NEVER,
                            "How long a server works on at a request that nobody wants any more; never: to its end.")
                    .fallback("0s"),
            Key.of(
                            ScaleKeys.KEY,
                            new Nested(ScaleKeys.SECTION),
                            "How many servers there are follows the requests; absent: their number stays.")
                    .example("{min: 2, max: 20}"),
            Key.of(
                            WarmKeys.KEY,
                            new Nested(WarmKeys.SECTION),
                            "Models are loaded before they are asked for; absent: when they are.")
                    .example("{budget: 5%}"),
            Key.of("failures", new Nested(FAILURES), "Servers that fail by chance."),
            Key.of("events", new Items(new Nested(EVENT)), "What happens to single servers, in any order.")
                    .example("[{at: 10m, server: server-0000, happens: fails}]"));

    static final Section STAGE = Section.of(
            "stage",
            "A part of every request that is sent to a server of its own.",
            Key.of("name", TEXT, "What it is.").mandatory().example("generation"),
            Key.of("share", Shape.of(ValueType.PERCENT), "Its part of the request's work.")
                    .fallback("100%"),
            Key.of("model", TEXT, "The model it needs; absent: the request's own.")
                    .example("sdxl"),
            Key.of("beside", FLAG, "Runs beside the stage before it, not after.")
                    .fallback("false"),
            Key.of("cached", FLAG, "Is skipped where the feature cache has its result.")
                    .fallback("false"));

    static final Section GRAPH = Section.of(
            "graph",
            "A part of a graph of requests that come together.",
            Key.of("name", TEXT, "What it is.").mandatory().example("frame"),
            Key.of("count", Shape.whole(1, MAX_GRAPH), "How many requests.").fallback("1"),
            Key.of("in_order", FLAG, "Each of them waits for the one before.").fallback("false"),
            Key.of("after", new Items(TEXT), "Parts above it, of which all requests must have been answered.")
                    .fallback("[]"));

    // Run time as in Alibaba's GenAI trace of 2026: median 22 s, standard deviation of the logarithm 0.55, longest 567
    // s.
    static final Section GENERATE = Section.of(
            "generate",
            "Requests drawn from distributions. Every key has a default; weights are relative.",
            Key.of("requests", Shape.whole(1, MAX_REQUESTS), "How many.").fallback("1000"),
            Key.of(
                            "load",
                            Shape.positive(1000),
                            "Work asked for, as a fraction of what the fleet can do; sets the rate.")
                    .fallback("0.8"),
            Key.of("interarrival", DURATION, "Mean time between arrivals, instead of load; absent: load says it.")
                    .example("300ms")
                    .without("load"),
            Key.of("burstiness", Shape.number(1, 31), "Deviation over mean of the time between arrivals; 1 is Poisson.")
                    .fallback("1"),
            Key.of("work_median", DURATION, "Median work, as its time alone at speed 1; work is log-normal.")
                    .fallback("22s"),
            Key.of("work_sigma", Shape.number(0, 10), "Standard deviation of the logarithm of the work.")
                    .fallback("0.55"),
            Key.of("work_max", DURATION, "Most work; larger draws are cut.").fallback("10m"),
            Key.of(
                            "items",
                            new Weights(Shape.whole(1, MAX_SLOTS)),
                            "Items of a request, as images or inputs, each of the work that is drawn for it; they can be split and "
                                    + "merged.")
                    .fallback("{1: 1}"),
            Key.of("call_work", DURATION, "What a call takes beside its items.").fallback("0s"),
            Key.of("models", new Weights(TEXT), "Models asked for; empty: all of the fleet alike.")
                    .fallback("{}"),
            Key.of(
                            "turns",
                            new Nested(WarmKeys.TURNS),
                            "That one model after another is asked for most; absent: weights are the same all the time.")
                    .example("{every: 5m, share: 60%}"),
            Key.of("memory", new Weights(BYTES), "GPU memory that a request holds beside its model.")
                    .fallback("{4Gi: 1}"),
            Key.of("tenants", Shape.whole(1, 1_000_000), "How many send requests, all alike.")
                    .fallback("1"),
            Key.of("estimate_error", Shape.number(1, 1e6), "Largest factor by which expected work misses; 1 is exact.")
                    .fallback("1"),
            Key.of("stages", new Items(new Nested(STAGE)), "Stages in order; absent: a request is one.")
                    .example("[{name: features, share: 20%, cached: true}, {name: generation, share: 80%}]"),
            Key.of("contents", Shape.whole(1, MAX_REQUESTS), "Different contents whose features can be kept; Zipf.")
                    .fallback("1000"),
            Key.of(
                            "sessions",
                            Shape.whole(0, MAX_REQUESTS),
                            "Of each tenant; every request is of one of them. 0: of none.")
                    .fallback("0"),
            Key.of(
                            "session_state",
                            DURATION,
                            "Work beside, as its time at speed 1, where another server had the session before.")
                    .fallback("0s"),
            Key.of(
                            "graph",
                            new Items(new Nested(GRAPH)),
                            "Requests that come together, each after those that it names; absent: each alone.")
                    .example("[{name: plan}, {name: frame, count: 8, after: [plan]}, {name: film, after: [frame]}]"));

    static final Section SPIKE = Section.of(
            "spike",
            "A while in which requests come faster; those after it come as much sooner.",
            Key.of("at", DURATION, "When it begins, from the first request on.")
                    .mandatory()
                    .example("1m"),
            Key.of("for", DURATION, "How long it is.").mandatory().example("20s"),
            Key.of("rate", Shape.number(1, 1_000_000), "How many times as fast they come.")
                    .mandatory()
                    .example("4"));

    static final Section SLO = Section.of(
            "slo",
            "Limits of a good answer; it is counted in goodput where it keeps all of them.",
            Key.of("ttft", DURATION_OR_NEVER, "Time to the first token.").fallback("never"),
            Key.of("tpot", DURATION_OR_NEVER, "Mean time between two tokens after it.")
                    .fallback("never"));

    // 128 KiB a token: keys and values of an 8B model with 32 layers, 8 heads of 128, 2 bytes each.
    /** What comes. */
    public static final Section REQUESTS = Section.of(
                    "requests",
                    "Where the requests come from.",
                    Key.of("azure", FILE, "A trace of Azure's LLM inference, a CSV file.")
                            .example("AzureLLMInferenceTrace_conv.csv"),
                    Key.of(
                                    "mooncake",
                                    FILE,
                                    "A request trace of Mooncake, lines of JSON, with what prompts begin with.")
                            .example("mooncake_conversation.jsonl.gz"),
                    Key.of("genai26", FILE, "The request trace of Alibaba's GenAI serving of 2026, a CSV file.")
                            .example("lora_request_trace.csv"),
                    Key.of("trace", FILE, "A trace of another kind, which format says.")
                            .example("record.jsonl")
                            .with("format"),
                    Key.of(
                                    "format",
                                    Shape.choice("gateway"),
                                    "The kind of trace; gateway: what berth gateway --record has written.")
                            .example("gateway")
                            .with("trace"),
                    Key.of(
                                    "rate",
                                    Shape.positive(1e6),
                                    "How many times faster than recorded requests arrive; absent: 1.")
                            .example("10")
                            .without("generate"),
                    Key.of("limit", Shape.whole(1, MAX_REQUESTS), "Requests of the trace that are read; absent: all.")
                            .example("5000")
                            .without("generate"),
                    Key.of(
                                    "sample",
                                    Shape.of(ValueType.PERCENT),
                                    "The share of the requests of a trace that is kept, others for each seed; absent: all.")
                            .example("100%")
                            .without("generate"),
                    Key.of(
                                    "copies",
                                    Shape.whole(1, 1000),
                                    "How many requests come in place of each of the trace, each up to a minute later, others for each seed;"
                                            + " absent: as recorded.")
                            .example("5")
                            .with("azure"),
                    Key.of(
                                    "lengths",
                                    Shape.choice("unknown", "known"),
                                    "Whether who spreads requests knows how long answers will be; unknown: forecast from those before.")
                            .fallback("unknown"),
                    Key.of("slo", new Nested(SLO), "What a good answer keeps to."),
                    Key.of(
                                    "prefill_tokens_per_second",
                                    Shape.positive(1e9),
                                    "Context that a server of speed 1 reads; absent: 8000.")
                            .example("8000")
                            .without("generate"),
                    Key.of(
                                    "decode_tokens_per_second",
                                    Shape.positive(1e9),
                                    "Tokens that it makes for one request alone; absent: 80.")
                            .example("80")
                            .without("generate"),
                    Key.of("memory_per_token", BYTES, "GPU memory that a token of a request holds; absent: 128Ki.")
                            .example("128Ki")
                            .without("generate"),
                    Key.of("model_memory", BYTES, "GPU memory of each base model.")
                            .fallback("7Gi")
                            .with("genai26"),
                    Key.of("request_memory", BYTES, "GPU memory of a request beside its model.")
                            .fallback("4Gi")
                            .with("genai26"),
                    Key.of("generate", new Nested(GENERATE), "Requests drawn from distributions."),
                    Key.of("spikes", new Items(new Nested(SPIKE)), "When they come faster, in order.")
                            .example("[{at: 1m, for: 20s, rate: 4}]"),
                    Key.of("days", new Nested(DayKeys.SECTION), "That they come by day and night; absent: they do not.")
                            .example("{length: 2h, count: 4}")
                            .without("spikes"),
                    Key.of(
                                    "priorities",
                                    new Weights(Shape.whole(-MAX_PRIORITY, MAX_PRIORITY)),
                                    "Weights of priorities; larger is more urgent.")
                            .fallback("{0: 1}"),
                    Key.of("ordered", FLAG, "Requests of one session are served one after another, as they came.")
                            .fallback("false"),
                    Key.of("deadline", DURATION_OR_NEVER, "How long after its arrival an answer is of use.")
                            .fallback("never"),
                    Key.of(
                                    "timeout",
                                    DURATION_OR_NEVER,
                                    "How long after its arrival its client waits no longer; what is done for it is stopped.")
                            .fallback("never"),
                    Key.of(
                                    "retries",
                                    Shape.whole(0, MAX_RETRIES),
                                    "How often it is sent again after a server failed it.")
                            .fallback("1"))
            .exactlyOneOf("azure", "mooncake", "genai26", "trace", "generate");

    private static final Shape POLICY = Either.of(TEXT, new Named(false));

    private static final Shape BALANCERS =
            Either.of(TEXT, new Named(false), new Items(Either.of(TEXT, new Named(true))));

    /** Which waiting request goes first. */
    public static final Key QUEUE =
            Key.of("queue", POLICY, "Which waiting request is served first.").fallback("fifo");

    /** What requests must pass. */
    public static final Key ADMIT = Key.of(
                    "admit",
                    Either.of(TEXT, new Named(false), new Items(POLICY)),
                    "What a request must pass to be let in.")
            .fallback("[]");

    /** Where requests wait. */
    public static final Key WAIT = Key.of("wait", Shape.choice("server", "gateway"), "Where requests wait for a slot.")
            .fallback("server");

    /** Which requests are ended for others. */
    public static final Section EVICTION = Section.of(
            "preempt",
            "Requests that are ended at their servers so that more urgent ones, which wait at the gateway, have room; they are sent"
                    + " again, or told when to come again.",
            Key.of(
                            "below",
                            Shape.whole(-MAX_PRIORITY, MAX_PRIORITY),
                            "Requests of a lower priority are sheddable; room is made for the others.")
                    .fallback("0"),
            Key.of("most", Shape.whole(1, 1000), "How often one request is ended at most; then it runs.")
                    .fallback("5"),
            Key.of("after", DURATION, "How long a request waits until another is ended for it.")
                    .fallback("0s"),
            Key.of("streaming", FLAG, "Whether also one is ended whose client has begun to hear the answer.")
                    .fallback("false"));

    /** Whether requests are ended for others. */
    public static final Key PREEMPT = Key.of(
                    "preempt",
                    new Nested(EVICTION),
                    "Sheddable requests are ended for more urgent ones; with wait: gateway and a queue by priority. Absent: none is.")
            .example("{below: 0}");

    /** Which server a request goes to. */
    public static final Key BALANCE = Key.of(
                    "balance", BALANCERS, "Which server a request goes to; several in a list decide together.")
            .fallback("round-robin");

    static final Section MERGE = Section.of(
            "merge",
            "Requests of one tenant and model that are one call, where it is predicted to pay.",
            Key.of("hold", DURATION, "How long one is held for others at most.").fallback("5ms"),
            Key.of("items", Shape.whole(2, MAX_SLOTS), "Items of a call at most.")
                    .fallback("32"));

    /** Which server a request goes to, in full. */
    public static final Section STRATEGY = Section.of(
            "strategy",
            "A way of spreading requests; berth policies lists what it is made of.",
            Key.of("name", TEXT, "What reports call it; absent: the names of its parts.")
                    .example("mine"),
            BALANCE,
            QUEUE,
            ADMIT,
            WAIT,
            PREEMPT,
            Key.of(
                            "split",
                            Shape.whole(2, MAX_SHARES),
                            "Shares into which a request of several items is split at most, where it is predicted to pay; "
                                    + "absent: none is.")
                    .example("8"),
            Key.of("merge", new Nested(MERGE), "Small requests that become one call; absent: none do.")
                    .example("{hold: 5ms, items: 32}"));

    private static final Shape STRATEGIES = Either.of(TEXT, new Items(Either.of(TEXT, new Nested(STRATEGY))));

    /** The whole file. */
    public static final Section SCENARIO = Section.of(
            "request scenario",
            "A scenario of requests: one fleet of model servers, requests, and the ways to spread them that are compared.",
            Key.of("name", TEXT, "What reports call it; absent: the file's name.")
                    .example("my-fleet"),
            Key.of("fleet", new Nested(FLEET), "The model servers.").mandatory(),
            Key.of("requests", new Nested(REQUESTS), "Where the requests come from.")
                    .mandatory(),
            Key.of("strategies", STRATEGIES, "What is compared: names of balancers, or strategies in full.")
                    .fallback("[round-robin]"),
            ScenarioSchema.SEEDS,
            Key.of("learn", new Nested(LearnSchema.LEARN), "What berth train learns; berth simulate does not read it."),
            ScenarioSchema.LENIENT);

    private FleetSchema() {}
}
