package io.berth.local.limit;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * The control groups of one task: one with version 2, one for each limit with version 1, none where nothing is confined. All
 * that the task starts is in each of them, and no process leaves a group by itself.
 *
 * @param folders of the groups; the first one always holds all processes
 */
public record TaskGroup(List<Path> folders) {
    public TaskGroup {
        folders = List.copyOf(folders);
    }

    /** True where there is a group to ask for processes. */
    public boolean exists() {
        return !folders.isEmpty() && Files.isDirectory(folders.getFirst());
    }

    /** Processes in the group and in groups which the task made below it. */
    public List<Long> pids() {
        List<Long> found = new ArrayList<>();
        if (exists()) {
            groupsBelow(folders.getFirst()).forEach(group -> found.addAll(members(group)));
        }
        return found;
    }

    /** True where the kernel ended a process of the task because the task was at its limit of memory. */
    public boolean outOfMemory() {
        return folders.stream()
                .anyMatch(group -> killed(group, "memory.events") || killed(group, "memory.oom_control"));
    }

    private static boolean killed(Path group, String file) {
        return Files.exists(group.resolve(file))
                && ControlFiles.read(group, file)
                        .lines()
                        .anyMatch(line -> line.startsWith("oom_kill ") && !line.equals("oom_kill 0"));
    }

    /** Kills every process in the group; they may take a moment to die. */
    public void kill() {
        if (!exists() || ControlFiles.tryWrite(folders.getFirst(), "cgroup.kill", "1")) {
            return;
        }
        // Who multiplies faster than he is killed may not do so any more.
        ControlFiles.tryWrite(folders.getFirst(), "pids.max", "0");
        pids().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    }

    /**
     * Removes the groups.
     *
     * @return false where processes are left in one
     */
    public boolean remove() {
        boolean removed = true;
        for (Path folder : folders) {
            removed &= delete(folder) || deleteBelow(folder);
        }
        return removed;
    }

    /** Removes one group; false where something is in it. */
    static boolean delete(Path folder) {
        try {
            Files.delete(folder);
            return true;
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** A task may have made groups in its own. */
    private static boolean deleteBelow(Path folder) {
        groupsBelow(folder).reversed().forEach(TaskGroup::delete);
        return !Files.exists(folder);
    }

    /** The group and all below it, each before those below it. */
    private static List<Path> groupsBelow(Path folder) {
        List<Path> groups = new ArrayList<>();
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path group, BasicFileAttributes attributes) {
                    groups.add(group);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException gone) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            return groups;
        }
        return groups;
    }

    /** Processes that are in {@code group} itself; none where it is gone. */
    static List<Long> members(Path group) {
        return ControlFiles.read(group, "cgroup.procs")
                .lines()
                .map(Long::parseLong)
                .filter(pid -> pid > 1)
                .toList();
    }
}
