package io.berth.sim.trace.slurm;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.workload.Demand;
import io.berth.sim.trace.BadRow;
import io.berth.sim.trace.DemandPool;
import io.berth.sim.trace.RowNotes;

/** What a row of sacct says that its job held, as equal tasks. */
final class SlurmDemand {
    private static final long MAX_CPUS = 1_000_000;
    private static final long MAX_NODES = 1_000_000;
    private static final long MAX_GPUS = 100_000;
    private static final int CPU_MILLI = 1000;

    private final SacctColumns columns;
    private final SlurmNodes cluster;
    private final RowNotes notes;
    private final DemandPool demands = new DemandPool();

    /** @param demand of each of {@code count} tasks */
    record Tasks(int count, Demand demand) {}

    /** All that a job held. */
    private record Whole(long cpus, Memory memory, long gpus, String models) {}

    /** @param slack how far {@code bytes} is from the exact amount at most */
    private record Memory(long bytes, long slack) {
        private static final Memory NONE = new Memory(0, 0);
    }

    /**
     * Of the rows of {@code columns}.
     *
     * @param cluster what the jobs are for
     * @param notes counts the jobs of which something is left out
     */
    SlurmDemand(SacctColumns columns, SlurmNodes cluster, RowNotes notes) {
        this.notes = notes;
        this.columns = columns;
        this.cluster = cluster;
    }

    /** The tasks of the current row. */
    Tasks tasks() {
        SlurmResources got = SlurmResources.of(columns.text("AllocTRES"), "AllocTRES");
        SlurmResources asked = SlurmResources.of(columns.text("ReqTRES"), "ReqTRES");
        long nodes = StrictMath.max(1, first(got.nodes(), number("NNodes"), number("AllocNodes"), asked.nodes()));
        long cpus = first(got.cpus(), number("NCPUS"), number("AllocCPUS"), asked.cpus(), number("ReqCPUS"));
        if (cpus == SlurmText.NONE) {
            throw new BadRow("", "", "says no number of CPUs", "AllocTRES, ReqTRES, NCPUS, AllocCPUS or ReqCPUS");
        }
        long gpus = first(got.gpus(), asked.gpus(), 0);
        if (nodes > MAX_NODES || cpus / nodes > MAX_CPUS || gpus / nodes > MAX_GPUS) {
            String allowed = MAX_NODES + " nodes, and of each " + MAX_CPUS + " CPUs and " + MAX_GPUS + " GPUs at most";
            throw new BadRow("", "", "asks for too much", allowed);
        }
        return split(new Whole(cpus, memory(got, asked, nodes, cpus), gpus, gpus == 0 ? "" : asked.models()), nodes);
    }

    /** Why no job of a dump asks for a GPU, as far as its columns tell. */
    String noGpus() {
        boolean told = columns.has("AllocTRES") || columns.has("ReqTRES");
        return told
                ? "asks for no GPU: no row has gres/gpu, which Slurm records where AccountingStorageTRES lists it"
                : "asks for no GPU: the dump has no column AllocTRES or ReqTRES, which say how many";
    }

    /**
     * Equal tasks with all that {@code whole} is: as many as nodes, or where its GPUs cannot be shared out evenly, as few more as
     * can share them and fit into the cluster. Shares of CPUs and memory are rounded down, so that full nodes stay enough.
     */
    private Tasks split(Whole whole, long nodes) {
        if (whole.gpus % nodes == 0) {
            return new Tasks((int) nodes, part(whole, nodes));
        }
        long most = StrictMath.min(whole.gpus, MAX_NODES);
        long even = 0;
        for (long tasks = StrictMath.min(nodes, most); tasks <= most; tasks++) {
            if (whole.gpus % tasks != 0) {
                continue;
            }
            even = even == 0 ? tasks : even;
            if (cluster.hold(part(whole, tasks), tasks)) {
                return new Tasks((int) tasks, part(whole, tasks));
            }
        }
        if (even == 0) {
            throw new BadRow(
                    "", "", "has too many GPUs on uneven nodes", "a million GPUs at most, or as many on each node");
        }
        return cut(part(whole, even), (int) even);
    }

    /** Tasks that fit at last: what the job had of nodes without a GPU of it is more than its other nodes have. */
    private Tasks cut(Demand part, int tasks) {
        for (int share = 1; share <= NodeSpec.MAX_GPUS; share++) {
            Demand less = cluster.within(part, share);
            if (cluster.hold(less, tasks)) {
                notes.assume(
                        "has GPUs that its nodes cannot share evenly; CPUs and memory that do not fit beside them are left out");
                return new Tasks(tasks, pooled(less));
            }
        }
        return new Tasks(tasks, part);
    }

    private Demand pooled(Demand demand) {
        String models = String.join("|", demand.gpuModels());
        return demands.demand(demand.cpuMilli(), demand.memoryBytes(), demand.gpus(), demand.gpuMilli(), models);
    }

    private Demand part(Whole whole, long tasks) {
        int gpus = (int) (whole.gpus / tasks);
        Memory memory = whole.memory;
        return demands.demand(
                whole.cpus * CPU_MILLI / tasks,
                cluster.unrounded(memory.bytes / tasks, memory.slack / tasks),
                gpus,
                gpus == 0 ? 0 : Demand.WHOLE_GPU_MILLI,
                whole.models);
    }

    private Memory memory(SlurmResources got, SlurmResources asked, long nodes, long cpus) {
        if (got.memoryBytes() != SlurmText.NONE) {
            return new Memory(got.memoryBytes(), got.memorySlack());
        }
        if (got.cpus() != SlurmText.NONE) {
            // Memory is nothing that this cluster lends (SelectTypeParameters without it), and what was asked for,
            // often all that
            // a node has, kept no other job out.
            return Memory.NONE;
        }
        return asked.memoryBytes() == SlurmText.NONE
                ? requestedMemory(nodes, cpus)
                : new Memory(asked.memoryBytes(), asked.memorySlack());
    }

    /** ReqMem: of a node with {@code n} behind it, of a CPU with {@code c}, else of the job. */
    private Memory requestedMemory(long nodes, long cpus) {
        String text = columns.text("ReqMem");
        if (SlurmText.absent(text)) {
            return Memory.NONE;
        }
        char last = text.charAt(text.length() - 1);
        long times = last == 'n' ? nodes : last == 'c' ? cpus : 1;
        String amount = last == 'n' || last == 'c' ? text.substring(0, text.length() - 1) : text;
        long bytes = SlurmText.bytes(amount);
        if (bytes == SlurmText.WRONG || bytes > Long.MAX_VALUE / StrictMath.max(1, times)) {
            throw new BadRow("ReqMem", text, "is no memory", "4000M, 4G, 4Gn or 4Gc");
        }
        return bytes == SlurmText.NONE ? Memory.NONE : new Memory(bytes * times, SlurmText.rounding(amount) * times);
    }

    private long number(String column) {
        String text = columns.text(column);
        if (SlurmText.absent(text)) {
            return SlurmText.NONE;
        }
        long value = SlurmText.whole(text);
        if (value == SlurmText.WRONG) {
            throw new BadRow(column, text, "is not a whole number", "a whole number");
        }
        return value;
    }

    /** The first amount that is there. */
    private static long first(long... amounts) {
        for (long amount : amounts) {
            if (amount != SlurmText.NONE) {
                return amount;
            }
        }
        return SlurmText.NONE;
    }
}
