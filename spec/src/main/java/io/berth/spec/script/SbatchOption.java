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
                "ntasks", "n", Value.NEEDED, Treatment.TAKEN, "as many times the CPUs, for one run of the script"));
        all.add(new SbatchOption("ntasks-per-node", "", Value.NEEDED, Treatment.TAKEN, "the same, on the one node"));
        all.add(new SbatchOption("nodes", "N", Value.NEEDED, Treatment.TAKEN, "1; more are refused"));
        all.add(new SbatchOption("cpus-per-task", "c", Value.NEEDED, Treatment.TAKEN, "demand.cpu"));
        all.add(new SbatchOption("cpus-per-gpu", "", Value.NEEDED, Treatment.TAKEN, "demand.cpu"));
        all.add(new SbatchOption("gpus", "G", Value.NEEDED, Treatment.TAKEN, "demand.gpus, demand.models"));
        all.add(new SbatchOption("gpus-per-node", "", Value.NEEDED, Treatment.TAKEN, "the same"));
        all.add(new SbatchOption("gpus-per-task", "", Value.NEEDED, Treatment.TAKEN, "the same, times the tasks"));
        all.add(new SbatchOption("gres", "", Value.NEEDED, Treatment.TAKEN, "gpu:N and gpu:MODEL:N only"));
        all.add(new SbatchOption("mem", "", Value.NEEDED, Treatment.TAKEN, "demand.memory"));
        all.add(new SbatchOption("mem-per-cpu", "", Value.NEEDED, Treatment.TAKEN, "the same, times the CPUs"));
        all.add(new SbatchOption("mem-per-gpu", "", Value.NEEDED, Treatment.TAKEN, "the same, times the GPUs"));
        all.add(new SbatchOption("time", "t", Value.NEEDED, Treatment.TAKEN, "time_limit"));
        all.add(new SbatchOption("array", "a", Value.NEEDED, Treatment.TAKEN, "array"));
        all.add(new SbatchOption(
                "dependency", "d", Value.NEEDED, Treatment.TAKEN, "after: afterok, afterany, afternotok"));
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
        all.add(new SbatchOption("time-min", "", Value.NEEDED, Treatment.REFUSED, "a time limit is never shortened"));
        all.add(new SbatchOption(
                "exclusive", "", Value.OPTIONAL, Treatment.REFUSED, "ask for all CPUs and GPUs of the node instead"));
        all.add(new SbatchOption(
                "hold", "H", Value.NONE, Treatment.REFUSED, "jobs cannot be held; --dependency makes one wait"));
        all.add(new SbatchOption(
                "input", "i", Value.NEEDED, Treatment.REFUSED, "read the file in the script: exec < FILE"));
        all.add(new SbatchOption("wrap", "", Value.NEEDED, Treatment.REFUSED, "berth submit -- sh -c COMMAND"));
        all.add(new SbatchOption(
                "signal",
                "",
                Value.NEEDED,
                Treatment.REFUSED,
                "a job gets SIGTERM when its time limit comes, and no signal before"));
        all.add(new SbatchOption(
                "test-only", "", Value.NONE, Treatment.REFUSED, "berth eta JOB says when a job that waits will start"));
        all.add(new SbatchOption(
                "immediate",
                "I",
                Value.OPTIONAL,
                Treatment.REFUSED,
                "#BERTH --patience 0 rejects a job that cannot start at once"));
        all.add(new SbatchOption("tmp", "", Value.NEEDED, Treatment.REFUSED, "a job file has demand.disk"));
        all.add(new SbatchOption("reservation", "", Value.NEEDED, Treatment.REFUSED, "there are no reservations"));
        all.add(new SbatchOption("licenses", "L", Value.NEEDED, Treatment.REFUSED, "there are no licences"));
        all.add(new SbatchOption("ntasks-per-gpu", "", Value.NEEDED, Treatment.REFUSED, "say --ntasks and --gpus"));
        all.add(new SbatchOption("container", "", Value.NEEDED, Treatment.REFUSED, "run the container in the script"));
        all.add(new SbatchOption("uid", "", Value.NEEDED, Treatment.REFUSED, "jobs run as whoever started Berth"));
        all.add(new SbatchOption("gid", "", Value.NEEDED, Treatment.REFUSED, "jobs run as whoever started Berth"));
        all.add(new SbatchOption("clusters", "M", Value.NEEDED, Treatment.REFUSED, "--home names another Berth"));
    }

    private static void places(List<SbatchOption> all) {
        for (String name : List.of(
                "constraint", "nodelist", "exclude", "nodefile", "switches", "contiguous", "core-spec", "mincpus")) {
            String brief = switch (name) {
                case "constraint" -> "C";
                case "nodelist" -> "w";
                case "exclude" -> "x";
                case "nodefile" -> "F";
                case "core-spec" -> "S";
                default -> "";
            };
            Value value = name.equals("contiguous") ? Value.NONE : Value.NEEDED;
            all.add(new SbatchOption(name, brief, value, Treatment.REFUSED, PLACES));
        }
    }
}
