package io.berth.console;

import io.berth.console.insight.Insight;
import io.berth.console.output.Outputs;
import io.berth.core.policy.Catalog;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How a console serves.
 *
 * @param address where; port 0 for any that is free
 * @param tls null for plain HTTP; {@link io.berth.console.http.KeyFiles} reads one from files
 * @param tokens the file of tokens; null to serve this machine only
 * @param keys where idempotency keys are kept, beside the journal; null to remember them only until this process ends
 * @param catalog the policies of the run
 * @param submitsPerSecond what each tenant may submit in the long run
 * @param submitBurst what each tenant may submit at once
 * @param heartbeat how long the stream of events may be silent
 * @param slowest how long a reader may take nothing of an answer
 * @param outputs what tasks wrote; null where tasks are no real programs. Where they are, a job needs a command
 * @param insight what is learnt from running jobs; null where nothing is
 * @param report gets a line for what somebody should look at
 */
public record ConsoleOptions(
        InetSocketAddress address,
        @Nullable SSLContext tls,
        @Nullable Path tokens,
        @Nullable Path keys,
        Catalog catalog,
        double submitsPerSecond,
        double submitBurst,
        Duration heartbeat,
        Duration slowest,
        @Nullable Outputs outputs,
        @Nullable Insight insight,
        Consumer<String> report) {
    /** Jobs come by hand or in sweeps; a sweep of two hundred goes at once, one of three thousand takes a minute. */
    private static final double SUBMITS_PER_SECOND = 50;

    private static final double SUBMIT_BURST = 200;

    /** Proxies end connections that are silent for a minute. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private static final Duration SLOWEST = Duration.ofSeconds(20);

    /** For this machine, on {@code port}. */
    public static ConsoleOptions local(int port) {
        return new ConsoleOptions(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                null,
                null,
                null,
                Catalog.standard(),
                SUBMITS_PER_SECOND,
                SUBMIT_BURST,
                HEARTBEAT,
                SLOWEST,
                null,
                null,
                _ -> {});
    }

    /** The same at another address. */
    public ConsoleOptions at(InetSocketAddress other) {
        return new ConsoleOptions(
                other,
                tls,
                tokens,
                keys,
                catalog,
                submitsPerSecond,
                submitBurst,
                heartbeat,
                slowest,
                outputs,
                insight,
                report);
    }

    /** The same, encrypted. */
    public ConsoleOptions withTls(SSLContext context) {
        return new ConsoleOptions(
                address,
                context,
                tokens,
                keys,
                catalog,
                submitsPerSecond,
                submitBurst,
                heartbeat,
                slowest,
                outputs,
                insight,
                report);
    }

    /** The same for those who have a token of {@code file}. */
    public ConsoleOptions withTokens(Path file) {
        return new ConsoleOptions(
                address,
                tls,
                file,
                keys,
                catalog,
                submitsPerSecond,
                submitBurst,
                heartbeat,
                slowest,
                outputs,
                insight,
                report);
    }

    /** The same, keeping idempotency keys in {@code file}. */
    public ConsoleOptions withKeys(Path file) {
        return new ConsoleOptions(
                address,
                tls,
                tokens,
                file,
                catalog,
                submitsPerSecond,
                submitBurst,
                heartbeat,
                slowest,
                outputs,
                insight,
                report);
    }

    /** The same for a run with other policies. */
    public ConsoleOptions withCatalog(Catalog other) {
        return new ConsoleOptions(
                address,
                tls,
                tokens,
                keys,
                other,
                submitsPerSecond,
                submitBurst,
                heartbeat,
                slowest,
                outputs,
                insight,
                report);
    }

    /** The same with other limits for each tenant's submissions. */
    public ConsoleOptions withSubmitRate(double perSecond, double burst) {
        return new ConsoleOptions(
                address, tls, tokens, keys, catalog, perSecond, burst, heartbeat, slowest, outputs, insight, report);
    }

    /** The same with other times for those who read streams and answers. */
    public ConsoleOptions withTimes(Duration newHeartbeat, Duration newSlowest) {
        return new ConsoleOptions(
                address,
                tls,
                tokens,
                keys,
                catalog,
                submitsPerSecond,
                submitBurst,
                newHeartbeat,
                newSlowest,
                outputs,
                insight,
                report);
    }

    /** The same for tasks that are real programs, whose output is in {@code known}. */
    public ConsoleOptions withOutputs(Outputs known) {
        return new ConsoleOptions(
                address,
                tls,
                tokens,
                keys,
                catalog,
                submitsPerSecond,
                submitBurst,
                heartbeat,
                slowest,
                known,
                insight,
                report);
    }

    /** The same for a run from whose jobs {@code known} is learnt. */
    public ConsoleOptions withInsight(Insight known) {
        return new ConsoleOptions(
                address,
                tls,
                tokens,
                keys,
                catalog,
                submitsPerSecond,
                submitBurst,
                heartbeat,
                slowest,
                outputs,
                known,
                report);
    }

    /** The same, telling {@code lines} what somebody should look at. */
    public ConsoleOptions reporting(Consumer<String> lines) {
        return new ConsoleOptions(
                address,
                tls,
                tokens,
                keys,
                catalog,
                submitsPerSecond,
                submitBurst,
                heartbeat,
                slowest,
                outputs,
                insight,
                lines);
    }
}
