package io.berth.app.kube;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.catalog.PluginsOption;
import io.berth.app.catalog.StrategyOption;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.kube.extend.ExtenderEdge;
import io.berth.app.kube.extend.Secrets;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.app.option.Words;
import io.berth.console.http.HttpEdge;
import io.berth.core.strategy.StrategySpec;
import io.berth.edge.tls.KeyFiles;
import io.berth.kube.api.ApiClient;
import io.berth.kube.bind.PodBinder;
import io.berth.kube.extend.Extender;
import io.berth.kube.extend.ExtenderOptions;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.mirror.Watches;
import io.berth.live.clock.Clock;
import io.berth.spec.input.InputException;
import io.berth.spec.strategy.StrategyReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/** {@code berth kube extender}: answers a kube-scheduler that asks where pods should go. */
public record KubeExtenderCommand(Output output) implements Command {
    private static final int DEFAULT_PORT = 7120;
    private static final long HOLD_SECONDS = 30;
    private static final long WAIT_MILLIS = 2_000;

    private static final Option STRATEGY =
            StrategyOption.saying("What says which node is best; " + KubeSchema.DEFAULT_STRATEGY + " by default.");
    private static final Option BIND = Option.value(
                    "--bind",
                    "on|off",
                    "Bind pods where the verb bind asks for it, which needs that right; off by default.")
            .of(Words.one(() -> KubeArguments.ON_OFF));
    private static final Option ADDRESS = Option.value(
            "--address",
            "ADDRESS",
            "Where it listens; 127.0.0.1 by default. Another needs --tls-cert, --tls-key and --secret.");
    private static final Option PORT =
            Option.value("--port", "N", "The port; " + DEFAULT_PORT + " by default, 0 for any.");
    private static final Option CERTIFICATE =
            Option.value("--tls-cert", "FILE", "A certificate in PEM, with those between it and its authority.");
    private static final Option KEY = Option.value("--tls-key", "FILE", "Its key in PEM.");
    private static final Option SECRET = Option.value(
            "--secret",
            "FILE",
            "A word that every path begins with, as kube-scheduler says it in urlPrefix; none by default.");

    @Override
    public Options options() {
        return new Options(
                List.of("[OPTION...]"),
                "Answers a kube-scheduler that asks by its extender protocol, until Ctrl-C: which nodes will do for a pod (filter),"
                        + " which is best (prioritize), whom to preempt (preempt). It needs rights to list and watch nodes, pods"
                        + " and volumes, and changes nothing but by the verb bind. docs/guide/kubernetes.md has the"
                        + " configuration of kube-scheduler.",
                List.of(
                        ClusterOption.OPTION,
                        STRATEGY,
                        BIND,
                        ADDRESS,
                        PORT,
                        CERTIFICATE,
                        KEY,
                        SECRET,
                        PluginsOption.OPTION));
    }

    @Override
    public int run(Arguments arguments) {
        PluginsOption.use(arguments);
        ExtenderOptions how = how(arguments);
        Access access = Access.of(arguments);
        boolean binds = binds(arguments);
        CountDownLatch over = new CountDownLatch(1);
        AtomicBoolean answering = new AtomicBoolean();
        List.of("INT", "TERM")
                .forEach(signal -> Signals.register(signal, () -> {
                    if (!answering.get()) {
                        say("stopped before the cluster was listed");
                        Runtime.getRuntime().halt(0);
                    }
                    over.countDown();
                }));
        try (ApiClient client = new ApiClient(ClusterOption.server(arguments, System.getenv()));
                Watches watches = Watches.startAnswering(client, new Mirror(_ -> true), this::say);
                PodBinder binder = binds ? new PodBinder(client, "berth-extender", this::say) : null;
                Extender extender = Extender.start(listed(watches), how, Clock.SYSTEM, binder, this::say);
                ExtenderEdge edge = new ExtenderEdge(extender, access.listen(), access.secret(), this::say)) {
            answering.set(true);
            say("answers for " + extender.nodes() + " nodes of " + client.address() + " by "
                    + how.strategy().name() + " at " + access.url(edge.port()) + (binds ? ", and binds" : ""));
            over.await();
            say("stopped; pods stay where they are");
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    private static Mirror listed(Watches watches) {
        watches.awaitLists();
        return watches.mirror();
    }

    private static ExtenderOptions how(Arguments arguments) {
        StrategySpec strategy = new StrategyReader(FullCatalog.names(), Path.of(""))
                .named(arguments.text(STRATEGY.name(), KubeSchema.DEFAULT_STRATEGY), STRATEGY.name());
        FullCatalog.names().check(strategy, STRATEGY.name());
        return new ExtenderOptions(
                FullCatalog.get().signed(strategy),
                FullCatalog.get(),
                TimeUnit.SECONDS.toNanos(HOLD_SECONDS),
                TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS));
    }

    private static boolean binds(Arguments arguments) {
        String word = arguments.text(BIND.name(), "off");
        if (!KubeArguments.ON_OFF.contains(word)) {
            throw new InputException(BIND.name(), "must be on or off, but is \"" + word + "\"");
        }
        return word.equals(KubeArguments.ON_OFF.getFirst());
    }

    /**
     * Who may ask, and where.
     *
     * @param secret what every path begins with; empty for nothing
     */
    private record Access(HttpEdge.Listen listen, String secret) {
        static Access of(Arguments arguments) {
            Path certificate = arguments.path(CERTIFICATE.name());
            Path key = arguments.path(KEY.name());
            Path secret = arguments.path(SECRET.name());
            if ((certificate == null) != (key == null)) {
                throw new InputException(
                        certificate == null ? CERTIFICATE.name() : KEY.name(), "is missing: both are needed, or none");
            }
            InetAddress address = address(arguments.text(ADDRESS.name(), "127.0.0.1"));
            if (!address.isLoopbackAddress() && (certificate == null || secret == null)) {
                throw new InputException(
                        ADDRESS.name(), "is not of this machine alone, which needs --tls-cert, --tls-key and --secret");
            }
            InetSocketAddress place = new InetSocketAddress(
                    address, arguments.whole(PORT.name(), 0, KubeSchema.HIGHEST_PORT, DEFAULT_PORT));
            return new Access(
                    new HttpEdge.Listen(
                            place,
                            certificate == null || key == null ? null : KeyFiles.pem(certificate, key),
                            null,
                            null),
                    secret == null ? "" : Secrets.read(secret));
        }

        private static InetAddress address(String text) {
            try {
                return InetAddress.getByName(text);
            } catch (UnknownHostException e) {
                throw new InputException(ADDRESS.name(), "is no address of this machine: \"" + text + "\"");
            }
        }

        /** What {@code urlPrefix} is, but for the secret. */
        String url(int port) {
            @Nullable InetSocketAddress place = listen.address();
            String host = place == null ? "" : place.getAddress().getHostAddress();
            return (listen.tls() == null ? "http://" : "https://") + (host.contains(":") ? "[" + host + "]" : host)
                    + ":" + port + (secret.isEmpty() ? "" : "/SECRET");
        }
    }

    private void say(String line) {
        output.note("berth: " + line);
    }
}
