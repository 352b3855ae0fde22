package io.berth.core.dispatch.catalog;

import static io.berth.core.dispatch.catalog.DispatchCatalog.plain;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.balance.GpuLoad;
import io.berth.core.dispatch.balance.Learnt;
import io.berth.core.dispatch.balance.LeastConnections;
import io.berth.core.dispatch.balance.LoadAware;
import io.berth.core.dispatch.balance.PowerOfTwo;
import io.berth.core.dispatch.balance.PriorityToFast;
import io.berth.core.dispatch.balance.ResourceAware;
import io.berth.core.dispatch.balance.RoundRobin;
import io.berth.core.dispatch.balance.SmoothWeighted;
import io.berth.core.dispatch.balance.UniformRandom;
import io.berth.core.dispatch.combination.ByPriority;
import io.berth.core.dispatch.predict.Predicted;
import io.berth.core.dispatch.published.AibrixDrainRate;
import io.berth.core.dispatch.published.AibrixPrefix;
import io.berth.core.dispatch.published.CacheAware;
import io.berth.core.dispatch.published.Dialogue;
import io.berth.core.dispatch.published.Dynamo;
import io.berth.core.dispatch.published.Epp;
import io.berth.core.dispatch.published.PeakEwma;
import io.berth.core.dispatch.published.PrefixAffinity;
import io.berth.core.dispatch.published.Prequal;
import io.berth.core.model.BalancerModel;
import io.berth.core.model.ModelFile;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.Parameter.Type;
import io.berth.core.strategy.Parameters;
import io.berth.core.strategy.PolicySpec;
import java.util.List;

/** The balancers that ship with Berth. */
final class Balancers {
    private static final Parameter MODEL =
            new Parameter("model", Type.MODEL, "", "the model, as berth train writes it of dispatch; needed");
    private static final Parameter BLOCKS =
            new Parameter("blocks", Type.INTEGER, "32768", "blocks of prompts remembered of each server");

    /** In the order in which they are shown. */
    static final List<DispatchEntry<Balancer>> ALL = List.of(
            plain("round-robin", "each server in turn", "", _ -> new RoundRobin()),
            plain("weighted", "by turns in proportion to weights", "nginx 1.3.1", _ -> new SmoothWeighted()),
            plain("random", "any server", "", _ -> new UniformRandom()),
            plain("least-connections", "fewest requests", "HAProxy leastconn", _ -> new LeastConnections()),
            plain("power-of-two", "fewer requests of two drawn", "Mitzenmacher 2001", _ -> new PowerOfTwo()),
            plain(
                    "load-aware",
                    "lowest measured or forecast load",
                    "shortest expected delay, Banawan and Zeidat 1992",
                    _ -> new LoadAware()),
            new DispatchEntry<>(
                    "predicted",
                    "earliest predicted answer, by what is learnt of each server",
                    "Bell and Stidham 1983",
                    List.of(
                            new Parameter("own", Type.NUMBER, "0.24", "the part of its own work that a request counts"),
                            BLOCKS,
                            new Parameter(
                                    "stay",
                                    Type.NUMBER,
                                    "0.2",
                                    "mean works that a request is more where it leaves the server of its session"),
                            new Parameter(
                                    "urgent-own",
                                    Type.NUMBER,
                                    "0",
                                    "own of requests of priority 1 or more; 0: that of the others")),
                    p -> new Predicted(
                            p.number("own"),
                            (int) p.integer("blocks"),
                            p.number("stay"),
                            p.number("urgent-own") == 0 ? p.number("own") : p.number("urgent-own"))),
            new DispatchEntry<>(
                    "resource-aware",
                    "earliest expected finish, by work, speed, memory and model loads",
                    "MCT, Maheswaran et al. 1999",
                    List.of(new Parameter(
                            "evict", Type.NUMBER, "1", "how much more a load counts that pushes a model out")),
                    p -> new ResourceAware(p.number("evict"))),
            new DispatchEntry<>(
                    "priority-to-fast",
                    "urgent requests to fast servers, others to what is left",
                    "Lin and Kumar 1984",
                    List.of(
                            new Parameter("urgent", Type.INTEGER, "1", "the least priority that is urgent"),
                            new Parameter("fast", Type.NUMBER, "30", "capacity of the fast tier, per cent"),
                            new Parameter(
                                    "reserve", Type.NUMBER, "2", "how many times less loaded the other tier must be")),
                    p -> new PriorityToFast((int) p.integer("urgent"), p.number("fast") / 100, p.number("reserve"))),
            new DispatchEntry<>(
                    "learnt",
                    "highest score of a learnt model",
                    "RLScheduler, SC 2020, over servers",
                    List.of(MODEL),
                    p -> new Learnt(model(p))),
            new DispatchEntry<>(
                    "peak-ewma",
                    "lower latency times requests of two drawn, latency by a moving average that follows peaks",
                    "Finagle PeakEwma",
                    List.of(new Parameter("decay", Type.NUMBER, "10", "after which a latency counts 1/e, seconds")),
                    p -> new PeakEwma(p.number("decay"))),
            new DispatchEntry<>(
                    "prequal",
                    "of probed servers that are not hot the lowest latency, else the fewest requests",
                    "Prequal, NSDI 2024",
                    List.of(
                            new Parameter(
                                    "pool", Type.INTEGER, "16", "answers of probes that are kept, a second at most"),
                            new Parameter("probes", Type.INTEGER, "3", "servers probed for each request"),
                            new Parameter("remove", Type.INTEGER, "1", "answers removed for each request"),
                            new Parameter(
                                    "quantile",
                                    Type.NUMBER,
                                    "0.8408964152537145",
                                    "of requests at servers, above which one is hot")),
                    p -> new Prequal(
                            p.integer("pool"), p.integer("probes"), p.integer("remove"), p.number("quantile"))),
            new DispatchEntry<>(
                    "epp",
                    "highest weighted sum of scorers; each parameter but blocks is the weight of one",
                    "Gateway API Inference Extension, llm-d-router 0.10",
                    List.of(
                            new Parameter("queue", Type.NUMBER, "2", "few requests that wait"),
                            new Parameter("kv-cache-utilization", Type.NUMBER, "2", "memory for requests not in use"),
                            new Parameter("prefix-cache", Type.NUMBER, "3", "much of the prompt sent there before"),
                            new Parameter("running-requests", Type.NUMBER, "0", "few requests that run"),
                            new Parameter("active-request", Type.NUMBER, "0", "few requests of this fleet"),
                            new Parameter("token-load", Type.NUMBER, "0", "few tokens of requests of this fleet"),
                            new Parameter("lora-affinity", Type.NUMBER, "0", "the model is loaded"),
                            BLOCKS),
                    p -> new Epp(scorers(p), (int) p.integer("blocks"))),
            new DispatchEntry<>(
                    "cache-aware",
                    "longest prompt sent before, fewest requests where they are unlike or none is long",
                    "SGLang model gateway, vLLM router",
                    List.of(
                            new Parameter("cache-threshold", Type.NUMBER, "0.3", "the part of a prompt that is long"),
                            new Parameter("balance-abs", Type.NUMBER, "64", "requests by which most are above fewest"),
                            new Parameter("balance-rel", Type.NUMBER, "1.5", "and how many times as many they are"),
                            BLOCKS),
                    p -> new CacheAware(
                            p.number("cache-threshold"), p.number("balance-abs"), p.number("balance-rel"), (int)
                                    p.integer("blocks"))),
            new DispatchEntry<>(
                    "dynamo",
                    "fewest blocks of prompts to read and to hold",
                    "NVIDIA Dynamo KV router",
                    List.of(
                            new Parameter("prefill", Type.NUMBER, "1", "how much a block to be read counts"),
                            new Parameter("overlap", Type.NUMBER, "1", "how much of it a known block takes off"),
                            new Parameter("temperature", Type.NUMBER, "0", "0 for the fewest, larger for more chance"),
                            BLOCKS),
                    p -> new Dynamo(p.number("prefill"), p.number("overlap"), p.number("temperature"), (int)
                            p.integer("blocks"))),
            new DispatchEntry<>(
                    "aibrix-prefix",
                    "longest prompt sent before on a server not far above the mean, fewest requests where they are unlike",
                    "AIBrix prefix-cache",
                    List.of(
                            new Parameter("imbalance", Type.NUMBER, "16", "requests by which most are above fewest"),
                            new Parameter("deviations", Type.NUMBER, "2", "standard deviations above the mean"),
                            BLOCKS),
                    p -> new AibrixPrefix(p.number("imbalance"), p.number("deviations"), (int) p.integer("blocks"))),
            plain(
                    "aibrix-drain-rate",
                    "fewest requests over answers in the last minute",
                    "AIBrix load-balance",
                    _ -> new AibrixDrainRate()),
            new DispatchEntry<>(
                    "dialogue",
                    "fewest requests, failures counted as ten",
                    "Palantir Dialogue, balanced",
                    List.of(new Parameter(
                            "memory", Type.NUMBER, "30", "in which a failure comes to count half, seconds")),
                    p -> new Dialogue(p.number("memory"))),
            new DispatchEntry<>(
                    "prefix-affinity",
                    "longest prompt sent before; made for combinations",
                    "Gateway API Inference Extension, prefix-cache-scorer",
                    List.of(BLOCKS),
                    p -> new PrefixAffinity((int) p.integer("blocks"))),
            plain(
                    "gpu-load",
                    "least busy GPUs, as an exporter says; made for combinations",
                    "NVIDIA DCGM exporter",
                    _ -> new GpuLoad()),
            new DispatchEntry<>(
                    "by-priority",
                    "one balancer for urgent requests, another for others, both with their defaults",
                    "",
                    List.of(
                            new Parameter("urgent", Type.INTEGER, "1", "the least priority that is urgent"),
                            new Parameter("first", Type.TEXT, "predicted", "the balancer of urgent requests"),
                            new Parameter("others", Type.TEXT, "least-connections", "that of the others")),
                    p -> new ByPriority((int) p.integer("urgent"), named(p.text("first")), named(p.text("others")))));

    private Balancers() {}

    private static Balancer named(String name) {
        return DispatchCatalog.standard().balancer(PolicySpec.of(name));
    }

    private static Epp.Weights scorers(Parameters parameters) {
        return new Epp.Weights(
                parameters.number("queue"),
                parameters.number("kv-cache-utilization"),
                parameters.number("prefix-cache"),
                parameters.number("running-requests"),
                parameters.number("active-request"),
                parameters.number("token-load"),
                parameters.number("lora-affinity"));
    }

    private static BalancerModel model(Parameters parameters) {
        if (!parameters.has(MODEL.name())) {
            throw new IllegalArgumentException(
                    "The balancer (learnt) needs the parameter (model): {balance: {learnt: {model: FILE}}}.");
        }
        return parameters.model(MODEL.name(), ModelFile::readBalancer);
    }
}
