package io.berth.app.submit;

import io.berth.app.client.ArrayJobs;
import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.client.NodeFacts;
import io.berth.app.command.Answer;
import io.berth.app.option.Arguments;
import io.berth.app.option.HelpText;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.app.option.Words;
import io.berth.core.workload.JobKind;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.script.SbatchReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The options of {@code berth submit}, and what they make of a document. */
final class SubmitOptions {
    static final Option WAIT = Option.flag(
            "--wait", "-W", "Wait until it has ended, and exit with its exit code; of several, the first that failed.");
    static final Option FOLLOW = Option.flag("--follow", "-f", "Print what it writes as it comes, then as --wait.");
    static final Option USER = Option.value("--user", "NAME", "As whom it runs; as whoever started Berth by default.");

    static final Option WRAP = Option.value(
            "--wrap", "COMMAND", "Run a line for /bin/sh as if it were a script, with srun and Slurm's variables.");
    static final Option CLEAN = Option.flag("--clean-env", "Leave the caller's environment out.");

    private static final List<Option> OF_THE_DEMAND = List.of(
            Option.value("--gpus", "N", "GPUs of each task; 0.5 for half of one."),
            Option.value("--gpu-memory", "BYTES", "Memory on a GPU that is shared."),
            Option.value("--mig", "PROFILE", "In place of both: an instance of a GPU that MIG cuts, such as 1g.10gb."),
            Option.value(
                    "--links",
                    "SPEED",
                    "How fast the links between its GPUs are at least: nvlink, or bytes a second such as 100G."),
            Option.value(
                    "--device-kind", "KIND", "The kind of accelerator that is meant, such as npu; gpu by default."),
            Option.value("--cpu", "N", "CPUs of each task; 1 by default."),
            Option.value("--memory", "BYTES", "Memory of each task, such as 8Gi; 0 for no limit."));

    private static final Option MODEL =
            Option.value("--model", "NAME", "A GPU model that will do; may come several times.");

    private static final Option DIRECTORY = Option.value("--directory", "DIR", "Where it runs; here by default.");

    static final Option PRIORITY = Option.value("--priority", "N", "Larger is more urgent.");

    /** What several jobs can have in common. */
    private static final List<Option> OF_ALL = List.of(
            Option.value("--queue", "NAME", "Its queue: who pays for it."),
            PRIORITY,
            Option.value("--qos", "CLASS", "Its class: within which time it shall start."),
            Option.value("--kind", "KIND", "What it is: batch, service or interactive; batch by default.")
                    .of(Words.one(SubmitOptions::kinds)),
            Option.value("--estimate", "TIME", "How long it will run, as far as you know."),
            Option.value("--time-limit", "TIME", "How long it may run, such as 90m."),
            Option.value("--retries", "N", "How often it is started again after a task failed."),
            Option.value("--grace", "TIME", "How long it may take to end once it is asked to, before it is killed."),
            Option.value("--patience", "TIME", "How long it waits before it is rejected; 0 for now or never."),
            Option.value("--deadline", "TIME", "How long after its submission it should have ended."),
            USER,
            DIRECTORY);

    private static final Option CHECKPOINT = Option.flag(
            "--checkpoint", "It goes on where it was when it is stopped for another job and started again.");

    private static final Option BEST_EFFORT = Option.flag(
            "--best-effort", "It gets what others ask for and do not use, and stops when they use it again.");

    /** What is true of a job, or not. */
    private static final List<Option> FLAGS = List.of(CHECKPOINT, BEST_EFFORT);

    private static final Option TASKS = Option.value("--tasks", "N", "Equal tasks that start together.");

    private static final Option MIN =
            Option.value("--min", "N", "How many tasks must start together, with --max; 1 by default.");

    private static final Option MAX =
            Option.value("--max", "N", "In place of --tasks: how many start where there is room.");

    private static final List<Option> OF_ONE = List.of(
            TASKS,
            MIN,
            MAX,
            Option.value("--name", "TEXT", "What you call it."),
            Option.value(
                    "--array",
                    "INDICES",
                    "Make many of it: 100, or indices such as 0-99%5 (five at once), 1,3,7, 0-20:4."));

    private static final Option AFTER = Option.value(
            "--after",
            "JOB[:HOW]",
            "Start it only when this job has ended: 12 or 12:ok (well), 12:any, 12:failed. "
                    + "The number of an array stands for all its jobs. May come several times.");
    private static final Option ENV =
            Option.value("--env", "NAME=VALUE", "Set a variable of its environment; may come several times.");

    private static final Option METRICS = Option.value(
            "--metrics",
            "PATTERN",
            "Read training curves by this regular expression with named groups, (?P<loss>...); off for none.");
    private static final Option STEPS =
            Option.value("--steps", "N", "How many training steps it takes, for the estimate of its end.");

    private static final String AFTER_TEXT = "([1-9]\\d{0,17})(?::(ok|any|failed))?";

    private SubmitOptions() {}

    /** What the command takes. */
    static Options all() {
        List<Option> all = new ArrayList<>(OF_THE_DEMAND);
        all.add(MODEL);
        all.addAll(PairOptions.ALL);
        all.addAll(OF_ONE);
        all.addAll(PairOptions.OF_JOB);
        all.addAll(OF_ALL);
        all.addAll(ServiceOptions.all());
        all.addAll(SbatchNames.OF_THE_DEMAND);
        all.addAll(SbatchNames.OF_ALL);
        all.addAll(FLAGS);
        all.addAll(List.of(AFTER, ENV, METRICS, STEPS, WRAP, CLEAN, WAIT, FOLLOW, HomeOption.OPTION, Answer.JSON));
        return new Options(
                List.of(
                        "[OPTION...] JOB.yaml",
                        "[OPTION...] SCRIPT [--] [ARGUMENT...]",
                        "[OPTION...] -- COMMAND [ARGUMENT...]",
                        "[OPTION...] --wrap COMMAND"),
                "Hands in a job (a job file, a script, a command) or a file of several jobs, and prints its number. It is durable"
                        + " when this returns. It runs in the caller's directory with the caller's environment. Options go"
                        + " before what the file says.",
                all,
                SubmitOptions::table);
    }

    private static List<String> kinds() {
        return Arrays.stream(JobKind.values())
                .map(kind -> kind.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    private static void table(HelpText text) {
        text.section("In #SBATCH lines of a script")
                .prose(
                        "A script has options in lines that begin with #BERTH, which are those above, or with #SBATCH, which are"
                                + " those of sbatch:");
        SbatchReader.help().forEach(text::entry);
    }

    /** Puts what was typed for a job by itself into its document. */
    static void putAll(SequencedMap<String, Object> document, Arguments arguments, Client client) {
        checkGroups(document, arguments);
        if (arguments.text(TASKS.name()) != null) {
            document.keySet().removeAll(List.of("min", "max"));
        } else if (arguments.text(MAX.name()) != null) {
            document.remove("tasks");
        }
        OF_ONE.forEach(option -> put(document, option, arguments));
        PairOptions.putOfJob(document, arguments);
        putShared(document, arguments);
        List<Object> after = after(arguments, client);
        if (!after.isEmpty()) {
            document.put("after", after);
        }
        SequencedMap<String, Object> demand = new LinkedHashMap<>();
        if (document.get("demand") instanceof Map<?, ?> known) {
            known.forEach((key, value) -> demand.put(String.valueOf(key), value));
        }
        OF_THE_DEMAND.forEach(option -> put(demand, option, arguments));
        SbatchNames.putDemand(demand, arguments, () -> NodeFacts.ask(client));
        if (!arguments.texts(MODEL.name()).isEmpty()) {
            demand.put("models", arguments.texts(MODEL.name()));
        }
        PairOptions.put(demand, arguments);
        document.put("demand", demand);
        putMetrics(document, arguments);
        ServiceOptions.put(document, arguments);
    }

    /** Refuses what each group of a job says for itself. */
    private static void checkGroups(SequencedMap<String, Object> document, Arguments arguments) {
        List<Option> ofGroups = new ArrayList<>(OF_THE_DEMAND);
        ofGroups.addAll(SbatchNames.OF_THE_DEMAND);
        ofGroups.addAll(PairOptions.ALL);
        ofGroups.addAll(List.of(MODEL, TASKS, MIN, MAX));
        ofGroups.add(DIRECTORY);
        for (Option option : ofGroups) {
            boolean said = !arguments.texts(option.name()).isEmpty();
            if (said && document.containsKey(JobDocument.GROUPS)) {
                throw new InputException(
                        option.name(), "cannot be said of a job of groups; its file says it of each group");
            }
            if (said && document.containsKey(JobDocument.PHASES)) {
                throw new InputException(
                        option.name(), "cannot be said of a job of phases; its file says it of each phase");
            }
        }
    }

    private static void putMetrics(SequencedMap<String, Object> document, Arguments arguments) {
        @Nullable String pattern = arguments.text(METRICS.name());
        @Nullable String steps = arguments.text(STEPS.name());
        boolean word = pattern != null && (pattern.equals("off") || pattern.equals("auto"));
        if (word && steps == null) {
            document.put("metrics", pattern);
            return;
        }
        if (pattern == null && steps == null) {
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

    /** Puts what was typed for each of several jobs into its document. */
    static void putShared(SequencedMap<String, Object> document, Arguments arguments) {
        OF_ALL.forEach(option -> put(document, option, arguments));
        for (Option flag : FLAGS) {
            if (arguments.flag(flag.name())) {
                document.put(key(flag), true);
            }
        }
        SbatchNames.putShared(document, arguments);
    }

    /** What was typed, such as {@code --mem 2T}, by the keys of a job that it stands for. */
    static Map<String, String> typed(Arguments arguments) {
        Map<String, String> typed = new TreeMap<>();
        List<Option> own = new ArrayList<>(OF_ONE);
        own.addAll(OF_ALL);
        own.forEach(option -> addTyped(option.name(), key(option), arguments, typed));
        OF_THE_DEMAND.forEach(option -> addTyped(option.name(), "demand." + key(option), arguments, typed));
        addTyped(MODEL.name(), "demand.models", arguments, typed);
        ServiceOptions.keys().forEach((option, key) -> addTyped(option, key, arguments, typed));
        SbatchNames.keys().forEach((option, key) -> addTyped(option, key, arguments, typed));
        return typed;
    }

    private static void addTyped(String option, String key, Arguments arguments, Map<String, String> typed) {
        String value = arguments.text(option);
        if (value != null) {
            typed.put(key, option + " " + value);
        }
    }

    private static String key(Option option) {
        return option.name().substring(2).replace('-', '_');
    }

    /** Refuses what cannot be said of several jobs at once. */
    static void checkShared(Arguments arguments) {
        List<Option> single = new ArrayList<>(OF_ONE);
        single.addAll(OF_THE_DEMAND);
        single.addAll(SbatchNames.OF_THE_DEMAND);
        single.addAll(PairOptions.ALL);
        single.addAll(ServiceOptions.all());
        single.addAll(PairOptions.OF_JOB);
        single.addAll(List.of(MODEL, AFTER, METRICS, STEPS, FOLLOW));
        for (Option option : single) {
            if (!arguments.texts(option.name()).isEmpty()) {
                throw new InputException(
                        option.name(), "cannot be said of several jobs at once; their file says it of each");
            }
        }
    }

    /** The variables that were typed. */
    static Map<String, String> variables(Arguments arguments) {
        Map<String, String> variables = new TreeMap<>();
        for (String text : arguments.texts(ENV.name())) {
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw new InputException(ENV.name(), "must be NAME=VALUE, but is " + Quote.of(text));
            }
            variables.put(text.substring(0, equals), text.substring(equals + 1));
        }
        return variables;
    }

    private static List<Object> after(Arguments arguments, Client client) {
        List<Object> after = new ArrayList<>();
        for (String text : arguments.texts(AFTER.name())) {
            Matcher matcher = Pattern.compile(AFTER_TEXT).matcher(text);
            if (!matcher.matches()) {
                throw new InputException(
                        AFTER.name(),
                        "must be a number of a job, alone or with :ok, :any or :failed, but is " + Quote.of(text));
            }
            String when = matcher.group(2) == null ? "ok" : matcher.group(2);
            after.addAll(ArrayJobs.after(client, Long.parseLong(matcher.group(1)), when));
        }
        return after;
    }

    /** Keys of job files are called as the options are. */
    private static void put(SequencedMap<String, Object> document, Option option, Arguments arguments) {
        @Nullable String value = arguments.text(option.name());
        if (value != null) {
            document.put(key(option), value);
        }
    }
}
