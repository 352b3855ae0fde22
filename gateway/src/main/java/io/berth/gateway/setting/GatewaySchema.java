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
    private static final int PICKER_PORT = 9_002;
    private static final long MOST_FALLBACKS = 16;
    private static final long MOST_SLOTS = 100_000;
    private static final Shape.Value TEXT = Shape.of(ValueType.TEXT);
    private static final Shape.Value DURATION = Shape.of(ValueType.DURATION);
    private static final Shape.Value BYTES = Shape.of(ValueType.BYTES);

    static final Section SERVER = Section.of(
            "server",
            "A model server.",
            Key.of("url", TEXT, "Where it is: http://HOST:PORT, and what its paths begin with.")
                    .mandatory()
                    .example("http://127.0.0.1:9001"),
            Key.of("name", TEXT, "What answers and figures call it; absent: its host and port.")
                    .example("a100-0"),
            Key.of(
                            "slots",
                            Shape.whole(1, MOST_SLOTS),
                            "Requests that it takes at once; absent: that is learnt, and no request waits for a slot here.")
                    .example("16"),
            Key.of("speed", Shape.number(0.001, 1000), "How fast it is, against the others, before that is learnt.")
                    .fallback("1"),
            Key.of(
                            "models",
                            new Items(TEXT),
                            "The models that it has; absent: what it says at /v1/models, and where it says none, any.")
                    .example("[llama-3-8b]"),
            Key.of("weight", Shape.whole(1, 1_000_000), "Its share under weighted balancing.")
                    .fallback("1"),
            Key.of("api_key", TEXT, "What it is asked with; absent: what clients send.")
                    .example("sk-local"));

    static final Section HEALTH = Section.of(
            "health",
            "How it is seen whether servers are there.",
            Key.of("path", TEXT, "What is asked; a server that answers with less than 500 is there.")
                    .fallback("/health"),
            Key.of("interval", DURATION, "How often.").fallback("2s"),
            Key.of("failures", Shape.whole(1, 1000), "How often in a row it must fail until it gets no more requests.")
                    .fallback("3"),
            Key.of("metrics", DURATION, "How often a server is asked how many requests it has, at /metrics; 0s: never.")
                    .fallback("500ms"));

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
            Key.of("drain", DURATION, "What requests have to end in when the gateway stops.")
                    .fallback("30s"));

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
            Key.of("servers", new Items(new Nested(SERVER)), "The model servers.")
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
            FleetSchema.QUEUE,
            FleetSchema.ADMIT,
            FleetSchema.WAIT,
            Key.of("threads", Shape.whole(0, 1024), "Threads that carry bytes; 0: one for each processor.")
                    .fallback("0"),
            Key.of("picker", new Nested(PICKER), "Where Envoy asks which server a request goes to; absent: nowhere.")
                    .example("{port: 9002}"),
            Key.of("health", new Nested(HEALTH), "Whether servers are there.").fallback("{}"),
            Key.of("limits", new Nested(LIMITS), "What clients may ask.").fallback("{}"));

    private GatewaySchema() {}
}
