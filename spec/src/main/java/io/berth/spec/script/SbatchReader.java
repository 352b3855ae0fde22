package io.berth.spec.script;

import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.JobArray;
import io.berth.spec.quantity.ArrayIndices;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.QuantityException;
import io.berth.spec.script.SbatchLines.Given;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the {@code #SBATCH} lines of a script as a job. */
public final class SbatchReader {
    private static final Pattern SIGNAL = Pattern.compile(
            "(R)?(B)?(?:(?<=[RB]):)?(?:SIG)?(HUP|INT|QUIT|ABRT|KILL|ALRM|TERM|USR1|USR2|URG|CONT|STOP|TSTP|TTIN|TTOU|[1-9]\\d?)(?:@(\\d{1,5}))?");
    private static final Pattern STEP = Pattern.compile("\\d+-\\d+:(\\d+)(?:%\\d+)?");
    private static final int SIGNAL_SECONDS = 60;

    private final BatchScript script;
    private final SbatchLines lines;
    private final Supplier<ScriptNode> node;
    private final LocalDateTime now;
    private final SequencedMap<String, Object> document = new LinkedHashMap<>();
    private final TreeMap<String, String> environment = new TreeMap<>();
    private String name;
    private @Nullable List<String> kept;
    private long limitSeconds;

    private SbatchReader(BatchScript script, Supplier<ScriptNode> node, LocalDateTime now) {
        this.script = script;
        this.now = now;
        this.lines = new SbatchLines(script);
        this.node = node;
        // As Slurm calls a job that is given no name.
        boolean slurm = script.directives().stream().anyMatch(Directive::slurm);
        this.name = slurm ? script.fileName() : script.name();
    }

    /**
     * What {@code script} asks for; an option that would change what it does and is not known is an error.
     *
     * @param node what may run it; asked only where an option speaks of it
     * @param now by the clock on the wall
     */
    public static ScriptJob read(BatchScript script, Supplier<ScriptNode> node, LocalDateTime now) {
        return new SbatchReader(script, node, now).job();
    }

    /** The options of sbatch that are known, as they are written, and what becomes of each: a sentence for help. */
    public static SequencedMap<String, String> help() {
        SequencedMap<String, String> help = new LinkedHashMap<>();
        for (SbatchOption option : SbatchOption.ALL) {
            String what = switch (option.treatment()) {
                case TAKEN -> "Taken: ";
                case LEFT_OUT -> "Left out: ";
                case REFUSED -> "Refused: ";
            };
            help.put(option.head(), what + option.note() + ".");
        }
        return help;
    }

    private ScriptJob job() {
        SbatchDemand demand = new SbatchDemand(lines, node);
        places();
        begin();
        Given named = lines.get("job-name");
        name = named == null ? name : named.value();
        document.put("name", name);
        queue();
        priority();
        document.put("demand", demand.document());
        limit();
        array();
        Given folder = lines.get("chdir");
        if (folder != null) {
            document.put("directory", folder.value());
        }
        environment.put("SLURM_JOB_NAME", name);
        SbatchEnvironment.put(lines, demand, environment);
        export();
        environment.putAll(SbatchPrelude.variables(script.text()));
        SbatchDependency dependency = new SbatchDependency(lines);
        return new ScriptJob(
                document,
                new ScriptJob.After(dependency.after(), dependency.singleton()),
                environment,
                kept,
                SbatchPrelude.text(script, redirections(), signal()),
                lines.get("wait") != null,
                lines.warnings());
    }

    private void begin() {
        Given option = lines.get("begin");
        if (option == null) {
            return;
        }
        LocalDateTime begin = SbatchBegin.time(option.value(), now);
        if (begin == null) {
            throw option.wrong("must be a time such as " + SbatchBegin.ALLOWED + ", but is \"" + option.value() + "\"");
        }
        if (begin.isAfter(now)) {
            throw option.wrong(
                    "is to come: jobs here wait for others, not for a time of day; at(1) or a timer can hand it "
                            + "in then, but it is \"" + option.value() + "\"");
        }
    }

    private void queue() {
        Given partition = lines.get("partition");
        Given account = lines.get("account");
        if (partition != null && account != null) {
            lines.warn(account, "is left out: the queue is that of --partition");
        }
        Given queue = partition == null ? account : partition;
        if (queue != null) {
            document.put("queue", queue.value());
        }
        environment.put("SLURM_JOB_PARTITION", queue == null ? JobSpec.DEFAULT_QUEUE : queue.value());
    }

    private void priority() {
        Given nice = lines.get("nice");
        if (lines.get("priority") != null) {
            document.put("priority", lines.whole("priority", 0, 0));
        } else if (nice != null) {
            // Without a value sbatch takes 100.
            document.put("priority", nice.value().isEmpty() ? -100 : -lines.whole("nice", Integer.MIN_VALUE + 1, 0));
        }
    }

    private void limit() {
        Given time = lines.get("time");
        if (time == null) {
            return;
        }
        long nanos = SbatchText.timeNanos(time.value());
        if (nanos < 0) {
            throw time.wrong("must be " + SbatchText.TIME + ", but is \"" + time.value() + "\"");
        }
        if (nanos != Nanos.NEVER) {
            limitSeconds = nanos / Nanos.SECOND;
            document.put("time_limit", Durations.format(nanos));
        }
    }

    private void array() {
        Given option = lines.get("array");
        if (option == null) {
            return;
        }
        Matcher step = STEP.matcher(option.value());
        environment.put("SLURM_ARRAY_TASK_STEP", step.matches() ? step.group(1) : "1");
        try {
            JobArray array = ArrayIndices.indices(option.value());
            boolean counted = array.values().isEmpty();
            document.put(
                    "array",
                    counted
                            ? new TreeMap<>(Map.of("count", array.count(), "parallel", array.parallel()))
                            : ArrayIndices.format(array));
        } catch (QuantityException e) {
            throw option.wrong(e.problem());
        }
    }

    /** There is one machine: what rules it out is an error that says what it is, and what names it or others changes nothing. */
    private void places() {
        Given constraint = lines.get("constraint");
        if (constraint != null && !constraint.value().isEmpty()) {
            List<String> features = node.get().features();
            boolean holds;
            try {
                holds = Constraint.holds(constraint.value(), features);
            } catch (IllegalArgumentException e) {
                throw constraint.wrong(e.getMessage() + ", but is \"" + constraint.value() + "\"");
            }
            if (!holds) {
                throw constraint.wrong("is met by no node: \"" + constraint.value() + "\"; the node here has "
                        + String.join(", ", features));
            }
        }
        Given listed = lines.get("nodelist");
        if (listed != null && !names(listed)) {
            throw listed.wrong("names no node that there is: \"" + listed.value() + "\"; there is "
                    + node.get().names().getFirst());
        }
        Given excluded = lines.get("exclude");
        if (excluded != null && names(excluded)) {
            throw excluded.wrong("leaves no node: \"" + excluded.value() + "\" has the only one there is, "
                    + node.get().names().getFirst());
        }
    }

    private boolean names(Given list) {
        return HostList.names(list.value()).stream().anyMatch(node.get().names()::contains);
    }

    /** Lines that send a signal some time before the limit: to the script with {@code B}, else to what its steps run. */
    private String signal() {
        Given option = lines.get("signal");
        if (option == null) {
            return "";
        }
        Matcher text = SIGNAL.matcher(option.value().toUpperCase(Locale.ROOT));
        if (!text.matches()) {
            throw option.wrong("must be [B:]SIGNAL[@SECONDS], such as USR1@120, but is \"" + option.value() + "\"");
        }
        if (limitSeconds == 0) {
            lines.warn(option, "is left out: without --time there is no limit that it could come before");
            return "";
        }
        long before = text.group(4) == null ? SIGNAL_SECONDS : Long.parseLong(text.group(4));
        String send = text.group(2) != null
                ? "kill -s " + text.group(3) + " \"$(cat \"$folder/pid\")\""
                : "cat \"$folder\"/step.*/* | xargs -r kill -s " + text.group(3);
        return "{ sleep " + Math.max(0, limitSeconds - before) + " && " + send + "; } >/dev/null 2>&1 </dev/null &\n";
    }

    /** {@code ALL}, {@code NONE}, or variables, of which those with a value are set. */
    private void export() {
        Given option = lines.get("export");
        if (option == null || option.value().equals("ALL")) {
            return;
        }
        environment.put("SLURM_EXPORT_ENV", option.value());
        List<String> names = new ArrayList<>();
        boolean all = false;
        for (String part : option.value().split(",", -1)) {
            int equals = part.indexOf('=');
            if (part.isEmpty() || equals == 0) {
                throw option.wrong("must be ALL, NONE or variables such as A,B=7, but is \"" + option.value() + "\"");
            }
            if (equals > 0) {
                environment.put(part.substring(0, equals), part.substring(equals + 1));
            } else if (part.equals("ALL")) {
                all = true;
            } else if (!part.equals("NONE") && !part.equals("NIL")) {
                names.add(part);
            }
        }
        kept = all ? null : names;
    }

    private String redirections() {
        Given mode = lines.get("open-mode");
        boolean append = mode != null && mode.value().startsWith("a");
        if (mode != null && !append && !mode.value().startsWith("t")) {
            throw mode.wrong("must be append or truncate, but is \"" + mode.value() + "\"");
        }
        String into = append ? ">>" : ">";
        Given output = lines.get("output");
        Given error = lines.get("error");
        StringBuilder text = new StringBuilder();
        Given input = lines.get("input");
        if (input != null) {
            text.append("exec <").append(pattern(input)).append(" || exit 1\n");
        }
        if (output != null) {
            String file = pattern(output);
            text.append("echo \"output goes to \"").append(file).append('\n');
            text.append("exec ").append(into).append(file).append(error == null ? " 2>&1\n" : "\n");
        }
        if (error != null) {
            text.append("exec 2").append(into).append(pattern(error)).append('\n');
        }
        return text.toString();
    }

    private String pattern(Given option) {
        String text = option.value().isEmpty() ? null : OutputPattern.shell(option.value(), name);
        if (text == null) {
            throw option.wrong("must be a file name with the symbols " + OutputPattern.ALLOWED + ", but is \""
                    + option.value() + "\"");
        }
        return text;
    }
}
