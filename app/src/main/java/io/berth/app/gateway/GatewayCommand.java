package io.berth.app.gateway;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.catalog.PluginsOption;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.home.BerthHome;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.gateway.setting.GatewaySchema;
import io.berth.gateway.setting.GatewaySettings;
import io.berth.gateway.setting.SourceSpec;
import io.berth.gateway.system.Gateway;
import io.berth.gateway.system.Reloading;
import io.berth.gateway.tenant.ApiKeys;
import io.berth.spec.fleet.DispatchReader;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/** {@code berth gateway}: spreads inference requests over model servers. */
public record GatewayCommand(Output output) implements Command {
    private static final int HIGHEST_PORT = 65_535;

    @Override
    public Options options() {
        return new Options(
                List.of(
                        "--config FILE|--demo|--new-key [OPTION...]",
                        "compare RECORD --balance NAME[,NAME...] [OPTION...]"),
                "Stands before model servers and sends each request to the one that is predicted to answer it first, until"
                        + " Ctrl-C. Clients use it as they would use a server. With compare it says what other balancers would have"
                        + " made of requests that were recorded.",
                all());
    }

    private static List<Option> all() {
        return List.of(
                Option.value("--config", "FILE", "A YAML file; docs/reference/gateway.yaml has every key."),
                Option.flag("--demo", "Stand before four model servers of its own, which have no model."),
                Option.flag(
                        "--new-key",
                        "Print a new key for a client, and its hash for the keys of a tenant, and start nothing."),
                Option.value(
                        "--port",
                        "N",
                        "The port that clients connect to; that of the file by default, " + GatewaySchema.PORT
                                + " where it has none, 0 for any."),
                Option.value(
                        "--record",
                        "FILE",
                        "Record requests, without their prompts, in a new file that berth simulate can replay; gzip where its name"
                                + " ends with .gz."),
                Option.value(
                        "--balance",
                        "NAME",
                        "Of compare: balancers, by name or as a strategy such as {balance: {predicted: {own: 1}}}; several"
                                + " times for several."),
                Option.value(
                        "--slo",
                        "SECONDS",
                        "Of compare: an answer within so many seconds is good; the time of nine in ten of those that were by default."),
                Answer.JSON,
                PluginsOption.OPTION);
    }

    @Override
    public int run(Arguments arguments) {
        if (!arguments.words().isEmpty() && arguments.words().getFirst().equals("compare")) {
            FullCatalog.plugins(arguments.path(PluginsOption.OPTION.name()), BerthHome.of(null, System.getenv()));
            return RecordComparison.run(arguments, output);
        }
        Arguments typed = arguments.withoutWords();
        if (typed.flag("--new-key")) {
            return newKey();
        }
        Path file = typed.path("--config");
        boolean demo = typed.flag("--demo");
        if (demo == (file != null)) {
            throw new InputException(
                    "--config",
                    "is needed, or --demo: a file with the servers, such as"
                            + " servers: [{url: \"http://127.0.0.1:9001\"}]");
        }
        FullCatalog.plugins(typed.path(PluginsOption.OPTION.name()), BerthHome.of(null, System.getenv()));
        if (file != null) {
            return run(() -> Source.file(file), file, typed);
        }
        try (DemoServers servers = new DemoServers()) {
            return run(() -> Source.text("demo", servers.file()), null, typed);
        }
    }

    private int newKey() {
        String key = ApiKeys.draw();
        output.text("key:  " + key + "\nhash: " + ApiKeys.written(key) + "\n");
        output.note("berth: the key is shown this once, for its client; its hash goes into keys of a tenant");
        return 0;
    }

    private int run(Supplier<Source> source, @Nullable Path file, Arguments typed) {
        Path record = typed.path("--record");
        Supplier<GatewaySettings> reading = () -> read(source.get(), typed.whole("--port", 0, HIGHEST_PORT), record);
        GatewaySettings settings = reading.get();
        CountDownLatch over = new CountDownLatch(1);
        List.of("INT", "TERM").forEach(signal -> Signals.register(signal, over::countDown));
        try (Gateway gateway = start(settings)) {
            String scheme = settings.listen().keys() == null ? "http" : "https";
            String url = scheme + "://" + settings.listen().host() + ":" + gateway.port();
            say("spreads requests at " + url + " over " + gateway.servers() + " servers by "
                    + settings.dispatch().name());
            GatewaySettings.Picker picker = settings.listen().picker();
            if (picker != null) {
                say("picks servers for Envoy at " + picker.host() + ":" + gateway.pickerPort());
            }
            if (settings.telemetry().console() != null) {
                say("shows servers and requests at " + url + "/berth/");
            }
            if (typed.flag("--demo")) {
                say("ask it: curl " + url + "/v1/chat/completions -H 'Content-Type: application/json' -d"
                        + " '{\"model\": \"fake\", \"messages\": [{\"role\": \"user\", \"content\": \"hello\"}]}'");
            }
            try (Reloading reloading = file == null ? null : new Reloading(gateway, file, reading, this::say)) {
                if (reloading != null) {
                    Signals.register("HUP", reloading::now);
                }
                over.await();
            }
            say("takes no more requests, ends those that it has");
            gateway.drain();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        say("stopped");
        return 0;
    }

    private static GatewaySettings read(Source source, @Nullable Integer port, @Nullable Path record) {
        DispatchReader strategies = new DispatchReader(source.folder(), FullCatalog.models(), FullCatalog.dispatch());
        GatewaySettings read = GatewaySettings.read(TreeReader.read(source), source.folder(), strategies);
        GatewaySettings placed = port == null ? read : read.withPort(port);
        return record == null ? placed : placed.with(placed.telemetry().recording(record));
    }

    private Gateway start(GatewaySettings settings) {
        try {
            return Gateway.start(
                    settings,
                    FullCatalog.dispatch().policies(settings.dispatch()),
                    spec -> switch (spec) {
                        case SourceSpec.Cluster cluster -> new KubernetesServers(cluster, System.getenv(), this::say);
                        case SourceSpec.Berth berth -> new BerthServers(berth, System.getenv());
                    },
                    new Rehearsing(
                            settings,
                            new DispatchReader(Path.of(""), FullCatalog.models(), FullCatalog.dispatch()),
                            FullCatalog.dispatch()),
                    this::say);
        } catch (IllegalStateException e) {
            throw new InputException("the port " + settings.listen().port(), "cannot be had: " + e.getMessage());
        }
    }

    private void say(String line) {
        output.note("berth: " + line);
    }
}
