package io.berth.sim.trace;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.time.Chance;
import io.berth.sim.trace.slurm.SacctDump;
import io.berth.sim.workload.ListedWorkload;
import io.berth.spec.scenario.Period;
import io.berth.spec.scenario.WorkloadSpec;
import io.berth.spec.scenario.WorkloadSpec.QueueBy;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Small logs of batch systems drawn from a seed: Standard Workload Format, sacct dumps, tables of jobs. */
public final class BatchText {
    static final String SACCT = "JobID|User|Account|Partition|QOS|Submit|Eligible|Start|End|ElapsedRaw|Timelimit|State|"
            + "ReqTRES|AllocTRES|NNodes|NCPUS|Priority\n";
    static final String JOBS = "submit,duration,name,estimate,tasks,cpu,memory,gpus,gpu_model,priority,queue,user\n";

    private static final String[] STATES = {"COMPLETED", "FAILED", "TIMEOUT", "CANCELLED by 1007", "OUT_OF_MEMORY"};
    private static final String[] LIMITS = {"1-00:00:00", "08:00:00", "30:00", "UNLIMITED", "Partition_Limit"};

    private BatchText() {}

    /** A log of {@code count} jobs on 64 nodes of 4 processors. */
    static String swf(int count, long seed) {
        Chance chance = new Chance(seed, "swf", 0);
        StringBuilder text =
                new StringBuilder("; UnixStartTime: 1027839845\n; MaxNodes: 64 (batch 60)\n; MaxProcs: 256\n");
        long submit = 0;
        for (int job = 1; job <= count; job++) {
            submit += chance.below(600);
            int processors = 1 + chance.below(64);
            int run = chance.below(20) == 0 ? -1 : chance.below(7200);
            int status = new int[] {0, 1, 1, 1, 5}[chance.below(5)];
            text.append(line(
                    "%5d %7d %6d %6d %4d %d.5 -1 %4d %6d -1 %d %d %d -1 %d 1 -1 -1%n",
                    job,
                    submit,
                    chance.below(900),
                    run,
                    processors,
                    1 + chance.below(99),
                    processors,
                    3600 * (1 + chance.below(24)),
                    status,
                    1 + chance.below(9),
                    1 + chance.below(3),
                    chance.below(4)));
        }
        return text.toString();
    }

    /** What sacct printed of {@code count} jobs, some with steps, arrays, requeues and GPUs. */
    static String sacct(int count, long seed) {
        Chance chance = new Chance(seed, "sacct", 0);
        StringBuilder text = new StringBuilder(SACCT);
        for (int i = 0; i < count; ) {
            String id = Integer.toString(1000 + i / 2);
            id += chance.below(4) == 0 ? "_" + i : "";
            String submit = time(i * 60L);
            long wait = chance.below(3600);
            int run = 1 + chance.below(7200);
            int nodes = 1 + chance.below(4);
            int gpus = nodes * chance.below(9);
            String limit = LIMITS[chance.below(LIMITS.length)];
            String gres = gpus == 0 ? "" : ",gres/gpu:a100=" + gpus + ",gres/gpu=" + gpus;
            String asked = "billing=8,cpu=" + 8 * nodes + ",mem=" + nodes * 16 + "G,node=" + nodes;
            String state = STATES[chance.below(STATES.length)];
            text.append(line(
                    "%s|u%d|lab|gpu|normal|%s|%s|%s|%s|%d|%s|%s|%s|%s|%d|%d|%d%n",
                    id,
                    chance.below(5),
                    submit,
                    submit,
                    time(i * 60L + wait),
                    time(i * 60L + wait + run),
                    run,
                    limit,
                    state,
                    asked,
                    asked + gres,
                    nodes,
                    8 * nodes,
                    chance.below(10000)));
            i++;
            if (i < count && chance.below(3) == 0) {
                text.append(line(
                        "%s.batch|||||%s|%s|%s|%s|%d||%s||cpu=8,mem=16G,node=1|1|8|%n",
                        id, submit, submit, time(i * 60L + wait), time(i * 60L + wait + run), run, state));
                i++;
            }
        }
        return text.toString();
    }

    /** The jobs in what sacct printed to {@code in}, which {@code name} names in errors, for a cluster of which nothing is known. */
    public static ListedWorkload dump(String name, InputStream in, Lenience lenience, RowNotes notes) {
        WorkloadSpec.Sacct spec = new WorkloadSpec.Sacct(Path.of(name), QueueBy.QUEUE, List.of(), Period.ALL);
        return dump(in, spec, List.of(), lenience, notes);
    }

    /** The same as {@code spec} says, for {@code nodes}. */
    public static ListedWorkload dump(
            InputStream in, WorkloadSpec.Sacct spec, List<NodeSpec> nodes, Lenience lenience, RowNotes notes) {
        try (TraceLines lines = TraceLines.of(new TraceFile(spec.dump().toString()), in, lenience)) {
            return SacctDump.read(lines, spec, nodes, notes);
        }
    }

    /** A table of {@code count} jobs. */
    static String jobs(int count, long seed) {
        Chance chance = new Chance(seed, "jobs", 0);
        StringBuilder text = new StringBuilder(JOBS);
        for (int i = 0; i < count; i++) {
            String gpus = new String[] {"", "0", "0.5", "1", "8"}[chance.below(5)];
            boolean several = gpus.equals("1") || gpus.equals("8");
            text.append(line(
                    "%s,%ds,job-%d,%dm,%d,%d,%dGi,%s,%s,%d,team,u%d%n",
                    chance.below(2) == 0 ? time(i * 60L) : Integer.toString(i * 60),
                    1 + chance.below(7200),
                    i,
                    60 + chance.below(600),
                    1 + chance.below(4),
                    1 + chance.below(16),
                    1 + chance.below(64),
                    gpus,
                    several && chance.below(3) == 0 ? "A100|H100" : "",
                    chance.below(10),
                    chance.below(5)));
        }
        return text.toString();
    }

    /** {@code seconds} after the begin of 2026, at most a month. */
    private static String time(long seconds) {
        return line(
                "2026-%02d-%02dT%02d:%02d:%02d",
                1 + seconds / (28 * 86400) % 12,
                1 + seconds / 86400 % 28,
                seconds / 3600 % 24,
                seconds / 60 % 60,
                seconds % 60);
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
