package io.berth.local.world;

import java.util.SortedMap;

/**
 * The environment by which the tasks of a gang find each other.
 *
 * <p>Sources: {@code RANK}, {@code WORLD_SIZE}, {@code LOCAL_RANK}, {@code LOCAL_WORLD_SIZE}, {@code MASTER_ADDR} and {@code
 * MASTER_PORT} as torchrun sets them (PyTorch, "torchrun (Elastic Launch)", environment variables); {@code TF_CONFIG}: TensorFlow,
 * "Distributed training", multi-worker.
 */
final class GangVariables {
    /** Where ports of gangs begin: below those that Linux gives to connections, 32768 and up (ip-sysctl, ip_local_port_range). */
    static final int FIRST_PORT = 20_000;

    private static final int PORTS = 12_000;

    /**
     * A variable lists all tasks of a gang of so many at most, in 5 KB: each task has its own, so the lists of all grow with the
     * square, to 1.2 MB here, and a longer one would meet the kernel's 128 KiB for a variable at 7,000 (execve(2)). Source: this
     * file's format, 18 bytes a task.
     */
    static final int MOST_IN_VARIABLE = 256;

    private static final String ADDRESS = "127.0.0.1";

    private GangVariables() {}

    /** Adds those of {@code task} to {@code variables}; a job of one task has none. */
    static void add(StartedJob job, int task, SortedMap<String, String> variables) {
        int tasks = job.spec().tasks();
        if (tasks == 1) {
            return;
        }
        // Programs take LOCAL_RANK for the number of their device, and a task with devices sees its own only, from 0.
        boolean devices = job.spec().demand().gpus() > 0;
        int port = port(job);
        variables.put("RANK", Integer.toString(task));
        variables.put("WORLD_SIZE", Integer.toString(tasks));
        variables.put("LOCAL_RANK", Integer.toString(devices ? 0 : task));
        variables.put("LOCAL_WORLD_SIZE", Integer.toString(devices ? 1 : tasks));
        variables.put("MASTER_ADDR", ADDRESS);
        variables.put("MASTER_PORT", Integer.toString(port));
        if (tasks <= MOST_IN_VARIABLE) {
            variables.put("TF_CONFIG", tensorFlow(tasks, task, port));
        }
    }

    /** True for a gang whose tasks have a port each. */
    static boolean listed(StartedJob job) {
        return job.spec().tasks() <= PORTS;
    }

    /** Where the tasks of a gang listen, a line each, in the order of their ranks. */
    static String peers(StartedJob job) {
        StringBuilder text = new StringBuilder();
        int port = port(job);
        for (int worker = 0; worker < job.spec().tasks(); worker++) {
            text.append(ADDRESS).append(':').append(port + worker).append('\n');
        }
        return text.toString();
    }

    /**
     * Gangs that run side by side have ports apart: each takes as many as it has tasks, from a place that its decision says. One of
     * more tasks than there are ports has the first for all.
     */
    private static int port(StartedJob job) {
        int room = Math.max(1, PORTS - job.spec().tasks());
        return FIRST_PORT + (int) (job.key().decision() * 16 % room);
    }

    private static String tensorFlow(int tasks, int task, int port) {
        StringBuilder text = new StringBuilder("{\"cluster\":{\"worker\":[");
        for (int worker = 0; worker < tasks; worker++) {
            text.append(worker == 0 ? "\"" : ",\"")
                    .append(ADDRESS)
                    .append(':')
                    .append(port + worker)
                    .append('"');
        }
        return text.append("]},\"task\":{\"type\":\"worker\",\"index\":")
                .append(task)
                .append("}}")
                .toString();
    }
}
