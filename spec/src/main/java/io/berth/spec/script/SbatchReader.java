package io.berth.spec.script;

import io.berth.core.time.Nanos;
import io.berth.core.workload.JobArray;
import io.berth.core.workload.JobSpec;
import io.berth.spec.quantity.ArrayIndices;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.QuantityException;
import io.berth.spec.script.SbatchLines.Given;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the {@code #SBATCH} lines of a script as a job. */
public final class SbatchReader {
    private static final Map<String, String> ENDS = Map.of("afterok", "ok", "afterany", "any", "afternotok", "failed");
    private static final Pattern JOB = Pattern.compile("[1-9]\\d{0,17}");

    private final SbatchLines lines;
    private final SequencedMap<String, Object> document = new LinkedHashMap<>();
    private final TreeMap<String, String> environment = new TreeMap<>();
    private String name;
    private @Nullable List<String> kept;

    private SbatchReader(BatchScript script) {
        this.lines = new SbatchLines(script);
        this.name = script.name();
    }

    /** What {@code script} asks for; an option that would change what it does and is not known is an error. */
    public static ScriptJob read(BatchScript script) {
        return new SbatchReader(script).job();
    }

    /** The options of sbatch that are known, a line each, for help. */
    public static List<String> help() {
        List<String> help = new ArrayList<>();
        for (SbatchOption option : SbatchOption.ALL) {
            String what = switch (option.treatment()) {
                case TAKEN -> "";
                case LEFT_OUT -> "left out: ";
                case REFUSED -> "refused: ";
            };
            help.add(String.format("  %-26s %s%s", option.head(), what, option.note()));
        }
        return help;
    }

    private ScriptJob job() {
        SbatchDemand demand = new SbatchDemand(lines);
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
        variables(demand);
        export();
        Map<Long, String> after = after();
        return new ScriptJob(
                document, after, environment, kept, prelude(), lines.get("wait") != null, lines.warnings());
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
            document.put("time_limit", Durations.format(nanos));
        }
    }

    private void array() {
        Given option = lines.get("array");
        if (option == null) {
            return;
        }
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

    /** {@code afterok:12:13,afterany:14}. */
    private Map<Long, String> after() {
        Map<Long, String> after = new TreeMap<>();
        Given option = lines.get("dependency");
        if (option == null) {
            return after;
        }
        for (String part : option.value().split(",", -1)) {
            String[] words = part.split(":", -1);
            String when = ENDS.get(words[0]);
            if (when == null || words.length < 2) {
                throw option.wrong(
                        "must be afterok, afterany or afternotok with jobs, such as afterok:12:13,afterany:14, "
                                + "but is \"" + option.value() + "\"");
            }
            for (int i = 1; i < words.length; i++) {
                if (!JOB.matcher(words[i]).matches()) {
                    throw option.wrong("\"" + words[i] + "\" is no number of a job");
                }
                after.put(Long.parseLong(words[i]), when);
            }
        }
        return after;
    }

    /** Those that sbatch sets for every script, as far as they are known when it is handed in (sbatch, output variables). */
    private void variables(SbatchDemand demand) {
        environment.put("SLURM_JOB_NAME", name);
        environment.put("SLURM_NTASKS", String.valueOf(demand.tasks()));
        environment.put("SLURM_NPROCS", String.valueOf(demand.tasks()));
        environment.put("SLURM_CPUS_ON_NODE", String.valueOf(demand.cpus()));
        environment.put("SLURM_JOB_NUM_NODES", "1");
        environment.put("SLURM_NNODES", "1");
        environment.put("SLURM_NODEID", "0");
        environment.put("SLURM_PROCID", "0");
        environment.put("SLURM_LOCALID", "0");
        Given cpus = lines.get("cpus-per-task");
        if (cpus != null) {
            environment.put("SLURM_CPUS_PER_TASK", cpus.value());
        }
        if (demand.gpuCount() > 0) {
            environment.put("SLURM_GPUS", String.valueOf(demand.gpuCount()));
            environment.put("SLURM_GPUS_ON_NODE", String.valueOf(demand.gpuCount()));
        }
    }

    /** {@code ALL}, {@code NONE}, or variables, of which those with a value are set. */
    private void export() {
        Given option = lines.get("export");
        if (option == null || option.value().equals("ALL")) {
            return;
        }
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

    private String prelude() {
        String exports =
                "export SLURM_JOB_ID=\"$BERTH_JOB_ID\" SLURM_JOBID=\"$BERTH_JOB_ID\" SLURM_SUBMIT_DIR=\"$PWD\" "
                        + "SLURM_JOB_NODELIST=\"$(uname -n)\" SLURMD_NODENAME=\"$(uname -n)\"\n";
        return exports + redirections() + "exec \"$@\"";
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
