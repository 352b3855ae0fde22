package io.berth.gateway.setting;

import io.berth.gateway.scale.ScaledObjectKeys;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Items;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.ValueType;

/** The keys that say which servers there are, and how it is seen how they do. */
final class FleetKeys {
    private static final long MOST_SLOTS = 100_000;
    private static final Shape.Value TEXT = Shape.of(ValueType.TEXT);
    private static final Shape.Value DURATION = Shape.of(ValueType.DURATION);

    private static final Section KUBERNETES = Section.of(
                    "kubernetes",
                    "Servers that Kubernetes knows.",
                    Key.of(
                                    "port",
                                    TEXT,
                                    "The name or number of their port; absent: the port named http, else the first that there is.")
                            .example("http"),
                    Key.of(
                                    "kubeconfig",
                                    Shape.of(ValueType.FILE),
                                    "Where the API server is; absent: what KUBECONFIG says, in a pod what pods are told, else"
                                            + " .kube/config in the home.")
                            .example("admin.conf"),
                    ScaledObjectKeys.OBJECT,
                    ScaledObjectKeys.AUTOSCALE,
                    Key.of("inferencePool", TEXT, "NAMESPACE/NAME of an InferencePool: the ready pods that it selects.")
                            .example("models/llama"),
                    Key.of("service", TEXT, "NAMESPACE/NAME of a Service: its ready endpoints.")
                            .example("models/llama"))
            .exactlyOneOf("inferencePool", "service");

    private static final Section BERTH = Section.of(
            "berth",
            "Servers that a Berth runs (berth submit --service); without url, socket and home that of this machine.",
            Key.of("service", TEXT, "The name of the service.").mandatory().example("chat"),
            Key.of(
                            "url",
                            TEXT,
                            "Where its API is. The replicas of one that is on another machine are asked at that machine.")
                    .example("https://gpu1.example.org:7117"),
            Key.of(
                            "token",
                            TEXT,
                            "The token for url, of the role viewer or more; with submitter replicas end when nobody sends to them, else after their drain.")
                    .example("t0k3n")
                    .without("token_file"),
            Key.of("token_file", Shape.of(ValueType.FILE), "A file that holds the token.")
                    .example("berth-token"),
            Key.of("socket", Shape.of(ValueType.FILE), "The Unix socket of a Berth that serves all users.")
                    .example("/run/berth/berth.sock")
                    .without("url"),
            Key.of("home", Shape.of(ValueType.FILE), "The home of a Berth of this machine.")
                    .example("/var/lib/berth")
                    .without("url"));

    private static final Section DCGM = Section.of(
            "dcgm",
            "Who says how busy the GPUs of a server are.",
            Key.of("url", TEXT, "The page of NVIDIA's DCGM exporter; have it collect each second (-c 1000).")
                    .mandatory()
                    .example("http://gpu1:9400/metrics"),
            Key.of("gpus", new Items(TEXT), "The GPUs of the server, by index or UUID.")
                    .mandatory()
                    .example("[0]"));

    static final Section SERVER = Section.of(
                    "server",
                    "A model server, or where servers are found, which then are all as the other keys say.",
                    Key.of("name", TEXT, "What answers and figures call it; absent: its host and port.")
                            .example("a100-0"),
                    Key.of(
                                    "slots",
                                    Shape.whole(1, MOST_SLOTS),
                                    "Requests that it takes at once; absent: that is learnt, and no request waits for a slot here.")
                            .example("16"),
                    Key.of(
                                    "speed",
                                    Shape.number(0.001, 1000),
                                    "How fast it is, against the others, before that is learnt.")
                            .fallback("1"),
                    Key.of(
                                    "models",
                                    new Items(TEXT),
                                    "The models that it has; absent: what it says of that, and where it says nothing, any.")
                            .example("[llama-3-8b]"),
                    Key.of("weight", Shape.whole(1, 1_000_000), "Its share under weighted balancing.")
                            .fallback("1"),
                    TenantSchema.REGION,
                    Key.of("api_key", TEXT, "What it is asked with; absent: what clients send.")
                            .example("sk-local"),
                    Key.of(
                                    "engine",
                                    Shape.choice(EngineKind.words()),
                                    "What runs there, and so how it says how busy it is; absent: that is found out.")
                            .example("vllm"),
                    Key.of("dcgm", new Nested(DCGM), "Who says how busy its GPUs are; only with url."),
                    Key.of("refresh", DURATION, "How often DNS is asked.").fallback("10s"),
                    Key.of("resolver", TEXT, "HOST:PORT of the DNS server; absent: that of the machine.")
                            .example("10.0.0.2:53"),
                    Key.of(
                                    "file",
                                    Shape.of(ValueType.FILE),
                                    "In place of url: a YAML or JSON file with a list of servers, relative to this one; it is read"
                                            + " again when it changes.")
                            .example("servers.yaml"),
                    Key.of("dns", TEXT, "In place of url: HOST:PORT, each address of HOST a server.")
                            .example("models.internal:8000"),
                    Key.of(
                                    "srv",
                                    TEXT,
                                    "In place of url: a name with SRV records, the servers those of the lowest priority; their weight"
                                            + " is that of the record.")
                            .example("_http._tcp.models.internal"),
                    Key.of("kubernetes", new Nested(KUBERNETES), "In place of url: what Kubernetes says."),
                    Key.of("berth", new Nested(BERTH), "In place of url: the replicas of a service of a Berth."),
                    Key.of("url", TEXT, "Where it is: http://HOST:PORT, and what its paths begin with.")
                            .example("http://127.0.0.1:9001"))
            .exactlyOneOf("file", "dns", "srv", "kubernetes", "berth", "url");

    static final Section HEALTH = Section.of(
            "health",
            "How it is seen whether servers are there, and how they do.",
            Key.of("path", TEXT, "What is asked; a server that answers with less than 500 is there.")
                    .fallback("/health"),
            Key.of("interval", DURATION, "How often.").fallback("2s"),
            Key.of("timeout", DURATION, "What it has to answer in.").fallback("2s"),
            Key.of("failures", Shape.whole(1, 1000), "How often in a row it must fail until it gets no more requests.")
                    .fallback("3"),
            Key.of(
                            "silence",
                            DURATION,
                            "How long a request hears nothing of a server that is lost, until another one gets it.")
                    .fallback("2s"),
            Key.of("error_rate", Shape.number(0.01, 1), "The share of requests that fail at a server that is ejected.")
                    .fallback("0.5"),
            Key.of("error_window", DURATION, "The time over which that share is taken.")
                    .fallback("10s"),
            Key.of("error_requests", Shape.whole(1, 1_000_000), "How many requests it is a share of at least.")
                    .fallback("20"),
            Key.of("ejection", DURATION, "How long a server is ejected the first time; the nth time n times as long.")
                    .fallback("5s"),
            Key.of("longest_ejection", DURATION, "But no longer than that.").fallback("5m"),
            Key.of("most_ejected", Shape.number(0, 1), "The share of all servers that may be ejected at a time.")
                    .fallback("0.5"),
            Key.of(
                            "slow_start",
                            DURATION,
                            "In what time a server that came, or came back, and has answered once, gets its full share.")
                    .fallback("10s"),
            Key.of("metrics", DURATION, "How often a server is asked how many requests it has; 0s: never.")
                    .fallback("500ms"),
            Key.of("stale", DURATION, "How old that may be; then less and less of it counts.")
                    .fallback("2s"),
            Key.of("blind", DURATION, "How old it is when nothing of it counts any more.")
                    .fallback("10s"));

    private FleetKeys() {}
}
