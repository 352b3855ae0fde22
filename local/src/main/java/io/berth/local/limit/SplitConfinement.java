package io.berth.local.limit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Version 1 of control groups: a tree for each controller, and a group of the task in each tree that is needed. Source:
 * Documentation/admin-guide/cgroup-v1.
 *
 * @param bases the folder of the groups of all tasks, by controller
 */
public record SplitConfinement(Map<String, Path> bases) implements Confinement {
    /** The tree in which every task has a group comes first: groups there cost least. */
    private static final List<String> WANTED = List.of("pids", "memory", "cpu");

    /** The least that the kernel takes; a group that says nothing has 1024. */
    private static final String LEAST_SHARES = "2";

    public SplitConfinement {
        bases = Map.copyOf(bases);
    }

    static Confinement detect(OwnGroups own, String name) {
        Map<String, Path> bases = new TreeMap<>();
        for (String controller : WANTED) {
            Path group = own.split().get(controller);
            if (group != null && ControlFiles.writable(group)) {
                bases.put(controller, group.resolve(name));
            }
        }
        try {
            for (Path base : bases.values()) {
                ControlFiles.make(base);
            }
        } catch (IOException e) {
            return new Unconfined("cannot make a control group: " + e.getMessage());
        }
        return bases.isEmpty() ? new Unconfined("no control group can be written") : new SplitConfinement(bases);
    }

    @Override
    public TaskGroup create(String name, Limits limits) throws IOException {
        List<Path> groups = new ArrayList<>();
        try {
            for (String controller : WANTED) {
                Path base = bases.get(controller);
                boolean idle = limits.idle() && controller.equals("cpu");
                if (base != null && (groups.isEmpty() || idle || limited(controller, limits) > 0)) {
                    Path group = base.resolve(name);
                    groups.add(group);
                    ControlFiles.make(group);
                    limit(group, controller, limited(controller, limits));
                    standBack(group, idle);
                }
            }
        } catch (IOException e) {
            new TaskGroup(groups).remove();
            throw e;
        }
        return new TaskGroup(groups);
    }

    private static void standBack(Path group, boolean idle) {
        if (idle && !ControlFiles.tryWrite(group, "cpu.idle", "1")) {
            ControlFiles.tryWrite(group, "cpu.shares", LEAST_SHARES);
        }
    }

    private static long limited(String controller, Limits limits) {
        return switch (controller) {
            case "pids" -> limits.pids();
            case "memory" -> limits.memoryBytes();
            default -> limits.cpuMilli();
        };
    }

    private static void limit(Path group, String controller, long limit) throws IOException {
        if (limit == 0) {
            return;
        }
        switch (controller) {
            case "pids" -> ControlFiles.write(group, "pids.max", Long.toString(limit));
            case "memory" -> limitMemory(group, limit);
            default -> {
                ControlFiles.write(group, "cpu.cfs_period_us", Long.toString(PERIOD_MICROS));
                ControlFiles.write(group, "cpu.cfs_quota_us", Long.toString(Confinement.quotaMicros(limit)));
            }
        }
    }

    /** Memory with swap may not be less than memory alone: of a limit that rises it is set first, of one that falls last. */
    private static void limitMemory(Path group, long bytes) throws IOException {
        ControlFiles.tryWrite(group, "memory.memsw.limit_in_bytes", Long.toString(bytes));
        ControlFiles.write(group, "memory.limit_in_bytes", Long.toString(bytes));
        ControlFiles.tryWrite(group, "memory.memsw.limit_in_bytes", Long.toString(bytes));
    }

    @Override
    public TaskGroup find(String name) {
        return new TaskGroup(
                bases.values().stream().map(base -> base.resolve(name)).toList());
    }

    @Override
    public void tidy() {
        bases.values().forEach(TaskGroup::delete);
    }

    @Override
    public boolean limitsMemory() {
        return bases.containsKey("memory");
    }

    @Override
    public String notice() {
        List<String> missing = new ArrayList<>(WANTED);
        missing.removeAll(bases.keySet());
        return missing.isEmpty() ? "" : "limits: no control group can be written for " + String.join(", ", missing);
    }
}
