package io.berth.app.kube;

import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.kube.api.ApiClient;
import io.berth.kube.diff.Account;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.mirror.Watches;
import io.berth.kube.object.Pod;
import io.berth.kube.record.Recorder;
import io.berth.live.clock.Clock;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jline.utils.Signals;

/** {@code berth kube record DIR}: writes down a cluster that somebody else schedules. */
public record KubeRecordCommand(Output output) implements Command {
    static final Option SCHEDULERS = Option.value(
            "--scheduler-name",
            "NAME",
            "Whose pods wait and start, one or several times; all pods by default. Others count where they run.");

    @Override
    public Options options() {
        return new Options(
                List.of("[OPTION...] DIR"),
                "Writes the journal of a Kubernetes cluster that somebody else schedules into DIR, until Ctrl-C, and goes on"
                        + " with the one that is there. It needs rights to list and watch nodes and pods, and changes nothing."
                        + " berth replay and berth simulate read the journal.",
                List.of(ClusterOption.OPTION, SCHEDULERS));
    }

    @Override
    public int run(Arguments arguments) {
        return record(arguments, () -> {});
    }

    /** Records as {@code arguments} say; has {@code beside} run when that has begun. */
    int record(Arguments arguments, Runnable beside) {
        Path folder = Path.of(arguments.one("name the folder of the journal"));
        List<String> names = arguments.texts(SCHEDULERS.name());
        Predicate<Pod> waits =
                pod -> names.isEmpty() || names.contains(pod.spec().scheduler());
        CountDownLatch over = new CountDownLatch(1);
        AtomicBoolean recording = new AtomicBoolean();
        List.of("INT", "TERM")
                .forEach(signal -> Signals.register(signal, () -> {
                    if (!recording.get()) {
                        say("stopped before the cluster was listed");
                        Runtime.getRuntime().halt(0);
                    }
                    over.countDown();
                }));
        Mirror mirror = new Mirror(_ -> true);
        try (ApiClient client = new ApiClient(ClusterOption.server(arguments, System.getenv()));
                Watches watches = Watches.start(client, mirror, this::say);
                Recorder recorder =
                        Recorder.start(watches, new Account(mirror, waits, this::say), Clock.SYSTEM, folder)) {
            recording.set(true);
            recorder.done().whenComplete((_, _) -> over.countDown());
            say("records the pods of " + (names.isEmpty() ? "all schedulers" : String.join(", ", names)) + " at "
                    + client.address() + " in " + folder + ": " + mirror.nodes() + " nodes, " + mirror.pods()
                    + " pods so far");
            beside.run();
            over.await();
            if (recorder.done().isCompletedExceptionally()) {
                recorder.done().join();
            }
            say("stopped; " + folder + " has " + recorder.frames() + " frames, and the next start goes on with it");
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private void say(String line) {
        output.note("berth: " + line);
    }
}
