package io.berth.gateway.setting;

import io.berth.spec.fleet.FleetSchema;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Items;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.ValueType;

/** The keys of the file that {@code berth gateway --config} reads. */
public final class GatewaySchema {
    /** By default. */
    public static final int PORT = 7120;

    static final int HIGHEST_PORT = 65_535;
    private static final long MOST_REQUESTS = 10_000;
    private static final long MOST_OF_HOUR = 1_000_000;
    private static final int PICKER_PORT = 9_002;
    private static final long MOST_FALLBACKS = 16;
    private static final long MOST_WAITING = 1_000_000;
    private static final long MOST_RESULTS = 1_000_000;
    private static final Shape.Value TEXT = Shape.of(ValueType.TEXT);
    private static final Shape.Value DURATION = Shape.of(ValueType.DURATION);
    private static final Shape.Value BYTES = Shape.of(ValueType.BYTES);

    static final Section LIMITS = Section.of(
            "limits",
            "What clients may ask.",
            Key.of("body", BYTES, "Of a request.").fallback("64Mi"),
            Key.of("headers", BYTES, "Of a request, all together.").fallback("64Ki"),
            Key.of(
                            "buffer",
                            BYTES,
                            "Of a body that is kept until a server was chosen, and to send it again where that one fails.")
                    .fallback("2Mi"),
            Key.of("prompt", BYTES, "Of a prompt by which it is told what servers have read before.")
                    .fallback("128Ki"),
            Key.of("idle", DURATION, "Until a client goes on with its body, and takes what it was sent.")
                    .fallback("60s"),
            Key.of("headers_within", DURATION, "Until the headers of a request are there.")
                    .fallback("10s"),
            Key.of("request", DURATION, "Until a request is answered.").fallback("1h"),
            Key.of("retries", Shape.whole(0, 100), "How often a request is sent to another server where one fails it.")
                    .fallback("2"),
            Key.of(
                            "first_byte",
                            Shape.of(ValueType.DURATION_OR_NEVER),
                            "Until a server begins to answer; then it counts as failed, and another one gets the request.")
                    .fallback("never"),
            Key.of(
                            "next_byte",
                            Shape.of(ValueType.DURATION_OR_NEVER),
                            "How long a server that has begun to answer may say nothing; then it counts as failed, and the answer"
                                    + " ends with an error.")
                    .fallback("never"),
            Key.of(
                            "no_server_wait",
                            DURATION,
                            "How long a request waits while no server is up that could have it, before it is answered with 503.")
                    .fallback("0s"),
            Key.of(
                            "turn_wait",
                            DURATION,
                            "How long a request waits for those of its session and those it names; it is answered with 504 then.")
                    .fallback("10m"),
            Key.of("turn_waiting", Shape.whole(0, MOST_WAITING), "How many wait so; more are rejected.")
                    .fallback("10000"),
            Key.of("drain", DURATION, "What requests have to end in when the gateway stops.")
                    .fallback("30s"));

    static final Section SESSIONS = Section.of(
            "sessions",
            "Requests that go on with one another.",
            Key.of("header", TEXT, "By which clients say of which session a request is.")
                    .fallback("x-session-id"),
            Key.of(
                            "ordered",
                            Shape.of(ValueType.FLAG),
                            "Requests of one session are sent one after another, as they came: the next once the former has ended.")
                    .fallback("false"));

    static final Section AFTER = Section.of(
            "after",
            "Requests that wait for others of their tenant, which they name in x-berth-after by their x-request-id.",
            Key.of(
                            "results",
                            Shape.whole(1, MOST_RESULTS),
                            "Of how many that have ended, for each tenant, it is known how.")
                    .fallback("1000"),
            Key.of("keep", DURATION, "For how long that is known.").fallback("10m"),
            Key.of("come_within", DURATION, "How long a request waits for another to come that is not known.")
                    .fallback("5s"));

    static final Section STAGE = Section.of(
            "flow stage",
            "A part of a request that a server of its own does.",
            Key.of("name", TEXT, "What errors, and the stages after it, call it.")
                    .mandatory()
                    .example("features"),
            Key.of("path", TEXT, "What the server is asked, by POST.")
                    .mandatory()
                    .example("/v1/features"),
            Key.of(
                            "model",
                            TEXT,
                            "The model that the server must have, and is told as a member of what it gets; absent: any server.")
                    .fallback(""),
            Key.of(
                            "takes",
                            new Items(TEXT),
                            "Members of the client's JSON object that it gets; absent: all that the client sent.")
                    .fallback("[]"),
            Key.of("after", new Items(TEXT), "Stages above it whose results it gets, each as a member of that name.")
                    .fallback("[]"),
            Key.of("cached", Shape.of(ValueType.FLAG), "Whether its result is kept for who sends it the same.")
                    .fallback("false"),
            Key.of("work", DURATION, "Its time on a server of speed 1; only ratios matter.")
                    .fallback("1s"));

    static final Section FLOW = Section.of(
            "flow",
            "A request that is done in stages.",
            Key.of("path", TEXT, "At which clients ask for it, by POST.")
                    .mandatory()
                    .example("/v1/pictures"),
            Key.of(
                            "stages",
                            new Items(new Nested(STAGE)),
                            "In order; those that wait for nobody run beside one another.")
                    .mandatory()
                    .example("[{name: features, path: /v1/features}]"));

    static final Section FLOW_CACHE = Section.of(
            "flow_cache",
            "Results of cached stages, of one tenant alone.",
            Key.of("entries", Shape.whole(1, MOST_RESULTS), "How many.").fallback("10000"),
            Key.of("size", BYTES, "Of all together; those used longest ago go first.")
                    .fallback("256Mi"),
            Key.of("ttl", DURATION, "How long each is kept.").fallback("10m"));

    static final Section CACHE = Section.of(
            "cache",
            "Answers that are kept, and given to who asks exactly the same, of one tenant alone; what is asked while it is being"
                    + " answered is asked once.",
            Key.of(
                            "paths",
                            new Items(TEXT),
                            "Of requests whose answers are kept: such as are equal for equal requests.")
                    .fallback("[/v1/embeddings]"),
            Key.of("size", BYTES, "Of all answers; those used longest ago go first.")
                    .fallback("64Mi"),
            Key.of("entry", BYTES, "Of an answer; larger ones are not kept.").fallback("1Mi"),
            Key.of("ttl", DURATION, "How long an answer is kept.").fallback("10m"));

    private static final Key MODELS =
            Key.of("models", new Items(TEXT), "Whose requests; empty: all.").fallback("[]");

    static final Section SPLIT = Section.of(
            "split",
            "Requests for several images or embeddings become several calls of servers, where it is predicted to pay.",
            MODELS,
            Key.of("shares", Shape.whole(2, 64), "Calls of one request at most.")
                    .fallback("8"));

    static final Section MERGE = Section.of(
            "merge",
            "Requests for embeddings that are equal but for their inputs, of one tenant, become one call, where it is"
                    + " predicted to pay.",
            MODELS,
            Key.of("hold", DURATION, "How long one is held for others at most.").fallback("5ms"),
            Key.of("items", Shape.whole(2, 1024), "Inputs of a call at most.").fallback("32"));

    static final Section LOG = Section.of(
            "log",
            "What is written of requests once they have ended. Never their keys and prompts.",
            Key.of(
                            "access",
                            TEXT,
                            "A file with a line of JSON for each request, relative to this file; gzip where its name ends with .gz."
                                    + " Another one is begun where somebody moves it; absent: none.")
                    .example("access.jsonl"),
            Key.of(
                            "requests",
                            Shape.whole(0, MOST_REQUESTS),
                            "How many of the last ones /berth/requests shows, to anybody who can ask; 0: there is no such page.")
                    .fallback("0"),
            Key.of(
                            "explain",
                            Shape.choice("never", "asked", "always"),
                            "Who is told in x-berth-decision why its server was chosen; asked: who sends x-berth-explain: 1.")
                    .fallback("asked"));

    static final Section CONSOLE = Section.of(
            "console",
            "A page at /berth/ of the servers, the last requests and why they went where they went, and what another balancer"
                    + " would have made of those of the last hour. Behind a proxy, give keys: to the gateway all are on its machine.",
            Key.of(
                            "keys",
                            new Items(TEXT),
                            "Hashes of the keys of those who may look, as berth gateway --new-key prints them; without any, who is"
                                    + " on this machine may, and host must be one of its loopback addresses.")
                    .example("[\"sha256:0000000000000000000000000000000000000000000000000000000000000000\"]"),
            Key.of(
                            "hour",
                            Shape.whole(0, MOST_OF_HOUR),
                            "How many requests of the last hour are kept for comparisons, a hundred bytes each; 0: none.")
                    .fallback("50000"));

    static final Section TRACES = Section.of(
            "traces",
            "Spans of OpenTelemetry, one for what the gateway does with a request, one for what its server does.",
            Key.of("endpoint", TEXT, "Where they are sent, by OTLP over HTTP as JSON; /v1/traces is added to it.")
                    .mandatory()
                    .example("http://127.0.0.1:4318"),
            Key.of(
                            "sample",
                            Shape.number(0, 1),
                            "The share of traces that begin here; those of clients say it themselves.")
                    .fallback("1"));
    static final Section PICKER = Section.of(
            "picker",
            "Where Envoy asks which server a request goes to, by ext_proc: the Endpoint Picker Protocol.",
            Key.of("port", Shape.whole(0, HIGHEST_PORT), "The port that Envoy connects to; 0: any that is free.")
                    .fallback(Integer.toString(PICKER_PORT)),
            Key.of("host", TEXT, "Its address; absent: host of the file.").example("0.0.0.0"),
            Key.of(
                            "certificate",
                            Shape.of(ValueType.FILE),
                            "A PEM file with the certificates that Envoy is shown, relative to this file; absent: no TLS.")
                    .example("cert.pem")
                    .with("key"),
            Key.of("key", Shape.of(ValueType.FILE), "A PEM file with its key.")
                    .example("key.pem")
                    .with("certificate"),
            Key.of(
                            "fallbacks",
                            Shape.whole(0, MOST_FALLBACKS),
                            "Servers that are named after the one that was picked, for an Envoy that goes down the list; a cluster of"
                                    + " the kind ORIGINAL_DST takes one server alone.")
                    .fallback("0"));

    /** The whole file. */
    public static final Section FILE = Section.of(
            "gateway",
            "How Berth spreads inference requests over model servers: berth gateway --config FILE.",
            Key.of("servers", new Items(new Nested(FleetKeys.SERVER)), "The model servers, and where others are found.")
                    .mandatory()
                    .example("[{url: \"http://127.0.0.1:9001\"}]"),
            Key.of("host", TEXT, "The address that clients connect to.").fallback("127.0.0.1"),
            Key.of("port", Shape.whole(0, HIGHEST_PORT), "Its port; 0: any that is free.")
                    .fallback(Integer.toString(PORT)),
            Key.of(
                            "certificate",
                            Shape.of(ValueType.FILE),
                            "A PEM file with the certificates that clients are shown, the gateway's first, relative to this"
                                    + " file; absent: no TLS.")
                    .example("cert.pem")
                    .with("key"),
            Key.of("key", Shape.of(ValueType.FILE), "A PEM file with its key.")
                    .example("key.pem")
                    .with("certificate"),
            FleetSchema.BALANCE.fallback("predicted"),
            FleetSchema.QUEUE.fallback("fair"),
            FleetSchema.ADMIT,
            FleetSchema.WAIT.fallback("gateway"),
            FleetSchema.PREEMPT,
            Key.of("threads", Shape.whole(0, 1024), "Threads that carry bytes; 0: one for each processor.")
                    .fallback("0"),
            Key.of("picker", new Nested(PICKER), "Where Envoy asks which server a request goes to; absent: nowhere.")
                    .example("{port: 9002}"),
            Key.of("health", new Nested(FleetKeys.HEALTH), "Whether servers are there, and how they do.")
                    .fallback("{}"),
            Key.of("limits", new Nested(LIMITS), "What clients may ask.").fallback("{}"),
            Key.of("cache", new Nested(CACHE), "Answers that are kept; absent: none.")
                    .example("{}"),
            Key.of("flows", new Shape.Each(new Nested(FLOW)), "Requests that are done in stages, by name.")
                    .fallback("{}"),
            Key.of("flow_cache", new Nested(FLOW_CACHE), "Results of their cached stages; absent: none are kept.")
                    .example("{}"),
            Key.of("sessions", new Nested(SESSIONS), "Requests that go on with one another; absent: none do.")
                    .example("{ordered: true}"),
            Key.of("after", new Nested(AFTER), "Requests that wait for others; absent: none may.")
                    .example("{}"),
            Key.of("split", new Nested(SPLIT), "Requests that become several calls; absent: none do.")
                    .example("{}"),
            Key.of("merge", new Nested(MERGE), "Requests that become one call; absent: none do.")
                    .example("{}"),
            Key.of("log", new Nested(LOG), "What is written of requests.").fallback("{}"),
            Key.of("traces", new Nested(TRACES), "Spans; absent: none."),
            Key.of("console", new Nested(CONSOLE), "A page for those who look after the gateway; absent: none.")
                    .example("{}"),
            TenantSchema.TENANTS,
            TenantSchema.ANONYMOUS,
            TenantSchema.PRICES,
            TenantSchema.CURRENCY,
            TenantSchema.USAGE,
            SharingSchema.PEERS,
            SharingSchema.PEER_SECRET,
            SharingSchema.REDIS);

    private GatewaySchema() {}
}
