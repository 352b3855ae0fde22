package io.berth.app.client;

import io.berth.app.Command;
import io.berth.app.Output;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code berth submit}: hands in a job. */
@CommandLine.Command(
        name = "submit",
        customSynopsis = {
            "berth submit [OPTION...] FILE",
            "berth submit [OPTION...] -- COMMAND [ARGUMENT...]",
        },
        description =
                "Hands in a job, a file or a command, and prints its number. It is kept when this returns. It runs in"
                        + " the caller's directory with the caller's environment. Options go before what the file says.")
public final class SubmitCommand implements Command {
    private static final String END_OF_OPTIONS = "--";

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final HomeOption home = new HomeOption();

    @Option(names = "--gpus", paramLabel = "N", description = "GPUs of each task; 0.5 for half of one.")
    private @Nullable String gpus;

    @Option(names = "--cpu", paramLabel = "N", description = "CPUs of each task; 1 by default.")
    private @Nullable String cpu;

    @Option(names = "--memory", paramLabel = "BYTES", description = "Memory of each task, such as 8Gi; 0: no limit.")
    private @Nullable String memory;

    @Option(names = "--tasks", paramLabel = "N", description = "Equal tasks that start together.")
    private @Nullable Integer tasks;

    @Option(names = "--name", paramLabel = "TEXT", description = "What you call it.")
    private @Nullable String name;

    @Option(names = "--queue", paramLabel = "NAME", description = "Who pays.")
    private @Nullable String queue;

    @Option(names = "--priority", paramLabel = "N", description = "Larger is more urgent.")
    private @Nullable Integer priority;

    @Option(names = "--estimate", paramLabel = "TIME", description = "How long it will run, as far as you know.")
    private @Nullable String estimate;

    @Option(names = "--time-limit", paramLabel = "TIME", description = "How long it may run.")
    private @Nullable String timeLimit;

    @Option(names = "--after", paramLabel = "JOB", description = "Start it only when this job has finished.")
    private List<Long> after = List.of();

    @Option(names = "--env", paramLabel = "NAME=VALUE", description = "Set a variable of its environment.")
    private Map<String, String> variables = Map.of();

    @Option(names = "--clean-env", description = "Leave the caller's environment out.")
    private boolean clean;

    @Option(names = "--directory", paramLabel = "DIR", description = "Where it runs.")
    private @Nullable String directory;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    @Parameters(paramLabel = "FILE", description = "The job file; or, after --, the command and its arguments.")
    private List<String> words = List.of();

    private final Output output;

    public SubmitCommand(Output output) {
        this.output = output;
    }

    @Override
    public int run() {
        SequencedMap<String, Object> document = document();
        Tree answer = home.client().ask("POST", Api.JOBS, document).checked().tree();
        long job = answer.require("id").whole();
        if (json) {
            output.json(Map.of("id", job));
        } else {
            output.out().println(job);
        }
        return 0;
    }

    private SequencedMap<String, Object> document() {
        SortedMap<String, String> environment = JobDocument.environment(clean, variables);
        boolean command = spec != null
                && spec.commandLine().getParseResult().originalArgs().contains(END_OF_OPTIONS);
        if (words.isEmpty() || !command && words.size() > 1) {
            throw new InputException(
                    "berth submit", "name one job file, or a command after --: berth submit -- python train.py");
        }
        SequencedMap<String, Object> document =
                command ? JobDocument.ofCommand(words, environment) : JobDocument.ofFile(words.getFirst(), environment);
        put(document, "name", name);
        put(document, "queue", queue);
        put(document, "priority", priority);
        put(document, "tasks", tasks);
        put(document, "estimate", estimate);
        put(document, "time_limit", timeLimit);
        put(document, "after", after.isEmpty() ? null : after);
        put(document, "directory", directory);
        demand(document);
        return document;
    }

    private void demand(SequencedMap<String, Object> document) {
        SequencedMap<String, Object> demand = new LinkedHashMap<>();
        if (document.get("demand") instanceof Map<?, ?> known) {
            known.forEach((key, value) -> demand.put(String.valueOf(key), value));
        }
        put(demand, "gpus", gpus);
        put(demand, "cpu", cpu);
        put(demand, "memory", memory);
        document.put("demand", demand);
    }

    private static void put(SequencedMap<String, Object> document, String key, @Nullable Object value) {
        if (value != null) {
            document.put(key, value);
        }
    }
}
