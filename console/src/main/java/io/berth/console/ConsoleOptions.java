package io.berth.console;

import io.berth.console.access.JobUsers;
import io.berth.console.api.call.Sources;
import io.berth.console.api.call.SystemName;
import io.berth.console.http.ConnectionLimits;
import io.berth.console.setting.Learning;
import io.berth.core.catalog.Catalog;
import io.berth.edge.access.Tokens;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** How a console serves. Immutable: each {@code with} gives another. */
public final class ConsoleOptions {
    /** Proxies end connections that are silent for a minute. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private @Nullable InetSocketAddress address;
    private @Nullable SSLContext tls;
    private @Nullable Path ownerTokens;
    private @Nullable Path socket;
    private @Nullable Path shared;
    private List<Path> tokens = List.of();
    private JobUsers users = JobUsers.AS_NAMED;
    private @Nullable Path keys;
    private @Nullable Path series;
    private Catalog catalog = Catalog.standard();

    /** Jobs come by hand or in sweeps; a sweep of two hundred goes at once, one of three thousand takes a minute. */
    private double submitsPerSecond = 50;

    private double submitBurst = 200;
    private Duration heartbeat = HEARTBEAT;
    private ConnectionLimits connections = ConnectionLimits.STANDARD;
    private Sources sources = Sources.NONE;
    private Learning learning = Learning.NONE;
    private Consumer<String> report = _ -> {};
    private boolean starting;
    private SystemName name = SystemName.NONE;

    private ConsoleOptions(@Nullable InetSocketAddress address) {
        this.address = address;
    }

    private ConsoleOptions(ConsoleOptions other) {
        address = other.address;
        tls = other.tls;
        ownerTokens = other.ownerTokens;
        socket = other.socket;
        shared = other.shared;
        tokens = other.tokens;
        users = other.users;
        keys = other.keys;
        series = other.series;
        catalog = other.catalog;
        submitsPerSecond = other.submitsPerSecond;
        submitBurst = other.submitBurst;
        heartbeat = other.heartbeat;
        connections = other.connections;
        sources = other.sources;
        learning = other.learning;
        report = other.report;
        starting = other.starting;
        name = other.name;
    }

    /** For this machine, on {@code port}; 0 for any that is free. */
    public static ConsoleOptions local(int port) {
        return new ConsoleOptions(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** Without a port; only for the user of this process, over a Unix socket at {@code path}. */
    public static ConsoleOptions over(Path path) {
        return new ConsoleOptions((InetSocketAddress) null).withSocket(path);
    }

    /** The same at another address; port 0 for any that is free. */
    public ConsoleOptions at(InetSocketAddress other) {
        ConsoleOptions options = new ConsoleOptions(this);
        options.address = other;
        return options;
    }

    /** The same, encrypted; {@link io.berth.edge.tls.KeyFiles} reads a context from files. */
    public ConsoleOptions withTls(SSLContext context) {
        ConsoleOptions options = new ConsoleOptions(this);
        options.tls = context;
        return options;
    }

    /** The same for who runs Berth, who has the token of {@code file}. */
    public ConsoleOptions withOwner(Path file) {
        ConsoleOptions options = new ConsoleOptions(this);
        options.ownerTokens = file;
        return options;
    }

    /** The same with jobs that run as {@code known} says. */
    public ConsoleOptions withUsers(JobUsers known) {
        ConsoleOptions options = new ConsoleOptions(this);
        options.users = known;
        return options;
    }

    /** The same, and over a Unix socket at {@code path}, where the user of this process is an operator without a token. */
    public ConsoleOptions withSocket(Path path) {
        ConsoleOptions options = new ConsoleOptions(this);
        options.socket = path;
        return options;
    }

    /**
     * The same, and over a Unix socket at {@code path} for all users of this machine, each as the kernel names him. {@code path} is in a
     * folder where only the user of this process can write.
     */
    public ConsoleOptions withShared(Path path) {
        ConsoleOptions options = new ConsoleOptions(this);
        options.shared = path;
        return options;
    }

    /** The same, holding as many connections as {@code limits} say. */
    public ConsoleOptions withConnections(ConnectionLimits limits) {
        ConsoleOptions options = new ConsoleOptions(this);
        options.connections = limits;
        return options;
    }

    /** The same for those who have a token of {@code file} too. */
    public ConsoleOptions withTokens(Path file) {
        ConsoleOptions options = new ConsoleOptions(this);
        options.tokens = Stream.concat(tokens.stream(), Stream.of(file)).toList();
        return options;
    }

    /** The same, keeping idempotency keys in {@code file}, beside the journal. */
    public ConsoleOptions withKeys(Path file) {
        ConsoleOptions options = new ConsoleOptions(this);
        options.keys = file;
        return options;
    }

    /** The same, keeping what was when in {@code folder}. */
    public ConsoleOptions withSeries(Path folder) {
        ConsoleOptions options = new ConsoleOptions(this);
        options.series = folder;
        return options;
    }

    /** The same of a system that is called {@code newName}. */
    public ConsoleOptions called(SystemName newName) {
        ConsoleOptions options = new ConsoleOptions(this);
        options.name = newName;
        return options;
    }

    /** The same for a run with other policies. */
    public ConsoleOptions withCatalog(Catalog other) {
        ConsoleOptions options = new ConsoleOptions(this);
        options.catalog = other;
        return options;
    }

    /** The same with other limits for each tenant's submissions: in the long run, and at once. */
    public ConsoleOptions withSubmitRate(double perSecond, double burst) {
        ConsoleOptions options = new ConsoleOptions(this);
        options.submitsPerSecond = perSecond;
        options.submitBurst = burst;
        return options;
    }

    /** The same with other times: how long the stream of events may be silent, how long a reader may take nothing of an answer. */
    public ConsoleOptions withTimes(Duration newHeartbeat, Duration newSlowest) {
        ConsoleOptions options = new ConsoleOptions(this);
        options.heartbeat = newHeartbeat;
        options.connections = options.connections.withSlowest(newSlowest);
        return options;
    }

    /** The same, which says that it is ready only after {@link ConsoleServer#ready()}. */
    public ConsoleOptions startingUp() {
        ConsoleOptions options = new ConsoleOptions(this);
        options.starting = true;
        return options;
    }

    /** The same, showing what {@code known} gives beside what the engine knows. */
    public ConsoleOptions withSources(Sources known) {
        ConsoleOptions options = new ConsoleOptions(this);
        options.sources = known;
        return options;
    }

    /** The same, by which {@code known} is asked how it learns. */
    public ConsoleOptions withLearning(Learning known) {
        ConsoleOptions options = new ConsoleOptions(this);
        options.learning = known;
        return options;
    }

    /** The same, telling {@code lines} what somebody should look at. */
    public ConsoleOptions reporting(Consumer<String> lines) {
        ConsoleOptions options = new ConsoleOptions(this);
        options.report = lines;
        return options;
    }

    /** Null for none. */
    @Nullable
    InetSocketAddress address() {
        return address;
    }

    /** Null for plain HTTP. */
    @Nullable
    SSLContext tls() {
        return tls;
    }

    /** Null for none. */
    @Nullable
    Path socket() {
        return socket;
    }

    /** Null for none. */
    @Nullable
    Path shared() {
        return shared;
    }

    /** The tokens that are taken; null to serve this machine only. */
    @Nullable
    Tokens tokens() {
        return ownerTokens == null && tokens.isEmpty() ? null : Tokens.read(ownerTokens, tokens);
    }

    JobUsers users() {
        return users;
    }

    /** Null to remember idempotency keys only until this process ends. */
    @Nullable
    Path keys() {
        return keys;
    }

    /** Null to forget what was when with this process. */
    @Nullable
    Path series() {
        return series;
    }

    Learning learning() {
        return learning;
    }

    SystemName name() {
        return name;
    }

    Catalog catalog() {
        return catalog;
    }

    double submitsPerSecond() {
        return submitsPerSecond;
    }

    double submitBurst() {
        return submitBurst;
    }

    Duration heartbeat() {
        return heartbeat;
    }

    ConnectionLimits connections() {
        return connections;
    }

    Sources sources() {
        return sources;
    }

    Consumer<String> report() {
        return report;
    }

    boolean starting() {
        return starting;
    }
}
