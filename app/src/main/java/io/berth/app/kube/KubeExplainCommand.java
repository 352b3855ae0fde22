package io.berth.app.kube;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.catalog.PluginsOption;
import io.berth.app.catalog.StrategyOption;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.app.option.Words;
import io.berth.core.strategy.StrategySpec;
import io.berth.kube.api.ApiClient;
import io.berth.kube.object.Pod;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.strategy.StrategyReader;
import io.berth.spec.table.Moments;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code berth kube explain POD}: why a pod is pending, what would cure it, and when it is likely to start. */
public record KubeExplainCommand(Output output, Map<String, String> environment) implements Command {
    private static final Option NAMESPACE = new Option(
            "--namespace",
            "-n",
            "NAME",
            "The namespace of the pod; that of the kubeconfig's context by default.",
            Words.ANY,
            List.of());

    private static final Option URL = Option.value(
            "--url",
            "URL",
            "The console of the berth kube that is asked; http://127.0.0.1:" + KubeSchema.DEFAULT_PORT
                    + " by default. Where nobody answers, the cluster is listed.");
    private static final Option SCHEDULER =
            Option.value("--scheduler-name", "NAME", "Whose pods wait here, by their schedulerName; berth by default.");

    /** In the environment of this process. */
    public KubeExplainCommand(Output output) {
        this(output, System.getenv());
    }

    @Override
    public Options options() {
        return new Options(
                List.of("[OPTION...] POD"),
                "Says why a pod is pending, what would cure it, and when it is likely to start: as the berth kube that"
                        + " schedules says, and where none runs, as one would that saw the cluster as it is now. Rights to"
                        + " get and list pods and nodes are enough.",
                List.of(
                        NAMESPACE,
                        ClusterOption.OPTION,
                        URL,
                        SCHEDULER,
                        StrategyOption.saying("Decide by this strategy where no berth kube runs; "
                                + KubeSchema.DEFAULT_STRATEGY + " by default."),
                        PluginsOption.OPTION,
                        Answer.JSON));
    }

    @Override
    public int run(Arguments arguments) {
        PodName asked = PodName.of(arguments, environment);
        PluginsOption.use(arguments);
        try (ApiClient client = new ApiClient(ClusterOption.server(arguments, environment))) {
            PodWhy why = why(asked, arguments, new PodLookup(client, line -> output.note("berth: " + line)));
            Answer.of(arguments, output).print(why, told -> told.shown(Instant.now()));
            return 0;
        }
    }

    /** Which pod is asked about. */
    private record PodName(String namespace, String name) {
        static PodName of(Arguments arguments, Map<String, String> environment) {
            String word = arguments.one("name one pod");
            String named = arguments.text(NAMESPACE.name());
            int slash = named == null ? word.indexOf('/') : -1;
            String name = word.substring(slash + 1);
            String namespace = slash < 0 ? named : word.substring(0, slash);
            boolean well = name.matches("[a-z0-9.-]+") && (namespace == null || namespace.matches("[a-z0-9-]+"));
            if (!well) {
                throw new InputException("POD", "must be NAME or NAMESPACE/NAME, but is " + Quote.of(word));
            }
            return new PodName(namespace == null ? ClusterOption.namespace(arguments, environment) : namespace, name);
        }
    }

    private PodWhy why(PodName asked, Arguments arguments, PodLookup lookup) {
        String scheduler = arguments.text(SCHEDULER.name(), KubeSchema.DEFAULT_NAME);
        StrategySpec strategy = new StrategyReader(FullCatalog.names(), Path.of(""))
                .named(arguments.text("--strategy", KubeSchema.DEFAULT_STRATEGY), "--strategy");
        Pod pod = lookup.pod(asked.namespace(), asked.name());
        String source = "the API server at " + lookup.client().address();
        PodWhy known = settled(pod, scheduler, source);
        if (known != null) {
            return known;
        }
        String url = arguments.text(URL.name(), "http://127.0.0.1:" + KubeSchema.DEFAULT_PORT);
        Optional<RunningBerth> running = RunningBerth.at(url, scheduler);
        if (running.isEmpty() && arguments.text(URL.name()) != null) {
            lookup.notes().accept("no berth kube of " + scheduler + " answers at " + url + "; the cluster is listed");
        }
        String key = pod.meta().key().text();
        PodWhy told = running.flatMap(berth -> berth.why(key)).orElse(null);
        PodWhy why = told != null
                ? told
                : new PodSnapshot(lookup.listing(), scheduler, strategy, lookup.notes())
                        .why(pod.meta().uid(), Instant.now(), source);
        return why != null ? why : PodWhy.plain(key, "pending", "it changed while it was looked at; ask again", source);
    }

    /** What the pod says by itself; null where it waits, and all else is to be looked at. */
    private static @Nullable PodWhy settled(Pod pod, String scheduler, String source) {
        String key = pod.meta().key().text();
        String its = pod.spec().scheduler();
        if (pod.over()) {
            return PodWhy.plain(key, "over", pod.succeeded() ? "it did its work" : "it failed", source);
        }
        if (pod.bound()) {
            long since = pod.status().boundSeconds();
            String when = since == 0 ? "" : " since " + Moments.local(Instant.ofEpochSecond(since));
            return PodWhy.plain(
                    key, "bound", "it is on node " + pod.spec().node() + when + "; it asked for " + its, source);
        }
        if (!its.equals(scheduler)) {
            throw new InputException(
                    "pod " + key,
                    "waits for the scheduler " + Quote.of(its) + ", not for " + Quote.of(scheduler)
                            + "; --scheduler-name " + its + " says why it would wait if Berth were that one");
        }
        if (pod.meta().deleting()) {
            return PodWhy.plain(key, "pending", "it is being deleted", source);
        }
        if (pod.spec().gated()) {
            return PodWhy.plain(key, "pending", "its schedulingGates hold it back", source)
                    .withCure("whoever set the gates takes them away");
        }
        List<String> unknown = pod.spec().where().unknown();
        return unknown.isEmpty()
                ? null
                : PodWhy.plain(
                                key,
                                "pending",
                                "it asks for " + String.join(", ", unknown) + ", which this scheduler does not know",
                                source)
                        .withCure("a pod that does not ask for it, or another scheduler");
    }
}
