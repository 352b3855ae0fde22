package io.berth.app.kube;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.catalog.PluginsOption;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.app.option.Words;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/** {@code berth kube}: schedules the pods of a Kubernetes cluster. */
public record KubeCommand(Output output) implements Command {
    private static final Option SHARES = Option.value(
                    "--shares",
                    "PROJECT",
                    "By whose words pods ask for shares of devices: " + String.join(", ", KubeSchema.SHARES)
                            + "; none by default.")
            .of(Words.one(() -> KubeSchema.SHARES));

    private static final Option QUEUE_OBJECTS = Option.value(
                    KubeArguments.QUEUE_OBJECTS,
                    "PROJECT",
                    "Whose objects say which queues there are: " + String.join(", ", KubeSchema.QUEUE_OBJECTS)
                            + "; berth by default.")
            .of(Words.one(() -> KubeSchema.QUEUE_OBJECTS));

    @Override
    public Options options() {
        return new Options(
                List.of(
                        "[OPTION...]",
                        "explain [OPTION...] POD",
                        "extender [OPTION...]",
                        "record [OPTION...] DIR",
                        "shadow [OPTION...] DIR",
                        "report [OPTION...] DIR"),
                "Schedules the pods of a Kubernetes cluster that ask for it by schedulerName, beside other schedulers, until"
                        + " Ctrl-C. What runs goes on when it stops. explain says why a pod is pending, extender answers a"
                        + " kube-scheduler that asks where pods should go, record"
                        + " writes down a cluster that somebody else schedules, shadow does and reports what Berth would have"
                        + " done, report says so of what was recorded; berth kube explain --help says more.",
                List.of(
                        Option.value(
                                KubeArguments.CONFIG,
                                "FILE",
                                "A YAML file; docs/reference/kube.yaml has every key. Options go before it."),
                        ClusterOption.OPTION,
                        Option.value(
                                "--scheduler-name",
                                "NAME",
                                "Which pods are its own, by their schedulerName; berth by default."),
                        Option.value(
                                        "--events",
                                        "on|off",
                                        "Write events about pods that are bound or cannot be; on by default.")
                                .of(Words.one(() -> KubeArguments.ON_OFF)),
                        Option.value(
                                "--events-rate",
                                "N",
                                "How many events of pods that are bound a second, the others counted; "
                                        + KubeSchema.EVENTS_RATE + " by default, 0 for one for each pod."),
                        Option.value(
                                        "--image-locality",
                                        "on|off",
                                        "Of nodes that are else about as good, take the one that holds most of a pod's images;"
                                                + " on by default.")
                                .of(Words.one(() -> KubeArguments.ON_OFF)),
                        SHARES,
                        QUEUE_OBJECTS,
                        Option.value(
                                        "--leader-elect",
                                        "on|off",
                                        "Wait until no other has the lease, and schedule only while having it; off by default.")
                                .of(Words.one(() -> KubeArguments.ON_OFF)),
                        Option.value(
                                "--lease",
                                "NAMESPACE/NAME",
                                "Which lease; berth in the namespace of its pod by default, else "
                                        + KubeSchema.DEFAULT_LEASE + "."),
                        Option.value(
                                "--strategy",
                                "NAME",
                                "Decide by this strategy from now on; by default that of the journal, "
                                        + KubeSchema.DEFAULT_STRATEGY + " at first."),
                        Option.value(
                                "--journal",
                                "DIR",
                                "Keep the record of all decisions there, and go on with the one that is there; none by default."),
                        Option.value(
                                "--port", "N", "The port of the console on 127.0.0.1; 7118 by default, 0 for any."),
                        Option.value(
                                "--probe-port",
                                "N",
                                "The port, on all addresses, of /livez, /readyz and /metrics; none by default, 0 for any."),
                        PluginsOption.OPTION));
    }

    @Override
    public int run(Arguments arguments) {
        Thread.setDefaultUncaughtExceptionHandler(
                (thread, e) -> say("a bug: the thread " + thread.getName() + " ended: " + e));
        KubeArguments asked = new KubeArguments(arguments.withoutWords());
        asked.usePlugins(System.getenv());
        FullCatalog.plugins().forEach(plugin -> say("plugin " + plugin.shortText()));
        KubeSettings settings = asked.settings(System.getenv());
        KubeHealth health = new KubeHealth(settings.scheduler(), System::nanoTime);
        @Nullable Integer port = settings.ports().probes();
        KubeProbes probes = port == null ? null : new KubeProbes(port, health, this::say);
        try (probes) {
            return schedule(settings, health, probes);
        }
    }

    private int schedule(KubeSettings settings, KubeHealth health, @Nullable KubeProbes probes) {
        CountDownLatch over = new CountDownLatch(1);
        AtomicBoolean scheduling = new AtomicBoolean();
        KubeEdges edges = KubeEdges.open(settings, this::say);
        health.watching(edges.watches()::listed, edges::leads);
        List.of("INT", "TERM")
                .forEach(signal -> Signals.register(signal, () -> {
                    health.over();
                    if (!scheduling.get()) {
                        edges.close();
                        say("stopped before it scheduled");
                        Runtime.getRuntime().halt(0);
                    }
                    over.countDown();
                }));
        edges.whenLost(health::over);
        edges.whenLost(over::countDown);
        KubeSystem system = KubeSystem.start(settings, edges, this::say);
        try (system) {
            scheduling.set(true);
            system.done().whenComplete((_, _) -> {
                health.over();
                over.countDown();
            });
            health.scheduling(system::ask);
            if (probes != null) {
                probes.figures(system::figures);
            }
            say("schedules the pods of " + settings.scheduler() + " at "
                    + settings.server().address() + "; console at " + system.url());
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        system.throwFailure();
        if (edges.lost()) {
            say("ends: the lease could not be renewed, so another may schedule now");
            return 1;
        }
        say("stopped; what runs goes on");
        return 0;
    }

    private void say(String line) {
        output.note("berth: " + line);
    }
}
