package io.berth.local.limit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Version 2 of control groups: one group per task, with all controllers. Source: Documentation/admin-guide/cgroup-v2.rst.
 *
 * @param base the folder of the groups of all tasks
 * @param controllers those that work below {@code base}
 */
public record UnifiedConfinement(Path base, Set<String> controllers) implements Confinement {
    static final List<String> WANTED = List.of("cpu", "memory", "pids");

    /** Where this process goes when it has to leave the group that it stands in, so that groups below may have controllers. */
    static final String SELF = "berth-self";

    public UnifiedConfinement {
        controllers = Set.copyOf(controllers);
    }

    /** Looks for the nearest group, from our own upward, below which this process may limit something. */
    static Confinement detect(OwnGroups own, String name) {
        Path root = own.unifiedRoot();
        Path group = own.unified();
        String reason = "control groups of version 2 are not mounted";
        while (group != null && root != null && group.startsWith(root)) {
            reason = "no control group from " + own.unified() + " upward can be written with cpu, memory or pids";
            Set<String> enabled = ControlFiles.writable(group) ? enable(group, group.equals(own.unified())) : Set.of();
            if (!enabled.isEmpty()) {
                return open(group.resolve(name), enabled);
            }
            group = group.getParent();
        }
        return new Unconfined(reason);
    }

    private static Confinement open(Path base, Set<String> wanted) {
        try {
            ControlFiles.make(base);
            handOut(base, wanted);
            Set<String> enabled = words(base, "cgroup.subtree_control");
            enabled.retainAll(WANTED);
            return new UnifiedConfinement(base, enabled);
        } catch (IOException e) {
            return new Unconfined("cannot make control group " + base + ": " + e.getMessage());
        }
    }

    /** Lets groups below {@code group} have controllers, as far as the kernel agrees. */
    private static void handOut(Path group, Set<String> wanted) {
        Set<String> enabled = words(group, "cgroup.subtree_control");
        wanted.stream()
                .filter(controller -> !enabled.contains(controller))
                .forEach(controller -> ControlFiles.tryWrite(group, "cgroup.subtree_control", "+" + controller));
    }

    /** The wanted controllers that groups below {@code group} have after an attempt to switch them on. */
    private static Set<String> enable(Path group, boolean own) {
        Set<String> offered = words(group, "cgroup.controllers");
        for (String controller : WANTED) {
            if (!offered.contains(controller)
                    || words(group, "cgroup.subtree_control").contains(controller)) {
                continue;
            }
            // A group with processes of its own may not hand out controllers, unless it is the root.
            boolean done = ControlFiles.tryWrite(group, "cgroup.subtree_control", "+" + controller);
            if (!done && own && stepDown(group)) {
                ControlFiles.tryWrite(group, "cgroup.subtree_control", "+" + controller);
            }
        }
        Set<String> enabled = words(group, "cgroup.subtree_control");
        enabled.retainAll(WANTED);
        return enabled;
    }

    /** Moves this process and what it started into a group below, where nobody else is in {@code group}. */
    private static boolean stepDown(Path group) {
        Set<Long> ours = Stream.concat(
                        Stream.of(ProcessHandle.current()),
                        ProcessHandle.current().descendants())
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
        List<Long> present = TaskGroup.members(group);
        if (!ours.containsAll(present)) {
            return false;
        }
        try {
            Path self = group.resolve(SELF);
            ControlFiles.make(self);
            for (long pid : present) {
                ControlFiles.write(self, "cgroup.procs", Long.toString(pid));
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static Set<String> words(Path group, String file) {
        return Stream.of(ControlFiles.read(group, file).split("\\s+"))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.toSet());
    }

    @Override
    public TaskGroup create(String name, Limits limits) throws IOException {
        Path group = base.resolve(name);
        if (ControlFiles.make(base)) {
            handOut(base, controllers);
        }
        ControlFiles.make(group);
        try {
            limit(group, limits);
        } catch (IOException e) {
            new TaskGroup(List.of(group)).remove();
            throw e;
        }
        return new TaskGroup(List.of(group));
    }

    private void limit(Path group, Limits limits) throws IOException {
        if (limits.memoryBytes() > 0 && controllers.contains("memory")) {
            ControlFiles.write(group, "memory.max", Long.toString(limits.memoryBytes()));
            ControlFiles.tryWrite(group, "memory.swap.max", "0");
            // A task is out of memory as a whole: half of it is of no use.
            ControlFiles.tryWrite(group, "memory.oom.group", "1");
        }
        if (limits.cpuMilli() > 0 && controllers.contains("cpu")) {
            ControlFiles.write(group, "cpu.max", Confinement.quotaMicros(limits.cpuMilli()) + " " + PERIOD_MICROS);
        }
        if (limits.idle() && controllers.contains("cpu") && !ControlFiles.tryWrite(group, "cpu.idle", "1")) {
            ControlFiles.tryWrite(group, "cpu.weight", "1");
        }
        if (limits.pids() > 0 && controllers.contains("pids")) {
            ControlFiles.write(group, "pids.max", Long.toString(limits.pids()));
        }
    }

    @Override
    public TaskGroup find(String name) {
        return new TaskGroup(List.of(base.resolve(name)));
    }

    @Override
    public void tidy() {
        TaskGroup.delete(base);
    }

    @Override
    public boolean limitsMemory() {
        return controllers.contains("memory");
    }

    @Override
    public String notice() {
        List<String> missing = new ArrayList<>(WANTED);
        missing.removeAll(controllers);
        return missing.isEmpty() ? "" : "limits: " + base + " has no controller for " + String.join(", ", missing);
    }
}
