package io.berth.spec.script;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
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
    private static final String NOTHING = "there is nothing of that here";
    private static final String CONTAINER = "run the container in the script";
    private static final String BEGIN = "now, or a time that is past; jobs wait for others, not for a time of day";
    private static final Treatment LEFT_OUT = Treatment.LEFT_OUT;
    private static final Treatment REFUSED = Treatment.REFUSED;

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
        return Stream.of(
                        amounts(),
                        files(),
                        order(),
                        places(),
                        layout(),
                        otherwise(),
                        unnamed(LEFT_OUT, PLACES, "switches", "prefer", "cluster-constraint", "batch", "tmp"),
                        unnamed(LEFT_OUT, PLACES, "wait-all-nodes", "segment", "thread-spec"),
                        unnamed(LEFT_OUT, NOTHING, "acctg-freq", "bb", "bbf", "cpu-freq", "delay-boot", "extra"),
                        unnamed(LEFT_OUT, NOTHING, "gpu-freq", "kill-on-invalid-dep", "mcs-label", "network"),
                        unnamed(LEFT_OUT, NOTHING, "power", "tres-bind", "oom-kill-step", "resv-ports"),
                        unnamed(LEFT_OUT, LAYOUT, "hint", "cpu-bind", "gpu-bind", "mem-bind", "threads-per-core"),
                        unnamed(LEFT_OUT, LAYOUT, "cores-per-socket", "sockets-per-node", "ntasks-per-core"),
                        unnamed(LEFT_OUT, LAYOUT, "ntasks-per-socket", "gres-flags"),
                        unnamed(REFUSED, CONTAINER, "container", "container-id", "container-image", "container-name"),
                        unnamed(REFUSED, CONTAINER, "container-mounts", "container-workdir", "container-env"))
                .flatMap(List::stream)
                .toList();
    }

    private static List<SbatchOption> amounts() {
        return List.of(
                taken("ntasks", "n", "as many times the CPUs; srun runs so many"),
                taken("ntasks-per-node", "", "the same, on the one node"),
                taken("tasks-per-node", "", "another name of --ntasks-per-node"),
                taken("nodes", "N", "so many equal parts of the node"),
                taken("ntasks-per-gpu", "", "so many tasks for each GPU"),
                taken("mincpus", "", "demand.cpu, at least"),
                taken("overcommit", "O", "one CPU of each node for all tasks").alone(),
                taken("exclusive", "", "all CPUs and GPUs of the node").open(),
                taken("cpus-per-task", "c", "demand.cpu"),
                taken("cpus-per-gpu", "", "demand.cpu"),
                taken("gpus", "G", "demand.gpus, demand.models"),
                taken("gpus-per-node", "", "the same"),
                taken("gpus-per-task", "", "the same, times the tasks"),
                taken("gres", "", "gpu:N and gpu:MODEL:N only"),
                refused("gpus-per-socket", "", "--gpus or --gpus-per-node says how many there are"),
                refused("tres-per-task", "", "--cpus-per-task and --gpus-per-task say what a task has"),
                taken("mem", "", "demand.memory; 0 for no limit"),
                taken("mem-per-cpu", "", "the same, times the CPUs"),
                taken("mem-per-gpu", "", "the same, times the GPUs"),
                taken("time", "t", "time_limit"),
                leftOut("time-min", "", "the limit is that of --time"));
    }

    private static List<SbatchOption> files() {
        return List.of(
                taken("job-name", "J", "name"),
                taken("input", "i", "a file"),
                taken("output", "o", "a file, with %j %A %a %x %u %N; berth logs has nothing then"),
                taken("error", "e", "the same for its errors"),
                taken("open-mode", "", "append or truncate"),
                taken("chdir", "D", "directory"),
                taken("export", "", "ALL, NONE, or variables"),
                refused("export-file", "", "--export names variables"),
                leftOut("get-user-env", "", "the environment is the caller's").open(),
                leftOut("propagate", "", "limits are those of Berth").open(),
                // sbatch has made the script that runs by the time it reads such a line, and so leaves it out too.
                leftOut("wrap", "", "the script is what runs; berth submit --wrap COMMAND takes one without a script"));
    }

    private static List<SbatchOption> order() {
        return List.of(
                taken("array", "a", "array"),
                taken("dependency", "d", "after: afterok, afterany, afternotok, singleton"),
                taken("begin", "b", BEGIN),
                taken("signal", "", "[B:]SIGNAL[@SECONDS] before the time limit"),
                taken("partition", "p", "queue"),
                taken("account", "A", "queue, where there is no partition"),
                taken("priority", "", "priority"),
                taken("nice", "", "priority, with the other sign").open(),
                taken("requeue", "", "as it is: a lost node or a preemption ends no job")
                        .alone(),
                leftOut("no-requeue", "", "a job that a lost node took waits again")
                        .alone(),
                leftOut("qos", "q", "queues have no quality of service; --priority says who goes first"),
                refused("deadline", "", "#BERTH --deadline TIME says how long after its submission"),
                refused("hold", "H", "jobs cannot be held; --dependency makes one wait")
                        .alone(),
                refused("immediate", "I", "#BERTH --patience 0 rejects a job that cannot start at once")
                        .open(),
                refused("reservation", "", "there are no reservations; without the line it waits like any other"),
                refused("licenses", "L", "there are no licences; without the line it waits for none"));
    }

    private static List<SbatchOption> places() {
        return List.of(
                taken("constraint", "C", "GPU models and features of the node, with & | ( ["),
                taken("nodelist", "w", "must name the node"),
                taken("exclude", "x", "must not name the node"),
                refused("nodefile", "F", PLACES),
                refused("clusters", "M", "--home names another Berth"),
                leftOut("oversubscribe", "s", "jobs share nodes anyway").alone(),
                leftOut("no-kill", "k", "there is one node").open(),
                leftOut("core-spec", "S", PLACES),
                leftOut("extra-node-info", "B", PLACES),
                leftOut("contiguous", "", PLACES).alone(),
                leftOut("use-min-nodes", "", PLACES).alone(),
                leftOut("spread-job", "", PLACES).alone(),
                leftOut("reboot", "", PLACES).alone());
    }

    private static List<SbatchOption> layout() {
        return List.of(
                leftOut("distribution", "m", LAYOUT),
                leftOut("stepmgr", "", LAYOUT).alone());
    }

    private static List<SbatchOption> otherwise() {
        return List.of(
                taken("wait", "W", "--wait").alone(),
                taken("parsable", "", "as it is: the number is all that is printed")
                        .alone(),
                refused("test-only", "", "berth eta JOB says when a job that waits will start")
                        .alone(),
                refused("uid", "", "#BERTH --user NAME says as whom"),
                refused("gid", "", "#BERTH --user NAME says as whom"),
                leftOut("mail-type", "", MAIL),
                leftOut("mail-user", "", MAIL),
                leftOut("comment", "", "jobs have no comment"),
                leftOut("wckey", "", "there is no accounting by key"),
                leftOut("profile", "", "nothing is profiled"),
                leftOut("verbose", "v", "there is nothing more to say").alone(),
                leftOut("quiet", "Q", "errors are always said").alone(),
                leftOut("ignore-pbs", "", "#PBS lines are comments").alone());
    }

    private static SbatchOption taken(String name, String brief, String note) {
        return new SbatchOption(name, brief, Value.NEEDED, Treatment.TAKEN, note);
    }

    private static SbatchOption leftOut(String name, String brief, String note) {
        return new SbatchOption(name, brief, Value.NEEDED, LEFT_OUT, note);
    }

    private static SbatchOption refused(String name, String brief, String note) {
        return new SbatchOption(name, brief, Value.NEEDED, REFUSED, note);
    }

    private static List<SbatchOption> unnamed(Treatment treatment, String note, String... names) {
        return Arrays.stream(names)
                .map(name -> new SbatchOption(name, "", Value.NEEDED, treatment, note))
                .toList();
    }

    /** The same, without a value. */
    private SbatchOption alone() {
        return new SbatchOption(name, brief, Value.NONE, treatment, note);
    }

    /** The same, with a value only behind {@code =}. */
    private SbatchOption open() {
        return new SbatchOption(name, brief, Value.OPTIONAL, treatment, note);
    }
}
