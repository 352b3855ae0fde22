package io.berth.app.kube;

import io.berth.app.adaptive.AdaptiveSettings;
import io.berth.app.catalog.FullCatalog;
import io.berth.app.catalog.PluginsOption;
import io.berth.app.home.BerthHome;
import io.berth.app.kube.data.DataSettings;
import io.berth.app.option.Arguments;
import io.berth.core.queue.QueueSpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.kube.api.KubeConfig;
import io.berth.kube.bind.KubeOptions;
import io.berth.kube.lease.LeaseName;
import io.berth.kube.queue.QueueConvention;
import io.berth.kube.queue.QueueConventions;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.adaptive.AdaptiveSchema;
import io.berth.spec.adaptive.AdaptiveSpec;
import io.berth.spec.cluster.TopologyText;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.queue.QueueKeys;
import io.berth.spec.schema.Fields;
import io.berth.spec.strategy.StrategyReader;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What {@code berth kube} was asked for: by what was typed, and where that says nothing by the file of {@code --config}. */
final class KubeArguments {
    static final String CONFIG = "--config";
    static final String QUEUE_OBJECTS = "--queue-objects";
    static final List<String> ON_OFF = List.of("on", "off");

    private final Arguments typed;
    private final Fields file;
    private final Path folder;

    /** @throws InputException where the file is not as it must be */
    KubeArguments(Arguments typed) {
        this.typed = typed;
        Path named = typed.path(CONFIG);
        Source source = named == null ? Source.text("defaults", "{}") : Source.file(named);
        file = KubeSchema.FILE.read(TreeReader.read(source));
        folder = named == null ? Path.of("") : source.folder();
    }

    /** Has the catalog be that of the plugins that are meant; before anybody asks for it. */
    void usePlugins(Map<String, String> environment) {
        Path plugins = path(PluginsOption.OPTION.name(), "plugins");
        if (plugins != null && typed.path(PluginsOption.OPTION.name()) == null && !Files.isDirectory(plugins)) {
            throw InputException.at(file.value("plugins"), "there is no folder " + plugins);
        }
        FullCatalog.plugins(plugins, BerthHome.of(null, environment));
    }

    /** @throws InputException where something of it cannot be */
    KubeSettings settings(Map<String, String> environment) {
        Path journal = path("--journal", "journal");
        return new KubeSettings(
                KubeConfig.find(path("--kubeconfig", "kubeconfig"), environment),
                new KubeSettings.Own(
                        typed.text("--scheduler-name", file.text("scheduler_name")),
                        isOn("--image-locality", "image_locality"),
                        new KubeSettings.Words(shares(), queues()),
                        TopologyText.read(file),
                        new KubeSettings.Place(
                                DataSettings.read(file), file.has("load") ? loads(file.section("load")) : null)),
                isOn("--events", "events") ? eventsRate() : 0,
                isOn("--leader-elect", "leader_elect") ? lease(KubeConfig.ownNamespace(environment)) : null,
                journal == null ? null : new KubeSettings.Kept(journal, journalBytes()),
                strategy(),
                adaptive(),
                new KubeSettings.Ports(
                        Objects.requireNonNull(port("--port", "port")), port("--probe-port", "probe_port")));
    }

    /** Empty for none. */
    private String shares() {
        String word = typed.text("--shares", file.text("shares"));
        if (!KubeSchema.SHARES.contains(word)) {
            throw new InputException(
                    "--shares", "must be one of " + String.join(", ", KubeSchema.SHARES) + ", but is \"" + word + "\"");
        }
        return word.equals(KubeSchema.NO_SHARES) ? "" : word;
    }

    /** Those of the file go before those of objects. */
    private @Nullable QueueConvention queues() {
        List<QueueSpec> told = QueueKeys.of(file);
        String typedWord = typed.text(QUEUE_OBJECTS);
        String word = typedWord == null ? file.text("queue_objects") : typedWord;
        if (!KubeSchema.QUEUE_OBJECTS.contains(word)) {
            throw new InputException(
                    QUEUE_OBJECTS,
                    "must be one of " + String.join(", ", KubeSchema.QUEUE_OBJECTS) + ", but is \"" + word + "\"");
        }
        if (told.isEmpty()) {
            return word.equals(KubeSchema.NO_QUEUES) ? null : QueueConventions.named(word);
        }
        boolean both = !word.equals(KubeSchema.NO_QUEUES) && !word.equals(KubeSchema.OWN_QUEUES);
        if (both) {
            throw InputException.at(
                    file.value(QueueKeys.KEY),
                    "says which queues there are, and so would the objects of " + word + ": leave one of both out");
        }
        return QueueConventions.told(told);
    }

    private static KubeSettings.Loads loads(Fields load) {
        URI prometheus = null;
        if (load.has("prometheus")) {
            String text = load.text("prometheus");
            try {
                prometheus = new URI(text);
            } catch (URISyntaxException e) {
                prometheus = URI.create("");
            }
            String scheme = prometheus.getScheme();
            if (prometheus.getHost() == null || !"http".equals(scheme) && !"https".equals(scheme)) {
                throw InputException.at(
                        load.value("prometheus"),
                        "must be an address such as http://HOST:9090, but is \"" + text + "\"");
            }
        }
        return new KubeSettings.Loads(load.flag("metrics_server"), prometheus);
    }

    private int eventsRate() {
        Integer option = typed.whole("--events-rate", 0, KubeSchema.MOST_EVENTS);
        int rate = option == null ? file.integer("events_rate") : option;
        return rate == 0 ? KubeOptions.EACH : rate;
    }

    private @Nullable Path path(String option, String key) {
        Path path = typed.path(option);
        return path == null && file.has(key) ? file.path(key, folder) : path;
    }

    private @Nullable Integer port(String option, String key) {
        Integer port = typed.whole(option, 0, KubeSchema.HIGHEST_PORT);
        boolean known = file.has(key) || file.section().key(key).hasFallback();
        return port == null && known ? Integer.valueOf(file.integer(key)) : port;
    }

    /** {@link Long#MAX_VALUE} where all is kept. */
    private long journalBytes() {
        return file.has("journal_size") ? file.bytes("journal_size") : Long.MAX_VALUE;
    }

    private boolean isOn(String option, String key) {
        String word = typed.text(option);
        if (word != null && !ON_OFF.contains(word)) {
            throw new InputException(option, "must be on or off, but is \"" + word + "\"");
        }
        return word == null ? file.flag(key) : word.equals(ON_OFF.getFirst());
    }

    /** {@code NAMESPACE/NAME}; held under a name that nobody else has. */
    private LeaseName lease(String ownNamespace) {
        String option = typed.text("--lease");
        String usual = ownNamespace.isEmpty() ? KubeSchema.DEFAULT_LEASE : ownNamespace + "/berth";
        String whole = option == null ? file.text("lease", usual) : option;
        int slash = whole.indexOf('/');
        if (slash <= 0 || slash == whole.length() - 1 || whole.indexOf('/', slash + 1) >= 0) {
            String wrong = "must be NAMESPACE/NAME, but is \"" + whole + "\"";
            throw option == null ? InputException.at(file.value("lease"), wrong) : new InputException("--lease", wrong);
        }
        return LeaseName.own(whole.substring(0, slash), whole.substring(slash + 1));
    }

    private @Nullable StrategySpec strategy() {
        String option = typed.text("--strategy");
        if (option != null) {
            return strategy(option, "--strategy");
        }
        if (!file.has("strategy")) {
            return null;
        }
        Tree value = file.value("strategy");
        return strategy(value.text(), value.position() + ": strategy");
    }

    private @Nullable AdaptiveSpec adaptive() {
        AdaptiveSpec adaptive = AdaptiveSettings.read(file);
        if (adaptive != null && typed.text("--strategy") != null) {
            throw InputException.at(
                    file.value(AdaptiveSchema.KEY), "may not stand beside --strategy: both say what decides");
        }
        return adaptive;
    }

    private static StrategySpec strategy(String name, String place) {
        CatalogNames names = FullCatalog.names();
        StrategySpec spec = new StrategyReader(names, Path.of("")).named(name, place);
        names.check(spec, place);
        return spec;
    }
}
