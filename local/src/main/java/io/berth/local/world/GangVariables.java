package io.berth.local.world;

import io.berth.core.workload.TaskGroup;
import io.berth.spec.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** Adds those of {@code task} to {@code variables}; a job that has one task and no more has none of a gang. */
    static void add(StartedJob job, int task, SortedMap<String, String> variables) {
        addGroup(job, task, variables);
        if (job.spec().tasks() == 1) {
            return;
        }
        int tasks = job.size();
        int rank = job.rank(task);
        // Programs take LOCAL_RANK for the number of their device, and a task with devices sees its own only, from 0.
        boolean devices = job.spec().demand(task).gpus() > 0;
        int port = port(job);
        variables.put("RANK", Integer.toString(rank));
        variables.put("WORLD_SIZE", Integer.toString(tasks));
        variables.put("LOCAL_RANK", Integer.toString(devices ? 0 : rank));
        variables.put("LOCAL_WORLD_SIZE", Integer.toString(devices ? 1 : tasks));
        variables.put("MASTER_ADDR", ADDRESS);
        variables.put("MASTER_PORT", Integer.toString(port));
        if (tasks <= MOST_IN_VARIABLE) {
            variables.put("TF_CONFIG", tensorFlow(job, task, port));
        }
    }

    private static void addGroup(StartedJob job, int task, SortedMap<String, String> variables) {
        int group = job.spec().groupOf(task);
        String name = job.spec().groups().get(group).name();
        if (name.isEmpty()) {
            return;
        }
        int first = first(job, group);
        variables.put("BERTH_GROUP", name);
        variables.put("BERTH_GROUP_RANK", Integer.toString(job.rank(task) - first));
        variables.put("BERTH_GROUP_SIZE", Integer.toString(first(job, group + 1) - first));
    }

    /** The rank of the first task of {@code group} that was started. */
    private static int first(StartedJob job, int group) {
        return job.rank(job.spec().firstTask(group));
    }

    /** True for a gang whose tasks have a port each. */
    static boolean listed(StartedJob job) {
        return job.size() <= PORTS;
    }

    /** Where the tasks of a gang listen, a line each, in the order of their ranks. */
    static String peers(StartedJob job) {
        StringBuilder text = new StringBuilder();
        int port = port(job);
        for (int rank = 0; rank < job.size(); rank++) {
            text.append(ADDRESS).append(':').append(port + rank).append('\n');
        }
        return text.toString();
    }

    /**
     * Gangs that run side by side have ports apart: each takes as many as it has tasks, from a place that its decision says. One of
     * more tasks than there are ports has the first for all.
     */
    private static int port(StartedJob job) {
        int room = Math.max(1, PORTS - job.size());
        return FIRST_PORT + (int) (job.key().decision() * 16 % room);
    }

    /** A group is called by its name there, as ps and worker are; tasks without groups are workers. */
    private static String tensorFlow(StartedJob job, int task, int port) {
        Map<String, Object> cluster = new LinkedHashMap<>();
        List<TaskGroup> groups = job.spec().groups();
        for (int group = 0; group < groups.size(); group++) {
            List<String> places = new ArrayList<>();
            for (int rank = first(job, group); rank < first(job, group + 1); rank++) {
                places.add(ADDRESS + ":" + (port + rank));
            }
            cluster.put(type(groups.get(group)), places);
        }
        int own = job.spec().groupOf(task);
        Map<String, Object> place = new LinkedHashMap<>();
        place.put("type", type(groups.get(own)));
        place.put("index", job.rank(task) - first(job, own));
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("cluster", cluster);
        config.put("task", place);
        return Json.line(config);
    }

    private static String type(TaskGroup group) {
        return group.name().isEmpty() ? "worker" : group.name();
    }
}
