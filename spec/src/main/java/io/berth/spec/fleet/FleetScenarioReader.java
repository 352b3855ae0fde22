package io.berth.spec.fleet;

import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.dispatch.flow.FeatureLimits;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.core.dispatch.precedence.PrecedenceSpec;
import io.berth.core.scale.rule.ScaleSpec;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.scenario.ScenarioFile;
import io.berth.spec.scenario.ScenarioReader;
import io.berth.spec.schema.Fields;
import io.berth.spec.strategy.StoredModels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Reads a scenario of requests from its file and from values set on the command line. */
public record FleetScenarioReader(Path folder, StoredModels models, DispatchCatalog catalog) {
    private static final String PREFILL = "prefill_tokens_per_second";
    private static final String DECODE = "decode_tokens_per_second";
    private static final String PER_TOKEN = "memory_per_token";
    private static final List<String> OF_TOKENS = List.of(PREFILL, DECODE, PER_TOKEN);
    private static final double PREFILL_TOKENS = 8000;
    private static final double DECODE_TOKENS = 80;
    private static final long TOKEN_BYTES = 128 << 10;

    /** Whether {@code source} is a scenario of requests: it has a fleet. */
    public static boolean reads(Source source) {
        return TreeReader.read(source) instanceof Tree.Map map && map.get("fleet") != null;
    }

    /** The scenario in {@code source} with {@code overrides} applied first; its strategies name no stored models. */
    public static FleetScenario read(Source source, List<Assignment> overrides) {
        return read(source, overrides, StoredModels.NONE, DispatchCatalog.standard());
    }

    /** The same where strategies may name {@code models} by their ids, of the policies in {@code catalog}. */
    public static FleetScenario read(
            Source source, List<Assignment> overrides, StoredModels models, DispatchCatalog catalog) {
        Tree tree = TreeReader.read(source);
        for (Assignment override : overrides) {
            tree = override.applyTo(tree);
        }
        return read(tree, source, models, catalog);
    }

    /** The scenario in {@code tree}, which is of {@code source}. */
    public static FleetScenario read(Tree tree, Source source, StoredModels models, DispatchCatalog catalog) {
        return new FleetScenarioReader(source.folder(), models, catalog)
                .scenario(FleetSchema.SCENARIO.read(tree), source.baseName());
    }

    private FleetScenario scenario(Fields fields, String baseName) {
        Fields fleet = fields.section("fleet");
        List<ModelSpec> served = models(fleet);
        List<ServerGroup> servers = new ArrayList<>();
        for (Tree item : fleet.items("servers")) {
            servers.add(server(FleetSchema.SERVER.read(item), served));
        }
        if (servers.isEmpty()) {
            throw InputException.at(fleet.value("servers"), "must have at least one group of servers");
        }
        boolean engines = servers.getFirst().engine() != null;
        if (servers.stream().anyMatch(group -> (group.engine() != null) != engines)) {
            throw InputException.at(fleet.value("servers"), "must all have an engine, or none of them");
        }
        boolean reading = servers.getFirst().readsPrompts();
        if (servers.stream().anyMatch(group -> group.readsPrompts() != reading)) {
            throw InputException.at(fleet.value("servers"), "must all have a prefix_cache, or none of them");
        }
        ScaleSpec scale = ScaledServers.read(fleet, servers);
        int first = servers.getFirst().count();
        if (scale != null) {
            servers = List.of(servers.getFirst().withCount(scale.max()));
        }
        FleetChanges changes = new ChangesReader(FleetSpec.names(servers))
                .read(fleet)
                .scaled(scale, first)
                .warmed(WarmKeys.read(fleet, servers));
        Fields requests = fields.section("requests");
        return new FleetScenario(
                fields.text("name", baseName),
                new FleetSpec(served, servers, changes),
                new FlowSpec(
                                fleet.integer("feature_cache"),
                                fleet.flag("single_flight"),
                                requests.integer("retries"),
                                positive(requests, "timeout"))
                        .with(new FeatureLimits(
                                fleet.integer("feature_cache"), Long.MAX_VALUE, positive(fleet, "feature_ttl")))
                        .with(PrecedenceSpec.ENDLESS.ordered(requests.flag("ordered"))),
                requests(requests, served, reading),
                new DispatchReader(folder, models, catalog).readAll(fields.value("strategies")),
                ScenarioReader.seeds(fields.value("seeds")),
                fields.flag("lenient"));
    }

    private static List<ModelSpec> models(Fields fleet) {
        List<ModelSpec> models = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        for (Tree item : fleet.has("models") ? fleet.items("models") : List.<Tree>of()) {
            Fields model = FleetSchema.MODEL.read(item);
            if (!names.add(model.text("name"))) {
                throw InputException.at(item, "the model " + Quote.of(model.text("name")) + " is there twice");
            }
            models.add(new ModelSpec(model.text("name"), model.bytes("memory")));
        }
        return models;
    }

    private static ServerGroup server(Fields server, List<ModelSpec> models) {
        List<String> loaded = new ArrayList<>();
        long bytes = 0;
        for (Tree item : server.items("models")) {
            String name = known(item, item.text(), models);
            if (loaded.contains(name)) {
                throw InputException.at(item, "the model " + Quote.of(name) + " is there twice");
            }
            loaded.add(name);
            bytes += models.stream()
                    .filter(model -> model.name().equals(name))
                    .mapToLong(ModelSpec::memoryBytes)
                    .sum();
        }
        EngineSpec engine = server.has("engine") ? EngineSchema.read(server.value("engine")) : null;
        if (engine != null) {
            without(
                    server,
                    List.of(
                            "memory",
                            "slots",
                            "batch",
                            "batch_throughput",
                            "load_time",
                            "switch_time",
                            "prefix_cache"));
        } else if (bytes > server.bytes("memory")) {
            throw InputException.at(
                    server.value("models"), "need " + Bytes.format(bytes) + ", more than the memory of the server");
        }
        ServerGroup.Batch batch = ServerGroup.Batch.valueOf(upper(server.text("batch")));
        SortedMap<Integer, Double> throughput = throughput(server);
        if (batch == ServerGroup.Batch.NONE && throughput.lastKey() > 1) {
            throw InputException.at(server.value("batch_throughput"), "goes only with batch: static or continuous");
        }
        return new ServerGroup(
                server.integer("count"),
                server.text("name"),
                (int) Math.round(server.number("speed") * 1000),
                engine == null ? server.integer("slots") : engine.batch(),
                engine == null ? server.bytes("memory") : bytes,
                server.nanos("load_time"),
                server.nanos("switch_time"),
                server.has("weight") ? server.integer("weight") : 0,
                loaded,
                batch,
                throughput,
                server.whole("prefix_cache"),
                engine);
    }

    /** An engine says itself what these keys say of others. */
    private static void without(Fields server, List<String> keys) {
        for (Tree.Entry entry : server.tree().entries()) {
            if (keys.contains(entry.key())) {
                throw InputException.at(entry.value(), "does not go with an engine, which says it itself");
            }
        }
    }

    /** Throughput by batch size; it may not fall, and none is a standstill. */
    private static SortedMap<Integer, Double> throughput(Fields server) {
        SortedMap<Integer, Double> throughput = weights(server, "batch_throughput", Integer::valueOf);
        double before = 0;
        for (double at : throughput.values()) {
            if (at <= 0 || at < before) {
                throw InputException.at(
                        server.value("batch_throughput"), "must be above 0 and not fall with the size of the batch");
            }
            before = at;
        }
        return throughput;
    }

    /** @param reading whether servers read prompts themselves */
    private RequestsSpec requests(Fields requests, List<ModelSpec> models, boolean reading) {
        RequestsSpec.Source source = source(requests, models, reading);
        boolean recorded = source instanceof RequestsSpec.Recorded;
        if (reading && !recorded && !(source instanceof RequestsSpec.TokenTrace)) {
            throw InputException.at(
                    requests.tree(),
                    "must be of azure, mooncake or trace: engines and servers with a prefix_cache read prompts");
        }
        Fields slo = requests.section("slo");
        return new RequestsSpec(
                source,
                weights(requests, "priorities", Integer::valueOf),
                requests.nanos("deadline"),
                new ServingSpec(
                        // What a gateway expected is recorded.
                        recorded || requests.text("lengths").equals("known"),
                        positive(slo, "ttft"),
                        positive(slo, "tpot"),
                        sample(requests),
                        requests.has("copies") ? requests.integer("copies") : 0),
                spikes(requests));
    }

    private static List<Spike> spikes(Fields requests) {
        if (requests.has("days")) {
            return DayKeys.read(requests);
        }
        List<Spike> spikes = new ArrayList<>();
        for (Tree item : requests.has("spikes") ? requests.items("spikes") : List.<Tree>of()) {
            Fields fields = FleetSchema.SPIKE.read(item);
            Spike spike = new Spike(fields.nanos("at"), positive(fields, "for"), fields.number("rate"));
            if (!spikes.isEmpty() && spike.atNanos() < spikes.getLast().endNanos()) {
                throw InputException.at(fields.value("at"), "must not be before the spike before it is over");
            }
            spikes.add(spike);
        }
        return spikes;
    }

    private static double sample(Fields requests) {
        if (!requests.has("sample")) {
            return 1;
        }
        if (requests.fraction("sample") == 0) {
            throw InputException.at(requests.value("sample"), "must be above 0 %");
        }
        return requests.fraction("sample");
    }

    private RequestsSpec.Source source(Fields requests, List<ModelSpec> models, boolean reading) {
        if (requests.has("generate")) {
            return generated(requests.section("generate"), models);
        }
        int limit = requests.has("limit") ? requests.integer("limit") : 0;
        double rate = requests.has("rate") ? requests.number("rate") : 1;
        for (String trace : List.of("azure", "mooncake")) {
            if (requests.has(trace)) {
                if (models.size() > 1) {
                    throw InputException.at(
                            requests.value(trace), "has requests for one model, and the fleet has several");
                }
                RequestsSpec.TokenSpec tokens = new RequestsSpec.TokenSpec(
                        ScenarioFile.file(requests, trace, folder),
                        rate,
                        limit,
                        prefill(requests),
                        decode(requests),
                        perToken(requests),
                        reading);
                return trace.equals("azure") ? new RequestsSpec.Azure(tokens) : new RequestsSpec.Mooncake(tokens);
            }
        }
        if (requests.has("trace")) {
            return new RequestsSpec.Recorded(new RequestsSpec.TokenSpec(
                    ScenarioFile.file(requests, "trace", folder),
                    rate,
                    limit,
                    prefill(requests),
                    decode(requests),
                    perToken(requests),
                    reading));
        }
        for (String key : OF_TOKENS) {
            if (requests.has(key)) {
                throw InputException.at(
                        requests.value(key), "goes with azure, mooncake or trace, whose requests have tokens");
            }
        }
        if (!models.isEmpty()) {
            throw InputException.at(requests.value("genai26"), "brings its own models; leave out fleet.models");
        }
        return new RequestsSpec.GenAi(
                ScenarioFile.file(requests, "genai26", folder),
                rate,
                limit,
                requests.bytes("model_memory"),
                requests.bytes("request_memory"));
    }

    private static double prefill(Fields requests) {
        return requests.has(PREFILL) ? requests.number(PREFILL) : PREFILL_TOKENS;
    }

    private static double decode(Fields requests) {
        return requests.has(DECODE) ? requests.number(DECODE) : DECODE_TOKENS;
    }

    private static long perToken(Fields requests) {
        return requests.has(PER_TOKEN) ? requests.bytes(PER_TOKEN) : TOKEN_BYTES;
    }

    private static RequestsSpec.Generated generated(Fields generate, List<ModelSpec> models) {
        for (Tree.Entry entry : generate.value("models").entries()) {
            known(generate.value("models"), entry.key(), models);
        }
        List<StageSpec> stages = new ArrayList<>();
        for (Tree item : generate.has("stages") ? generate.items("stages") : List.<Tree>of()) {
            stages.add(stage(FleetSchema.STAGE.read(item), models));
        }
        return new RequestsSpec.Generated(
                generate.integer("requests"),
                generate.number("load"),
                generate.has("interarrival") ? positive(generate, "interarrival") : 0,
                generate.number("burstiness"),
                positive(generate, "work_median"),
                generate.number("work_sigma"),
                positive(generate, "work_max"),
                generate.weights("models"),
                weights(generate, "memory", Bytes::parse),
                generate.integer("tenants"),
                generate.number("estimate_error"),
                stages,
                generate.integer("contents"),
                new BondsSpec(generate.integer("sessions"), generate.nanos("session_state"), graph(generate)),
                items(generate, stages),
                WarmKeys.turns(generate));
    }

    private static List<BondsSpec.Node> graph(Fields generate) {
        List<BondsSpec.Node> nodes = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (Tree item : generate.has("graph") ? generate.items("graph") : List.<Tree>of()) {
            Fields node = FleetSchema.GRAPH.read(item);
            for (Tree after : node.items("after")) {
                if (!names.contains(after.text())) {
                    throw InputException.at(after, InputException.unknown("part above it", after.text(), names));
                }
            }
            if (names.contains(node.text("name"))) {
                throw InputException.at(item, "the part " + Quote.of(node.text("name")) + " is there twice");
            }
            names.add(node.text("name"));
            nodes.add(new BondsSpec.Node(
                    node.text("name"),
                    node.integer("count"),
                    node.flag("in_order"),
                    node.items("after").stream().map(Tree::text).toList()));
        }
        return nodes;
    }

    private static RequestsSpec.Generated.Items items(Fields generate, List<StageSpec> stages) {
        for (String key : List.of("items", "call_work")) {
            if (!stages.isEmpty() && generate.has(key)) {
                throw InputException.at(generate.value(key), "does not go with stages, which are no calls of items");
            }
        }
        return new RequestsSpec.Generated.Items(
                weights(generate, "items", Integer::valueOf), generate.nanos("call_work"));
    }

    private static StageSpec stage(Fields stage, List<ModelSpec> models) {
        String model = stage.has("model") ? known(stage.value("model"), stage.text("model"), models) : "";
        if (stage.fraction("share") == 0) {
            throw InputException.at(stage.value("share"), "must be above 0 %");
        }
        return new StageSpec(
                stage.text("name"), stage.fraction("share"), model, stage.flag("beside"), stage.flag("cached"));
    }

    private static String known(Tree tree, String name, List<ModelSpec> models) {
        List<String> names = models.stream().map(ModelSpec::name).toList();
        if (!names.contains(name)) {
            throw InputException.at(tree, InputException.unknown("model", name, names));
        }
        return name;
    }

    static long positive(Fields fields, String key) {
        if (fields.nanos(key) == 0) {
            throw InputException.at(fields.value(key), "must be longer than 0");
        }
        return fields.nanos(key);
    }

    /** Weights by what their key means; two keys may not mean the same, as 1Gi and 1024Mi do. */
    private static <K extends Comparable<K>> SortedMap<K, Double> weights(
            Fields fields, String key, Function<String, K> meaning) {
        SortedMap<K, Double> weights = new TreeMap<>();
        fields.weights(key).forEach((text, weight) -> {
            if (weights.put(meaning.apply(text), weight) != null) {
                throw InputException.at(fields.value(key), Quote.of(text) + " is there twice");
            }
        });
        if (weights.isEmpty()) {
            throw InputException.at(fields.value(key), "must not be empty; leave the key out for its default");
        }
        return weights;
    }

    private static String upper(String word) {
        return word.toUpperCase(Locale.ROOT);
    }
}
