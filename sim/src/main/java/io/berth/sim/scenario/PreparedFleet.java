package io.berth.sim.scenario;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.time.Nanos;
import io.berth.sim.fleet.Batching;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.fleet.VirtualServerSpec;
import io.berth.sim.request.RequestStream;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.request.AzureRequests;
import io.berth.sim.trace.request.CopiedRequests;
import io.berth.sim.trace.request.GatewayRequests;
import io.berth.sim.trace.request.GenAiRequests;
import io.berth.sim.trace.request.MooncakeRequests;
import io.berth.sim.trace.request.RequestTrace;
import io.berth.sim.workload.PrioritisedRequests;
import io.berth.sim.workload.RequestGenerator;
import io.berth.sim.workload.SampledRequests;
import io.berth.sim.workload.SpikedRequests;
import io.berth.sim.workload.Weighted;
import io.berth.spec.fleet.EngineSpec;
import io.berth.spec.fleet.FleetScenario;
import io.berth.spec.fleet.FleetSpec;
import io.berth.spec.fleet.ModelSpec;
import io.berth.spec.fleet.RequestsSpec;
import io.berth.spec.fleet.ServerGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** A scenario of requests whose files are read: it says what each of its runs simulates. Runs may go side by side. */
public final class PreparedFleet {
    private static final double MILLI = 1000;

    private final FleetScenario scenario;
    private final Lenience lenience;
    private final List<VirtualServerSpec> servers;
    private final List<String> models;
    private final long[] modelBytes;
    private final LongFunction<RequestStream> streams;
    private final DispatchCatalog catalog;

    private PreparedFleet(FleetScenario scenario, DispatchCatalog catalog) {
        this.scenario = scenario;
        this.catalog = catalog;
        lenience = scenario.lenient() ? Lenience.counting() : Lenience.STRICT_SCENARIO;
        servers = servers(scenario);
        List<String> declared =
                scenario.fleet().models().stream().map(ModelSpec::name).toList();
        switch (scenario.requests().source()) {
            case RequestsSpec.Generated generated -> {
                models = declared;
                modelBytes = declaredBytes(scenario.fleet().models());
                double capacity = capacity();
                streams = seed -> new RequestGenerator(generated, declared, capacity, seed);
            }
            case RequestsSpec.TokenTrace tokens -> {
                models = declared;
                modelBytes = declaredBytes(scenario.fleet().models());
                int model = scenario.fleet().models().isEmpty() ? Request.NO_MODEL : 0;
                streams = sampled(
                        switch (tokens) {
                            case RequestsSpec.Azure azure -> AzureRequests.read(azure.tokens(), model, lenience);
                            case RequestsSpec.Mooncake mooncake ->
                                MooncakeRequests.read(mooncake.tokens(), model, lenience);
                        });
            }
            case RequestsSpec.Recorded recorded -> {
                models = declared;
                modelBytes = declaredBytes(scenario.fleet().models());
                RequestTrace trace = GatewayRequests.read(recorded, declared, lenience);
                streams = _ -> trace;
            }
            case RequestsSpec.GenAi genAi -> {
                RequestTrace trace = GenAiRequests.read(genAi, lenience);
                models = trace.models();
                modelBytes = new long[models.size()];
                Arrays.fill(modelBytes, genAi.modelBytes());
                streams = sampled(trace);
            }
        }
    }

    private LongFunction<RequestStream> sampled(RequestTrace trace) {
        double share = scenario.requests().serving().sample();
        int copies = scenario.requests().serving().copies();
        return seed -> {
            RequestStream kept = share == 1 ? trace : new SampledRequests(trace, share, seed);
            return copies == 0 ? kept : new CopiedRequests(kept, copies, seed);
        };
    }

    /** Reads the files of {@code scenario}; an {@code InputException} where one is wrong. */
    public static PreparedFleet read(FleetScenario scenario) {
        return read(scenario, DispatchCatalog.standard());
    }

    /** The same of the policies in {@code catalog}. */
    public static PreparedFleet read(FleetScenario scenario, DispatchCatalog catalog) {
        return new PreparedFleet(scenario, catalog);
    }

    /** How many requests the run with {@code seed} has. */
    public long requests(long seed) {
        return streams.apply(seed).size();
    }

    /** Whether each seed has requests of its own; false where all runs have those of a trace. */
    public boolean drawsRequests() {
        return scenario.requests().source() instanceof RequestsSpec.Generated
                || scenario.requests().serving().sample() < 1
                || scenario.requests().serving().copies() > 0;
    }

    /** The names of the models, by number. */
    public List<String> models() {
        return models;
    }

    /** How many servers there are. */
    public int servers() {
        return servers.size();
    }

    /** What the run of {@code strategy} with {@code seed} simulates. */
    public FleetRun.Setup setup(DispatchSpec strategy, long seed) {
        List<Weighted<Integer>> priorities = new ArrayList<>();
        scenario.requests()
                .priorities()
                .forEach((priority, weight) -> priorities.add(new Weighted<>(priority, weight)));
        RequestStream requests = new PrioritisedRequests(
                spiked(streams.apply(seed)), priorities, scenario.requests().deadlineNanos(), seed);
        return new FleetRun.Setup(
                servers,
                modelBytes,
                requests,
                scenario.flow(),
                scenario.fleet().changes(),
                new FleetRun.Policies(strategy, catalog),
                seed,
                scenario.requests().serving());
    }

    private RequestStream spiked(RequestStream requests) {
        return scenario.requests().spikes().isEmpty()
                ? requests
                : new SpikedRequests(requests, scenario.requests().spikes());
    }

    /** Rows of traces that were skipped, by reason; none unless the scenario is lenient. */
    public Map<String, Long> skippedRows() {
        return lenience.skippedByReason();
    }

    private double capacity() {
        double capacity = 0;
        for (VirtualServerSpec server : servers) {
            capacity += server.declared().capacityMilli() / MILLI;
        }
        return capacity;
    }

    private static long[] declaredBytes(List<ModelSpec> models) {
        return models.stream().mapToLong(ModelSpec::memoryBytes).toArray();
    }

    private static List<VirtualServerSpec> servers(FleetScenario scenario) {
        List<String> models =
                scenario.fleet().models().stream().map(ModelSpec::name).toList();
        List<VirtualServerSpec> servers = new ArrayList<>();
        Iterator<String> names = FleetSpec.names(scenario.fleet().servers()).iterator();
        for (ServerGroup group : scenario.fleet().servers()) {
            Batching batching = batching(group);
            List<Integer> loaded = group.models().stream().map(models::indexOf).toList();
            EngineSpec engine = group.engine();
            for (int i = 0; i < group.count(); i++) {
                ServerSpec declared = engine == null
                        ? declared(group, names.next(), batching)
                        : engine(group, engine, names.next(), tokens(scenario));
                servers.add(new VirtualServerSpec(declared, batching, loaded, reading(group, scenario), engine, null));
            }
        }
        return servers;
    }

    private static VirtualServerSpec.@Nullable Reading reading(ServerGroup group, FleetScenario scenario) {
        return group.prefixTokens() == 0
                ? null
                : new VirtualServerSpec.Reading(
                        group.prefixTokens(), tokens(scenario).prefillTokensPerSecond());
    }

    private static Batching batching(ServerGroup group) {
        return switch (group.batch()) {
            case NONE -> Batching.none(group.slots());
            case STATIC -> Batching.of(Batching.Mode.STATIC, group.slots(), group.throughput());
            case CONTINUOUS -> Batching.of(Batching.Mode.CONTINUOUS, group.slots(), group.throughput());
        };
    }

    private static RequestsSpec.TokenSpec tokens(FleetScenario scenario) {
        return switch (scenario.requests().source()) {
            case RequestsSpec.TokenTrace trace -> trace.tokens();
            case RequestsSpec.Recorded recorded -> recorded.tokens();
            case RequestsSpec.Generated _, RequestsSpec.GenAi _ ->
                throw new IllegalArgumentException("Prompts are read, and the requests of this scenario have none.");
        };
    }

    /** What a dispatcher is told of an engine: its speed with one request, with as many as run at once, and its room. */
    private static ServerSpec engine(ServerGroup group, EngineSpec engine, String name, RequestsSpec.TokenSpec tokens) {
        double token = 1e9 / tokens.decodeTokensPerSecond();
        int capacity = milli(token * engine.batch() / engine.stepNanos(engine.batch(), 0));
        return new ServerSpec(
                name,
                milli(token / engine.stepNanos(1, 0)),
                engine.batch(),
                capacity,
                group.weight() == 0 ? capacity : group.weight(),
                group.memoryBytes() + engine.kvTokens() * tokens.memoryBytesPerToken(),
                Nanos.NEVER,
                0);
    }

    private static int milli(double speed) {
        return (int) StrictMath.max(1, StrictMath.round(MILLI * speed));
    }

    private static ServerSpec declared(ServerGroup group, String name, Batching batching) {
        int capacityMilli = (int) StrictMath.max(1, StrictMath.round(group.speedMilli() * batching.full()));
        return new ServerSpec(
                name,
                group.speedMilli(),
                group.slots(),
                capacityMilli,
                group.weight() == 0 ? capacityMilli : group.weight(),
                group.memoryBytes(),
                group.loadNanos(),
                group.switchNanos());
    }
}
