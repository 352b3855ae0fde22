package io.berth.gateway.setting;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.flow.FeatureLimits;
import io.berth.core.strategy.PolicySpec;
import io.berth.spec.fleet.DispatchReader;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway is to be.
 *
 * @param membership which servers there are
 * @param tries how a request is tried
 * @param telemetry what is told of requests
 */
public record GatewaySettings(
        Membership membership,
        DispatchSpec dispatch,
        Listen listen,
        Health health,
        Limits limits,
        Tries tries,
        Telemetry telemetry) {
    /** The balancer that needs to be told no slots to hold requests. */
    private static final String LEARNS_SLOTS = "predicted";

    /**
     * Where clients connect.
     *
     * @param port 0 for any that is free
     * @param keys for TLS; null for none
     * @param drainNanos what requests have to end in when it stops
     * @param tenants who they are
     * @param threads event loops
     * @param picker where Envoy connects; null for nowhere
     */
    public record Listen(
            String host,
            int port,
            @Nullable Keys keys,
            long drainNanos,
            TenantSettings tenants,
            int threads,
            @Nullable Picker picker) {}

    /**
     * Where Envoy asks for servers.
     *
     * @param port 0 for any that is free
     * @param keys for TLS; null for none
     * @param fallbacks how many servers are named after the one that was picked
     */
    public record Picker(String host, int port, @Nullable Keys keys, int fallbacks) {}

    /** Where the files are by which the gateway proves itself. */
    public record Keys(Path certificates, Path key) {}

    /**
     * How a request is tried.
     *
     * @param retries how often it is sent to another server where one fails it
     * @param firstByteNanos until a server begins to answer, or counts as failed; {@code Nanos.NEVER} for no limit
     * @param nextByteNanos how long it may say nothing in the midst of an answer; {@code Nanos.NEVER} for no limit
     * @param noServerNanos how long it waits while no server is up that could have it; 0 for not at all
     * @param caching whose answers are kept; null for nobody's
     * @param turns what they may wait for
     * @param stages how some are done in stages
     * @param grouping which requests are split and merged
     */
    public record Tries(
            int retries,
            long firstByteNanos,
            long nextByteNanos,
            long noServerNanos,
            @Nullable Caching caching,
            Turns turns,
            Stages stages,
            Grouping grouping) {}

    /**
     * Requests that are done in stages.
     *
     * @param features how much of what stages make is kept
     */
    public record Stages(List<Pipeline> pipelines, FeatureLimits features) {
        public Stages {
            pipelines = List.copyOf(pipelines);
        }
    }

    /** The servers that the file names. */
    public List<Server> servers() {
        return membership.listed();
    }

    /** How often a request is sent to another server where one fails it. */
    public int retries() {
        return tries.retries;
    }

    /**
     * Reads the file of {@code --config}, which is in {@code folder}.
     *
     * @throws InputException where something of it cannot be
     */
    public static GatewaySettings read(Tree file, Path folder, DispatchReader strategies) {
        Fields fields = GatewaySchema.FILE.read(file);
        DispatchSpec dispatch = strategies.of(fields);
        Fields limits = fields.section("limits");
        int threads = fields.integer("threads");
        Membership membership = Membership.read(fields, folder, needSlots(fields, dispatch));
        return new GatewaySettings(
                membership,
                dispatch,
                new Listen(
                        fields.text("host"),
                        fields.integer("port"),
                        keys(fields, folder),
                        limits.nanos("drain"),
                        TenantSettings.read(fields, membership.regions(), folder),
                        threads == 0 ? Runtime.getRuntime().availableProcessors() : threads,
                        picker(fields, folder, membership.listed())),
                Health.read(fields.section("health")),
                new Limits(
                        limits.bytes("body"),
                        small(limits, "headers"),
                        small(limits, "buffer"),
                        small(limits, "prompt"),
                        positive(limits, "headers_within"),
                        positive(limits, "idle"),
                        positive(limits, "request")),
                new Tries(
                        limits.integer("retries"),
                        positive(limits, "first_byte"),
                        positive(limits, "next_byte"),
                        limits.nanos("no_server_wait"),
                        Caching.read(fields),
                        Turns.read(fields, limits),
                        new Stages(Pipeline.read(fields), Pipeline.features(fields)),
                        Grouping.read(fields)),
                Telemetry.read(fields, folder));
    }

    /** Whether servers must say how many slots they have: where nobody learns it, and requests are to wait for them. */
    private static boolean needSlots(Fields fields, DispatchSpec dispatch) {
        boolean learns =
                dispatch.balance() instanceof PolicySpec one && one.name().equals(LEARNS_SLOTS);
        return fields.has("wait") && dispatch.waiting() == DispatchSpec.Wait.GATEWAY && !learns;
    }

    /** The same at another port. */
    public GatewaySettings withPort(int port) {
        return new GatewaySettings(
                membership,
                dispatch,
                new Listen(
                        listen.host,
                        port,
                        listen.keys,
                        listen.drainNanos,
                        listen.tenants,
                        listen.threads,
                        listen.picker),
                health,
                limits,
                tries,
                telemetry);
    }

    /** The same with other wishes of what is told of requests. */
    public GatewaySettings with(Telemetry other) {
        return new GatewaySettings(membership, dispatch, listen, health, limits, tries, other);
    }

    private static @Nullable Keys keys(Fields fields, Path folder) {
        return fields.has("certificate")
                ? new Keys(fields.path("certificate", folder), fields.path("key", folder))
                : null;
    }

    private static @Nullable Picker picker(Fields fields, Path folder, List<Server> servers) {
        if (!fields.has("picker")) {
            return null;
        }
        for (Server server : servers) {
            Backend backend = server.backend();
            if (backend.address().isUnresolved() || !backend.path().isEmpty()) {
                throw InputException.at(
                        fields.value("picker"),
                        "names servers to Envoy by IP address and port alone, but \"" + backend.name() + "\" "
                                + (backend.path().isEmpty()
                                        ? "has no IP address: give one, or a name that has one"
                                        : "has a path, " + backend.path() + ": give its url without it"));
            }
        }
        Fields picker = fields.section("picker");
        return new Picker(
                picker.text("host", fields.text("host")),
                picker.integer("port"),
                keys(picker, folder),
                picker.integer("fallbacks"));
    }

    static long positive(Fields fields, String key) {
        long nanos = fields.nanos(key);
        if (nanos <= 0) {
            throw InputException.at(fields.value(key), "must be above 0");
        }
        return nanos;
    }

    private static int small(Fields fields, String key) {
        long bytes = fields.bytes(key);
        if (bytes < 1024 || bytes > 1L << 30) {
            throw InputException.at(fields.value(key), "must be from 1Ki to 1Gi");
        }
        return (int) bytes;
    }
}
