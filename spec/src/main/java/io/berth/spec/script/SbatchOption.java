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
        return List.copyOf(all);
    }

    private static void taken(List<SbatchOption> all) {
        add(all, Treatment.TAKEN, "job-name", "J", Value.NEEDED, "name");
        add(all, Treatment.TAKEN, "ntasks", "n", Value.NEEDED, "as many times the CPUs, for one run of the script");
        add(all, Treatment.TAKEN, "ntasks-per-node", "", Value.NEEDED, "the same, on the one node");
        add(all, Treatment.TAKEN, "nodes", "N", Value.NEEDED, "1; more are refused");
        add(all, Treatment.TAKEN, "cpus-per-task", "c", Value.NEEDED, "demand.cpu");
        add(all, Treatment.TAKEN, "cpus-per-gpu", "", Value.NEEDED, "demand.cpu");
        add(all, Treatment.TAKEN, "gpus", "G", Value.NEEDED, "demand.gpus, demand.models");
        add(all, Treatment.TAKEN, "gpus-per-node", "", Value.NEEDED, "the same");
        add(all, Treatment.TAKEN, "gpus-per-task", "", Value.NEEDED, "the same, times the tasks");
        add(all, Treatment.TAKEN, "gres", "", Value.NEEDED, "gpu:N and gpu:MODEL:N only");
        add(all, Treatment.TAKEN, "mem", "", Value.NEEDED, "demand.memory");
        add(all, Treatment.TAKEN, "mem-per-cpu", "", Value.NEEDED, "the same, times the CPUs");
        add(all, Treatment.TAKEN, "mem-per-gpu", "", Value.NEEDED, "the same, times the GPUs");
        add(all, Treatment.TAKEN, "time", "t", Value.NEEDED, "time_limit");
        add(all, Treatment.TAKEN, "array", "a", Value.NEEDED, "array");
        add(all, Treatment.TAKEN, "dependency", "d", Value.NEEDED, "after: afterok, afterany, afternotok");
        add(
                all,
                Treatment.TAKEN,
                "output",
                "o",
                Value.NEEDED,
                "a file, with %j %A %a %x %u %N; berth logs has nothing then");
        add(all, Treatment.TAKEN, "error", "e", Value.NEEDED, "the same for its errors");
        add(all, Treatment.TAKEN, "open-mode", "", Value.NEEDED, "append or truncate");
        add(all, Treatment.TAKEN, "chdir", "D", Value.NEEDED, "directory");
        add(all, Treatment.TAKEN, "export", "", Value.NEEDED, "ALL, NONE, or variables");
        add(all, Treatment.TAKEN, "partition", "p", Value.NEEDED, "queue");
        add(all, Treatment.TAKEN, "account", "A", Value.NEEDED, "queue, where there is no partition");
        add(all, Treatment.TAKEN, "priority", "", Value.NEEDED, "priority");
        add(all, Treatment.TAKEN, "nice", "", Value.OPTIONAL, "priority, with the other sign");
        add(all, Treatment.TAKEN, "requeue", "", Value.NONE, "as it is: a lost node or a preemption ends no job");
        add(all, Treatment.TAKEN, "wait", "W", Value.NONE, "--wait");
        add(all, Treatment.TAKEN, "parsable", "", Value.NONE, "as it is: the number is all that is printed");
    }

    private static void leftOut(List<SbatchOption> all) {
        add(all, Treatment.LEFT_OUT, "mail-type", "", Value.NEEDED, MAIL);
        add(all, Treatment.LEFT_OUT, "mail-user", "", Value.NEEDED, MAIL);
        add(all, Treatment.LEFT_OUT, "comment", "", Value.NEEDED, "jobs have no comment");
        add(all, Treatment.LEFT_OUT, "wckey", "", Value.NEEDED, "there is no accounting by key");
        add(
                all,
                Treatment.LEFT_OUT,
                "qos",
                "q",
                Value.NEEDED,
                "queues have no quality of service; --priority says who goes first");
        add(all, Treatment.LEFT_OUT, "verbose", "v", Value.NONE, "there is nothing more to say");
        add(all, Treatment.LEFT_OUT, "quiet", "Q", Value.NONE, "errors are always said");
        add(all, Treatment.LEFT_OUT, "no-requeue", "", Value.NONE, "a job that a lost node took waits again");
        add(all, Treatment.LEFT_OUT, "oversubscribe", "s", Value.NONE, "jobs share nodes anyway");
        add(all, Treatment.LEFT_OUT, "get-user-env", "", Value.OPTIONAL, "the environment is the caller's");
        add(all, Treatment.LEFT_OUT, "profile", "", Value.NEEDED, "nothing is profiled");
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
            add(all, Treatment.LEFT_OUT, name, name.equals("distribution") ? "m" : "", Value.NEEDED, LAYOUT);
        }
    }

    private static void refused(List<SbatchOption> all) {
        add(all, Treatment.REFUSED, "begin", "b", Value.NEEDED, "jobs wait for others, not for a time of day");
        add(
                all,
                Treatment.REFUSED,
                "deadline",
                "",
                Value.NEEDED,
                "#BERTH --deadline TIME says how long after its submission");
        add(all, Treatment.REFUSED, "time-min", "", Value.NEEDED, "a time limit is never shortened");
        add(all, Treatment.REFUSED, "exclusive", "", Value.OPTIONAL, "ask for all CPUs and GPUs of the node instead");
        add(all, Treatment.REFUSED, "hold", "H", Value.NONE, "jobs cannot be held; --dependency makes one wait");
        add(all, Treatment.REFUSED, "input", "i", Value.NEEDED, "read the file in the script: exec < FILE");
        add(all, Treatment.REFUSED, "wrap", "", Value.NEEDED, "berth submit -- sh -c COMMAND");
        add(
                all,
                Treatment.REFUSED,
                "signal",
                "",
                Value.NEEDED,
                "a job gets SIGTERM when its time limit comes, and no signal before");
        add(all, Treatment.REFUSED, "test-only", "", Value.NONE, "berth eta JOB says when a job that waits will start");
        add(
                all,
                Treatment.REFUSED,
                "immediate",
                "I",
                Value.OPTIONAL,
                "#BERTH --patience 0 rejects a job that cannot start at once");
        add(all, Treatment.REFUSED, "tmp", "", Value.NEEDED, "a job file has demand.disk");
        add(all, Treatment.REFUSED, "reservation", "", Value.NEEDED, "there are no reservations");
        add(all, Treatment.REFUSED, "licenses", "L", Value.NEEDED, "there are no licences");
        add(all, Treatment.REFUSED, "ntasks-per-gpu", "", Value.NEEDED, "say --ntasks and --gpus");
        add(all, Treatment.REFUSED, "container", "", Value.NEEDED, "run the container in the script");
        add(all, Treatment.REFUSED, "uid", "", Value.NEEDED, "jobs run as whoever started Berth");
        add(all, Treatment.REFUSED, "gid", "", Value.NEEDED, "jobs run as whoever started Berth");
        add(all, Treatment.REFUSED, "clusters", "M", Value.NEEDED, "--home names another Berth");
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
            add(all, Treatment.REFUSED, name, brief, value, PLACES);
        }
    }

    private static void add(
            List<SbatchOption> all, Treatment treatment, String name, String brief, Value value, String note) {
        all.add(new SbatchOption(name, brief, value, treatment, note));
    }
}
