package io.berth.app.up.setting;

import io.berth.app.adaptive.AdaptiveSettings;
import io.berth.app.catalog.FullCatalog;
import io.berth.app.home.BerthHome;
import io.berth.app.home.SharedSocket;
import io.berth.console.alert.AlertOptions;
import io.berth.console.http.ConnectionLimits;
import io.berth.console.setting.Setting;
import io.berth.core.pool.NodePool;
import io.berth.core.qos.QosClass;
import io.berth.core.queue.QueueSpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.online.LearnerOptions;
import io.berth.live.driver.Bounds;
import io.berth.local.launch.process.UserAccount;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.adaptive.AdaptiveSchema;
import io.berth.spec.adaptive.AdaptiveSpec;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.pool.PoolKeys;
import io.berth.spec.qos.QosKeys;
import io.berth.spec.queue.QueueKeys;
import io.berth.spec.schema.Fields;
import io.berth.spec.strategy.StrategyReader;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code berth up} was asked for.
 *
 * @param home where everything is kept
 * @param port of the console on 127.0.0.1; 0 for any that is free
 * @param strategy the strategy of a new system, and from now on of one that is there; null to leave that as it is
 * @param queues those there are from now on; null to leave them as they are
 * @param qos the classes of jobs that there are from now on; null to leave them as they are
 * @param pools the pools of nodes that there are from now on; null to leave them as they are
 * @param stopGrace from the request to a task to end to its being killed
 * @param tasks what every task is held to
 * @param node what is said of the machine as a node
 * @param alerts when somebody is told of a job, who, and what is done then
 * @param others true where what other programs of the machine use is not offered to jobs
 * @param access who may come in
 * @param limits how much may be handed in
 * @param disk what may be kept in the home
 * @param machine what jobs may take of the machine
 * @param learn how it learns while it runs; null where it does not
 * @param adaptive by what one of several strategies is chosen again and again; null where that of the system stays
 * @param file that was read; null for none
 * @param settings all of it, as {@code berth config} shows it
 */
public record UpOptions(
        BerthHome home,
        int port,
        @Nullable StrategySpec strategy,
        @Nullable List<QueueSpec> queues,
        @Nullable List<QosClass> qos,
        @Nullable List<NodePool> pools,
        Duration stopGrace,
        TaskSettings tasks,
        NodeSettings node,
        AlertOptions alerts,
        boolean others,
        Access access,
        Bounds limits,
        DiskOptions disk,
        MachineSettings machine,
        @Nullable LearnerOptions learn,
        @Nullable AdaptiveSpec adaptive,
        @Nullable Path file,
        List<Setting> settings) {
    private static final double BURST_SECONDS = 4;

    public UpOptions {
        queues = queues == null ? null : List.copyOf(queues);
        qos = qos == null ? null : List.copyOf(qos);
        pools = pools == null ? null : List.copyOf(pools);
        settings = List.copyOf(settings);
    }

    /**
     * Who may come in.
     *
     * @param owned true where the console wants the token that only the owner of the home can read
     * @param shared the socket at which other users of this machine are served; null for none
     * @param tokens a file of further tokens; null for none
     * @param perSecond what each tenant may submit in the long run
     * @param burst what each tenant may submit at once
     * @param homes where the users have their folders that Berth keeps for tenants
     * @param connections how many the console holds
     */
    public record Access(
            boolean owned,
            @Nullable Path shared,
            @Nullable Path tokens,
            double perSecond,
            double burst,
            Path homes,
            ConnectionLimits connections) {}

    /**
     * What was typed.
     *
     * @param homeSource where the home comes from, for people
     * @param port null where none was named
     */
    public record Typed(
            BerthHome home,
            String homeSource,
            @Nullable Path config,
            @Nullable Integer port) {}

    /** What {@code config} says, or the defaults; {@code port} goes before it. */
    public static UpOptions read(BerthHome home, @Nullable Path config, @Nullable Integer port) {
        return read(new Typed(home, "--home", config, port));
    }

    /**
     * What the file says, or the defaults; options go before it.
     *
     * @throws InputException where the file is not as it must be
     */
    public static UpOptions read(Typed typed) {
        Path config = typed.config();
        Source source = config == null ? Source.text("defaults", "{}") : Source.file(config);
        Fields fields = UpSchema.FILE.read(TreeReader.read(source));
        String who = fields.has("access") ? fields.text("access") : access(typed.home());
        boolean owned = !who.equals(UpSchema.MACHINE);
        if (!owned && fields.has("tokens")) {
            throw InputException.at(fields.value("tokens"), "does not go with access: " + UpSchema.MACHINE);
        }
        boolean users = who.equals(UpSchema.USERS);
        if (!users && fields.has("socket")) {
            throw InputException.at(fields.value("socket"), "goes only with access: " + UpSchema.USERS);
        }
        LearnerOptions learn = fields.has("learn") ? LearnSettings.read(fields.value("learn")) : null;
        AdaptiveSpec adaptive = AdaptiveSettings.read(fields);
        if (learn != null && adaptive != null) {
            throw InputException.at(
                    fields.value("learn"), "may not stand beside " + AdaptiveSchema.KEY + ": both say what decides");
        }
        double perSecond = fields.number("submit_rate");
        double burst =
                fields.has("submit_burst") ? fields.number("submit_burst") : Math.max(1, BURST_SECONDS * perSecond);
        Integer port = typed.port();
        Path homes = homes(typed, fields, source);
        ConnectionLimits connections = connections(fields);
        Map<String, String> derived = Map.of(
                "strategy", UpSchema.DEFAULT_STRATEGY,
                "submit_burst", BigDecimal.valueOf(burst).stripTrailingZeros().toPlainString(),
                "tenant_homes", homes.toString(),
                "connections.per_address", Integer.toString(connections.perAddress()));
        return new UpOptions(
                typed.home(),
                port == null ? fields.integer("port") : port,
                fields.has("strategy") ? strategy(fields) : null,
                config == null ? null : QueueKeys.of(fields),
                config == null ? null : QosKeys.of(fields),
                config == null ? null : PoolKeys.of(fields, QueueKeys.of(fields)),
                Duration.ofNanos(fields.nanos("stop_grace")),
                fields.has("tasks") ? TaskSettings.read(fields.value("tasks")) : TaskSettings.standard(),
                fields.has("node") ? NodeSettings.read(fields.value("node")) : NodeSettings.NOTHING,
                fields.has("alerts")
                        ? AlertOptions.read(fields.value("alerts"), source.folder())
                        : AlertOptions.DEFAULT,
                fields.text("others").equals(UpSchema.COUNT),
                new Access(
                        owned,
                        users ? socket(fields, source) : null,
                        fields.has("tokens") ? fields.path("tokens", source.folder()) : null,
                        perSecond,
                        burst,
                        homes,
                        connections),
                fields.has("limits") ? LimitSettings.read(fields.value("limits")) : LimitSettings.standard(),
                fields.has("disk") ? DiskSettings.read(fields.value("disk")) : DiskOptions.STANDARD,
                fields.has("machine") ? MachineSettings.read(fields.value("machine")) : MachineSettings.STANDARD,
                learn,
                adaptive,
                config,
                ShownSettings.of(typed, fields.tree(), derived));
    }

    /**
     * Reads the files that these settings name, and looks at what they would allow on this machine.
     *
     * @return what somebody should know, a line each
     * @throws InputException where Berth would not start with them
     */
    public List<String> check() {
        return AccessCheck.here().of(this);
    }

    /** Who is served where the file does not say it: the Berth of a system is there for its users. */
    static String access(BerthHome home) {
        return home.equals(BerthHome.OF_THE_SYSTEM) && UserAccount.currentUid().equals(UserAccount.ROOT)
                ? UpSchema.USERS
                : UpSchema.OWNER;
    }

    private static Path socket(Fields fields, Source source) {
        return fields.has("socket") ? fields.path("socket", source.folder()).toAbsolutePath() : SharedSocket.STANDARD;
    }

    private static Path homes(Typed typed, Fields fields, Source source) {
        Path home = typed.home().folder();
        return fields.has("tenant_homes")
                ? fields.path("tenant_homes", source.folder()).toAbsolutePath()
                : KeptFolders.standard(home);
    }

    /** Where the value of the setting {@code key} comes from. */
    String source(String key) {
        return setting(key).source();
    }

    /** The value of the setting {@code key}, as its file writes it. */
    public String value(String key) {
        return setting(key).value();
    }

    private Setting setting(String key) {
        return settings.stream()
                .filter(setting -> setting.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    /** The strategy called {@code name}, or written out in it. */
    public static StrategySpec strategy(String name) {
        return strategy(name, "strategy");
    }

    private static StrategySpec strategy(Fields fields) {
        Tree value = fields.value("strategy");
        return strategy(value.text(), value.position() + ": strategy");
    }

    private static StrategySpec strategy(String name, String place) {
        CatalogNames names = FullCatalog.names();
        StrategySpec spec = new StrategyReader(names, Path.of("")).named(name, place);
        names.check(spec, place);
        return spec;
    }

    /** Refuses a strategy that cannot be made. */
    static void check(StrategySpec strategy, String place) {
        new CatalogNames(FullCatalog.get()).check(strategy, place);
    }

    private static ConnectionLimits connections(Fields fields) {
        if (!fields.has("connections")) {
            return ConnectionLimits.STANDARD;
        }
        Fields connections = UpSchema.CONNECTIONS.read(fields.value("connections"));
        int most = connections.integer("most");
        int perAddress = connections.has("per_address")
                ? connections.integer("per_address")
                : Math.min(most, ConnectionLimits.STANDARD.perAddress());
        if (perAddress > most) {
            throw InputException.at(
                    connections.value("per_address"), "per_address: must be at most the " + most + " of the key most");
        }
        return new ConnectionLimits(most, perAddress, ConnectionLimits.STANDARD.slowest());
    }
}
