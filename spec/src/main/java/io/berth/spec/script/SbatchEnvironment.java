package io.berth.spec.script;

import io.berth.spec.script.SbatchLines.Given;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/**
 * The variables that Slurm sets for a script, as far as they are known when it is handed in, each only where Slurm sets it
 * (sbatch, "OUTPUT ENVIRONMENT VARIABLES", and what Slurm 22.05 does).
 */
final class SbatchEnvironment {
    /** Those that hold what an option was given, as it was given. */
    private static final Map<String, String> AS_GIVEN = Map.ofEntries(
            Map.entry("acctg-freq", "SLURM_ACCTG_FREQ"),
            Map.entry("cpus-per-gpu", "SLURM_CPUS_PER_GPU"),
            Map.entry("cpus-per-task", "SLURM_CPUS_PER_TASK"),
            Map.entry("dependency", "SLURM_JOB_DEPENDENCY"),
            Map.entry("distribution", "SLURM_DISTRIBUTION"),
            Map.entry("gpu-bind", "SLURM_GPU_BIND"),
            Map.entry("gpu-freq", "SLURM_GPU_FREQ"),
            Map.entry("gpus", "SLURM_GPUS"),
            Map.entry("gpus-per-node", "SLURM_GPUS_PER_NODE"),
            Map.entry("gpus-per-task", "SLURM_GPUS_PER_TASK"),
            Map.entry("hint", "SLURM_HINT"),
            Map.entry("ntasks-per-core", "SLURM_NTASKS_PER_CORE"),
            Map.entry("ntasks-per-gpu", "SLURM_NTASKS_PER_GPU"),
            Map.entry("ntasks-per-node", "SLURM_NTASKS_PER_NODE"),
            Map.entry("ntasks-per-socket", "SLURM_NTASKS_PER_SOCKET"),
            Map.entry("threads-per-core", "SLURM_THREADS_PER_CORE"));

    /** Those that hold memory, in MiB. */
    private static final Map<String, String> MEMORY = Map.of(
            "mem", "SLURM_MEM_PER_NODE",
            "mem-per-cpu", "SLURM_MEM_PER_CPU",
            "mem-per-gpu", "SLURM_MEM_PER_GPU");

    private SbatchEnvironment() {}

    static void put(SbatchLines lines, SbatchDemand demand, SortedMap<String, String> variables) {
        AS_GIVEN.forEach((option, variable) -> {
            Given given = lines.get(option);
            if (given != null) {
                variables.put(variable, given.value());
            }
        });
        MEMORY.forEach((option, variable) -> {
            Given given = lines.get(option);
            long bytes = given == null ? 0 : SbatchText.bytes(given.value());
            if (bytes > 0) {
                variables.put(variable, String.valueOf(Math.ceilDiv(bytes, 1L << 20)));
            }
        });
        said(lines, variables);
        int nodes = demand.nodeCount();
        int cpusOfNode = Math.ceilDiv(demand.cpus(), nodes);
        if (demand.tasks() > 0) {
            variables.put("SLURM_NTASKS", String.valueOf(demand.tasks()));
            variables.put("SLURM_NPROCS", String.valueOf(demand.tasks()));
        }
        // As many as would have a CPU each, where no option says how many there are.
        int fit = Math.max(1, cpusOfNode / lines.whole("cpus-per-task", 1, 1));
        variables.put("SLURM_TASKS_PER_NODE", demand.tasks() > 0 ? spread(demand.tasks(), nodes) : each(fit, nodes));
        variables.put("SLURM_JOB_CPUS_PER_NODE", each(cpusOfNode, nodes));
        variables.put("SLURM_CPUS_ON_NODE", String.valueOf(cpusOfNode));
        variables.put("SLURM_JOB_NUM_NODES", String.valueOf(nodes));
        variables.put("SLURM_NNODES", String.valueOf(nodes));
        for (String first : new String[] {"SLURM_NODEID", "SLURM_PROCID", "SLURM_LOCALID", "SLURM_GTIDS"}) {
            variables.put(first, "0");
        }
        if (demand.gpuCount() > 0) {
            variables.put("SLURM_GPUS_ON_NODE", String.valueOf(Math.ceilDiv(demand.gpuCount(), nodes)));
        }
        variables.put("SLURM_CLUSTER_NAME", "berth");
    }

    /** Those that say of an option something else than it was given. */
    private static void said(SbatchLines lines, SortedMap<String, String> variables) {
        Given account = lines.get("account");
        if (account != null) {
            // Slurm knows accounts by small letters.
            variables.put("SLURM_JOB_ACCOUNT", account.value().toLowerCase(Locale.ROOT));
        }
        if (lines.get("overcommit") != null) {
            variables.put("SLURM_OVERCOMMIT", "1");
        }
        Given mode = lines.get("open-mode");
        if (mode != null) {
            variables.put("SLURM_OPEN_MODE", mode.value().startsWith("a") ? "a" : "t");
        }
        Given hint = lines.get("hint");
        if (hint != null && !hint.value().equals("multithread")) {
            variables.putIfAbsent("SLURM_THREADS_PER_CORE", "1");
        }
        Given export = lines.get("export");
        boolean some = export != null && !export.value().equals("ALL");
        if (some || lines.get("get-user-env") != null) {
            variables.put("SLURM_GET_USER_ENV", "1");
        }
    }

    /** {@code tasks} over {@code nodes}, the first ones with one more: {@code 3(x2),2}. */
    private static String spread(int tasks, int nodes) {
        int used = Math.min(tasks, nodes);
        int more = tasks % used;
        if (more == 0) {
            return each(tasks / used, used);
        }
        return each(tasks / used + 1, more) + "," + each(tasks / used, used - more);
    }

    private static String each(int count, int nodes) {
        return nodes == 1 ? String.valueOf(count) : count + "(x" + nodes + ")";
    }
}
