package io.berth.sim.trace;

import io.berth.core.workload.Demand;

/** What a row of sacct says that its job held, as equal tasks, one per node. */
final class SlurmDemand {
    private static final long MAX_CPUS = 1_000_000;
    private static final long MAX_NODES = 1_000_000;
    private static final long MAX_GPUS = 100_000;
    private static final int CPU_MILLI = 1000;

    private final SacctColumns columns;
    private final DemandPool demands = new DemandPool();

    /** @param demand of each of {@code count} tasks */
    record Tasks(int count, Demand demand) {}

    SlurmDemand(SacctColumns columns) {
        this.columns = columns;
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
        long memory = first(got.memoryBytes(), asked.memoryBytes(), requestedMemory(nodes, cpus), 0);
        long gpus = first(got.gpus(), asked.gpus(), 0);
        long cpusPerNode = ceilDiv(cpus, nodes);
        long gpusPerNode = ceilDiv(gpus, nodes);
        if (nodes > MAX_NODES || cpusPerNode > MAX_CPUS || gpusPerNode > MAX_GPUS) {
            String allowed = MAX_NODES + " nodes, and of each " + MAX_CPUS + " CPUs and " + MAX_GPUS + " GPUs at most";
            throw new BadRow("", "", "asks for too much", allowed);
        }
        int milli = gpusPerNode == 0 ? 0 : Demand.WHOLE_GPU_MILLI;
        Demand demand = demands.demand(
                cpusPerNode * CPU_MILLI,
                ceilDiv(memory, nodes),
                (int) gpusPerNode,
                milli,
                gpus == 0 ? "" : asked.models());
        return new Tasks((int) nodes, demand);
    }

    /** ReqMem: of a node with {@code n} behind it, of a CPU with {@code c}, else of the job. */
    private long requestedMemory(long nodes, long cpus) {
        String text = columns.text("ReqMem");
        if (SlurmText.absent(text)) {
            return SlurmText.NONE;
        }
        char last = text.charAt(text.length() - 1);
        long times = last == 'n' ? nodes : last == 'c' ? cpus : 1;
        String amount = last == 'n' || last == 'c' ? text.substring(0, text.length() - 1) : text;
        long bytes = SlurmText.bytes(amount);
        if (bytes == SlurmText.WRONG || bytes > Long.MAX_VALUE / StrictMath.max(1, times)) {
            throw new BadRow("ReqMem", text, "is no memory", "4000M, 4G, 4Gn or 4Gc");
        }
        return bytes == SlurmText.NONE ? SlurmText.NONE : bytes * times;
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

    private static long ceilDiv(long dividend, long divisor) {
        return dividend / divisor + (dividend % divisor == 0 ? 0 : 1);
    }
}
