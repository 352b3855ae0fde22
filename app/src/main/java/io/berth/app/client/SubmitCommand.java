package io.berth.app.client;

import io.berth.app.Output;
import io.berth.app.QuickCommand;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code berth submit}: hands in a job. */
public final class SubmitCommand implements QuickCommand {
    private static final List<Option> OF_THE_DEMAND = List.of(
            Option.value("--gpus", "N", "GPUs of each task; 0.5 for half of one."),
            Option.value("--cpu", "N", "CPUs of each task; 1 by default."),
            Option.value("--memory", "BYTES", "Memory of each task, such as 8Gi; 0: no limit."));

    private static final List<Option> OF_THE_JOB = List.of(
            Option.value("--tasks", "N", "Equal tasks that start together."),
            Option.value("--name", "TEXT", "What you call it."),
            Option.value("--queue", "NAME", "Who pays."),
            Option.value("--priority", "N", "Larger is more urgent."),
            Option.value("--estimate", "TIME", "How long it will run, as far as you know."),
            Option.value("--time-limit", "TIME", "How long it may run."),
            Option.value("--directory", "DIR", "Where it runs; here by default."));

    private static final List<Option> OTHERS = List.of(
            HomeOption.OPTION,
            Option.value("--after", "JOB", "Start it only when this job has finished; may come several times."),
            Option.value("--env", "NAME=VALUE", "Set a variable of its environment; may come several times."),
            Option.value(
                    "--metrics",
                    "PATTERN",
                    "Read training curves by this regular expression with named groups, (?P<loss>...); off for none."),
            Option.value("--steps", "N", "How many training steps it takes, for the estimate of its end."),
            Option.flag("--clean-env", "Leave the caller's environment out."),
            Option.flag("--json", "Print one JSON document."));

    private final Output output;

    public SubmitCommand(Output output) {
        this.output = output;
    }

    @Override
    public Options options() {
        List<Option> all = new ArrayList<>(OF_THE_DEMAND);
        all.addAll(OF_THE_JOB);
        all.addAll(OTHERS);
        return new Options(
                List.of("[OPTION...] FILE", "[OPTION...] -- COMMAND [ARGUMENT...]"),
                "Hands in a job, a file or a command, and prints its number. It is durable when this returns. It runs in"
                        + " the caller's directory with the caller's environment. Options go before what the file says.",
                all);
    }

    @Override
    public int run(Arguments arguments) {
        SequencedMap<String, Object> document = document(arguments);
        Tree answer = HomeOption.client(arguments)
                .ask("POST", Api.JOBS, document)
                .checked()
                .tree();
        long job = answer.require("id").whole();
        if (arguments.flag("--json")) {
            output.json(Map.of("id", job));
        } else {
            output.out().println(job);
        }
        return 0;
    }

    private static SequencedMap<String, Object> document(Arguments arguments) {
        List<String> words = arguments.words();
        if (words.isEmpty() || !arguments.command() && words.size() > 1) {
            throw new InputException(
                    "berth submit", "name one job file, or a command after --: berth submit -- python train.py");
        }
        SortedMap<String, String> environment =
                JobDocument.environment(arguments.flag("--clean-env"), variables(arguments));
        SequencedMap<String, Object> document = arguments.command()
                ? JobDocument.ofCommand(words, environment)
                : JobDocument.ofFile(words.getFirst(), environment);
        OF_THE_JOB.forEach(option -> put(document, option, arguments));
        List<String> after = arguments.texts("--after");
        if (!after.isEmpty()) {
            document.put("after", after);
        }
        putMetrics(document, arguments);
        SequencedMap<String, Object> demand = new LinkedHashMap<>();
        if (document.get("demand") instanceof Map<?, ?> known) {
            known.forEach((key, value) -> demand.put(String.valueOf(key), value));
        }
        OF_THE_DEMAND.forEach(option -> put(demand, option, arguments));
        document.put("demand", demand);
        return document;
    }

    private static void putMetrics(SequencedMap<String, Object> document, Arguments arguments) {
        @Nullable String pattern = arguments.text("--metrics");
        @Nullable String steps = arguments.text("--steps");
        if (pattern == null && steps == null) {
            return;
        }
        if (pattern != null && (pattern.equals("off") || pattern.equals("auto")) && steps == null) {
            document.put("metrics", pattern);
            return;
        }
        SequencedMap<String, Object> metrics = new LinkedHashMap<>();
        if (document.get("metrics") instanceof Map<?, ?> known) {
            known.forEach((key, value) -> metrics.put(String.valueOf(key), value));
        }
        if (pattern != null) {
            metrics.put("pattern", pattern);
        }
        if (steps != null) {
            metrics.put("steps", steps);
        }
        document.put("metrics", metrics);
    }

    private static Map<String, String> variables(Arguments arguments) {
        Map<String, String> variables = new TreeMap<>();
        for (String text : arguments.texts("--env")) {
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw new InputException("--env", "must be NAME=VALUE, but is \"" + text + "\"");
            }
            variables.put(text.substring(0, equals), text.substring(equals + 1));
        }
        return variables;
    }

    /** Keys of job files are called as the options are. */
    private static void put(SequencedMap<String, Object> document, Option option, Arguments arguments) {
        @Nullable String value = arguments.text(option.name());
        if (value != null) {
            document.put(option.name().substring(2).replace('-', '_'), value);
        }
    }
}
