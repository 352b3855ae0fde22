package io.berth.gateway.setting;

import io.berth.core.dispatch.DispatchSpec;
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
 * @param threads event loops
 */
public record GatewaySettings(
        Membership membership,
        DispatchSpec dispatch,
        Listen listen,
        Health health,
        Limits limits,
        Tries tries,
        int threads) {
    /**
     * Where clients connect.
     *
     * @param port 0 for any that is free
     * @param keys for TLS; null for none
     * @param drainNanos what requests have to end in when it stops
     */
    public record Listen(String host, int port, @Nullable Keys keys, long drainNanos) {}

    /** Where the files are by which the gateway proves itself. */
    public record Keys(Path certificates, Path key) {}

    /**
     * How a request is tried.
     *
     * @param retries how often it is sent to another server where one fails it
     * @param firstByteNanos until a server begins to answer, or counts as failed; {@code Nanos.NEVER} for no limit
     * @param nextByteNanos how long it may say nothing in the midst of an answer; {@code Nanos.NEVER} for no limit
     * @param noServerNanos how long it waits while no server is up that could have it; 0 for not at all
     */
    public record Tries(int retries, long firstByteNanos, long nextByteNanos, long noServerNanos) {}

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
        return new GatewaySettings(
                Membership.read(fields, folder, dispatch.waiting() == DispatchSpec.Wait.GATEWAY),
                dispatch,
                new Listen(fields.text("host"), fields.integer("port"), keys(fields, folder), limits.nanos("drain")),
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
                        limits.nanos("no_server_wait")),
                threads == 0 ? Runtime.getRuntime().availableProcessors() : threads);
    }

    /** The same at another port. */
    public GatewaySettings withPort(int port) {
        return new GatewaySettings(
                membership,
                dispatch,
                new Listen(listen.host, port, listen.keys, listen.drainNanos),
                health,
                limits,
                tries,
                threads);
    }

    private static @Nullable Keys keys(Fields fields, Path folder) {
        return fields.has("certificate")
                ? new Keys(fields.path("certificate", folder), fields.path("key", folder))
                : null;
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
