package io.berth.spec.script;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An option of sbatch, by its names and meaning in the manual of Slurm 24.05 (slurm.schedmd.com/sbatch.html).
 *
 * @param name without the dashes
 * @param brief its letter; empty for none
 * @param value whether a value follows
 * @param treatment what becomes of it
 * @param note for an option that is taken, what it becomes; else why it is not
 */
record SbatchOption(String name, String brief, Value value, Treatment treatment, String note) {
    /** Whether a value follows. */
    enum Value {
        NONE,
        /** Only behind {@code =}. */
        OPTIONAL,
        NEEDED
    }

    /** What becomes of an option. */
    enum Treatment {
        TAKEN,
        /** Left out with a warning: the job does the same without it. */
        LEFT_OUT,
        /** An error: without it the job would not do what its user means. */
        REFUSED
    }

    private static final String PLACES = "Berth chooses the node";
    private static final String LAYOUT = "it says how srun lays out tasks";
    private static final String MAIL = "Berth sends no mail";

    /** All that are known. */
    static final List<SbatchOption> ALL = all();

    /** The option that is called {@code text}, by a name or a letter; null for none. */
    static @Nullable SbatchOption of(String text) {
        for (SbatchOption option : ALL) {
            if (text.equals(option.name) || (!option.brief.isEmpty() && text.equals(option.brief))) {
                return option;
            }
        }
        return null;
    }

    /** The option whose name is {@code typed}, or the only one whose name begins so, as getopt_long(3) has it; null for none. */
    static @Nullable SbatchOption begun(String typed) {
        // Slurm knows mem_bind and cpu_bind by their old names too.
        String text = typed.replace('_', '-');
        SbatchOption only = null;
        for (SbatchOption option : ALL) {
            if (option.name.equals(text)) {
                return option;
            }
            if (text.length() > 1 && option.name.startsWith(text)) {
                if (only != null) {
                    return null;
                }
                only = option;
            }
        }
        return only;
    }

    /** As people type it. */
    String head() {
        return brief.isEmpty() ? "--" + name : "--" + name + ", -" + brief;
    }

    private static List<SbatchOption> all() {
        List<SbatchOption> all = new ArrayList<>();
        taken(all);
        leftOut(all);
        refused(all);
        places(all);
        return List.copyOf(all);
    }

    private static void taken(List<SbatchOption> all) {
        all.add(new SbatchOption("job-name", "J", Value.NEEDED, Treatment.TAKEN, "name"));
        all.add(new SbatchOption(
                "ntasks", "n", Value.NEEDED, Treatment.TAKEN, "as many times the CPUs; srun runs so many"));
        all.add(new SbatchOption("ntasks-per-node", "", Value.NEEDED, Treatment.TAKEN, "the same, on the one node"));
        all.add(new SbatchOption("nodes", "N", Value.NEEDED, Treatment.TAKEN, "so many equal parts of the node"));
        all.add(new SbatchOption("ntasks-per-gpu", "", Value.NEEDED, Treatment.TAKEN, "so many tasks for each GPU"));
        all.add(new SbatchOption("mincpus", "", Value.NEEDED, Treatment.TAKEN, "demand.cpu, at least"));
        all.add(new SbatchOption("exclusive", "", Value.OPTIONAL, Treatment.TAKEN, "all CPUs and GPUs of the node"));
        all.add(new SbatchOption(
                "constraint", "C", Value.NEEDED, Treatment.TAKEN, "GPU models and features of the node, with & | ( ["));
        all.add(new SbatchOption("nodelist", "w", Value.NEEDED, Treatment.TAKEN, "must name the node"));
        all.add(new SbatchOption("exclude", "x", Value.NEEDED, Treatment.TAKEN, "must not name the node"));
        all.add(new SbatchOption("input", "i", Value.NEEDED, Treatment.TAKEN, "a file"));
        all.add(new SbatchOption(
                "signal", "", Value.NEEDED, Treatment.TAKEN, "[B:]SIGNAL[@SECONDS] before the time limit"));
        all.add(new SbatchOption("cpus-per-task", "c", Value.NEEDED, Treatment.TAKEN, "demand.cpu"));
        all.add(new SbatchOption("cpus-per-gpu", "", Value.NEEDED, Treatment.TAKEN, "demand.cpu"));
        all.add(new SbatchOption("gpus", "G", Value.NEEDED, Treatment.TAKEN, "demand.gpus, demand.models"));
        all.add(new SbatchOption("gpus-per-node", "", Value.NEEDED, Treatment.TAKEN, "the same"));
        all.add(new SbatchOption("gpus-per-task", "", Value.NEEDED, Treatment.TAKEN, "the same, times the tasks"));
        all.add(new SbatchOption("gres", "", Value.NEEDED, Treatment.TAKEN, "gpu:N and gpu:MODEL:N only"));
        all.add(new SbatchOption("mem", "", Value.NEEDED, Treatment.TAKEN, "demand.memory; 0 for no limit"));
        all.add(new SbatchOption("mem-per-cpu", "", Value.NEEDED, Treatment.TAKEN, "the same, times the CPUs"));
        all.add(new SbatchOption("mem-per-gpu", "", Value.NEEDED, Treatment.TAKEN, "the same, times the GPUs"));
        all.add(new SbatchOption("time", "t", Value.NEEDED, Treatment.TAKEN, "time_limit"));
        all.add(new SbatchOption("array", "a", Value.NEEDED, Treatment.TAKEN, "array"));
        all.add(new SbatchOption(
                "dependency", "d", Value.NEEDED, Treatment.TAKEN, "after: afterok, afterany, afternotok, singleton"));
        all.add(new SbatchOption(
                "output",
                "o",
                Value.NEEDED,
                Treatment.TAKEN,
                "a file, with %j %A %a %x %u %N; berth logs has nothing then"));
        all.add(new SbatchOption("error", "e", Value.NEEDED, Treatment.TAKEN, "the same for its errors"));
        all.add(new SbatchOption("open-mode", "", Value.NEEDED, Treatment.TAKEN, "append or truncate"));
        all.add(new SbatchOption("chdir", "D", Value.NEEDED, Treatment.TAKEN, "directory"));
        all.add(new SbatchOption("export", "", Value.NEEDED, Treatment.TAKEN, "ALL, NONE, or variables"));
        all.add(new SbatchOption("partition", "p", Value.NEEDED, Treatment.TAKEN, "queue"));
        all.add(new SbatchOption("account", "A", Value.NEEDED, Treatment.TAKEN, "queue, where there is no partition"));
        all.add(new SbatchOption("priority", "", Value.NEEDED, Treatment.TAKEN, "priority"));
        all.add(new SbatchOption("nice", "", Value.OPTIONAL, Treatment.TAKEN, "priority, with the other sign"));
        all.add(new SbatchOption(
                "requeue", "", Value.NONE, Treatment.TAKEN, "as it is: a lost node or a preemption ends no job"));
        all.add(new SbatchOption("wait", "W", Value.NONE, Treatment.TAKEN, "--wait"));
        all.add(new SbatchOption(
                "parsable", "", Value.NONE, Treatment.TAKEN, "as it is: the number is all that is printed"));
    }

    private static void leftOut(List<SbatchOption> all) {
        all.add(new SbatchOption("mail-type", "", Value.NEEDED, Treatment.LEFT_OUT, MAIL));
        all.add(new SbatchOption("mail-user", "", Value.NEEDED, Treatment.LEFT_OUT, MAIL));
        all.add(new SbatchOption("comment", "", Value.NEEDED, Treatment.LEFT_OUT, "jobs have no comment"));
        all.add(new SbatchOption("wckey", "", Value.NEEDED, Treatment.LEFT_OUT, "there is no accounting by key"));
        all.add(new SbatchOption(
                "qos",
                "q",
                Value.NEEDED,
                Treatment.LEFT_OUT,
                "queues have no quality of service; --priority says who goes first"));
        all.add(new SbatchOption("verbose", "v", Value.NONE, Treatment.LEFT_OUT, "there is nothing more to say"));
        all.add(new SbatchOption("quiet", "Q", Value.NONE, Treatment.LEFT_OUT, "errors are always said"));
        all.add(new SbatchOption(
                "no-requeue", "", Value.NONE, Treatment.LEFT_OUT, "a job that a lost node took waits again"));
        all.add(new SbatchOption("oversubscribe", "s", Value.NONE, Treatment.LEFT_OUT, "jobs share nodes anyway"));
        all.add(new SbatchOption(
                "get-user-env", "", Value.OPTIONAL, Treatment.LEFT_OUT, "the environment is the caller's"));
        all.add(new SbatchOption("profile", "", Value.NEEDED, Treatment.LEFT_OUT, "nothing is profiled"));
        all.add(new SbatchOption("time-min", "", Value.NEEDED, Treatment.LEFT_OUT, "the limit is that of --time"));
        all.add(new SbatchOption("no-kill", "k", Value.OPTIONAL, Treatment.LEFT_OUT, "there is one node"));
        all.add(new SbatchOption("overcommit", "O", Value.NONE, Treatment.LEFT_OUT, LAYOUT));
        all.add(new SbatchOption("ignore-pbs", "", Value.NONE, Treatment.LEFT_OUT, "#PBS lines are comments"));
        all.add(new SbatchOption("propagate", "", Value.OPTIONAL, Treatment.LEFT_OUT, "limits are those of Berth"));
        for (String name : List.of(
                "acctg-freq",
                "bb",
                "bbf",
                "cpu-freq",
                "delay-boot",
                "extra",
                "gpu-freq",
                "kill-on-invalid-dep",
                "mcs-label",
                "network",
                "power",
                "tres-bind")) {
            all.add(new SbatchOption(name, "", Value.NEEDED, Treatment.LEFT_OUT, "there is nothing of that here"));
        }
        for (String name : List.of(
                "hint",
                "cpu-bind",
                "gpu-bind",
                "mem-bind",
                "distribution",
                "threads-per-core",
                "cores-per-socket",
                "sockets-per-node",
                "ntasks-per-core",
                "ntasks-per-socket",
                "gres-flags")) {
            all.add(new SbatchOption(
                    name, name.equals("distribution") ? "m" : "", Value.NEEDED, Treatment.LEFT_OUT, LAYOUT));
        }
    }

    private static void refused(List<SbatchOption> all) {
        all.add(new SbatchOption(
                "begin", "b", Value.NEEDED, Treatment.REFUSED, "jobs wait for others, not for a time of day"));
        all.add(new SbatchOption(
                "deadline",
                "",
                Value.NEEDED,
                Treatment.REFUSED,
                "#BERTH --deadline TIME says how long after its submission"));
        all.add(new SbatchOption(
                "hold", "H", Value.NONE, Treatment.REFUSED, "jobs cannot be held; --dependency makes one wait"));
        all.add(new SbatchOption("wrap", "", Value.NEEDED, Treatment.REFUSED, "berth submit -- sh -c COMMAND"));
        all.add(new SbatchOption(
                "test-only", "", Value.NONE, Treatment.REFUSED, "berth eta JOB says when a job that waits will start"));
        all.add(new SbatchOption(
                "immediate",
                "I",
                Value.OPTIONAL,
                Treatment.REFUSED,
                "#BERTH --patience 0 rejects a job that cannot start at once"));
        all.add(new SbatchOption("reservation", "", Value.NEEDED, Treatment.REFUSED, "there are no reservations"));
        all.add(new SbatchOption("licenses", "L", Value.NEEDED, Treatment.REFUSED, "there are no licences"));
        for (String name : List.of("container-image", "container-name")) {
            all.add(new SbatchOption(name, "", Value.NEEDED, Treatment.REFUSED, "run the container in the script"));
        }
        all.add(new SbatchOption("container", "", Value.NEEDED, Treatment.REFUSED, "run the container in the script"));
        all.add(new SbatchOption("uid", "", Value.NEEDED, Treatment.REFUSED, "#BERTH --user NAME says as whom"));
        all.add(new SbatchOption("gid", "", Value.NEEDED, Treatment.REFUSED, "#BERTH --user NAME says as whom"));
        all.add(new SbatchOption("clusters", "M", Value.NEEDED, Treatment.REFUSED, "--home names another Berth"));
    }

    private static void places(List<SbatchOption> all) {
        for (String name : List.of(
                "switches",
                "core-spec",
                "thread-spec",
                "prefer",
                "cluster-constraint",
                "batch",
                "wait-all-nodes",
                "extra-node-info",
                "segment",
                "tmp")) {
            String brief = switch (name) {
                case "core-spec" -> "S";
                case "extra-node-info" -> "B";
                default -> "";
            };
            all.add(new SbatchOption(name, brief, Value.NEEDED, Treatment.LEFT_OUT, PLACES));
        }
        for (String name : List.of("contiguous", "use-min-nodes", "spread-job", "reboot")) {
            all.add(new SbatchOption(name, "", Value.NONE, Treatment.LEFT_OUT, PLACES));
        }
        all.add(new SbatchOption("nodefile", "F", Value.NEEDED, Treatment.REFUSED, PLACES));
    }
}
