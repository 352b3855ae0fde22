package io.berth.local.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All living processes of the machine at one moment, to find those of a task where no control group knows them. */
final class ProcessScan {
    private static final Path PROC = Path.of("/proc");
    private static final long NO_SESSION = -1;

    private final Map<Long, ProcessStat> processes = new HashMap<>();
    private final Map<Long, Set<String>> environments = new HashMap<>();

    static ProcessScan now() {
        ProcessScan scan = new ProcessScan();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path entry : entries) {
                ProcessStat stat =
                        ProcessStat.of(Long.parseLong(entry.getFileName().toString()));
                if (stat != null && stat.alive()) {
                    scan.processes.put(stat.pid(), stat);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + PROC, e);
        }
        return scan;
    }

    /** True where a process runs as user {@code uid}. */
    static boolean runs(int uid) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path entry : entries) {
                try {
                    if (Files.getAttribute(entry, "unix:uid").equals(uid)) {
                        return true;
                    }
                } catch (NoSuchFileException e) {
                    // It has ended meanwhile.
                    continue;
                }
            }
        }
        return false;
    }

    /**
     * The processes of a task: those that carry its mark in their environment, those in the session that it leads, and what
     * descends from any of them.
     *
     * @param mark a variable with its value
     * @param leader null, or a process whose session belongs to the task; it counts only while it lives, as its number may be
     *     somebody else's afterwards
     */
    List<ProcessStat> find(String mark, @Nullable ProcessIdentity leader) {
        long session = leader != null && leads(leader) ? leader.pid() : NO_SESSION;
        Set<Long> found = new LinkedHashSet<>();
        for (ProcessStat process : processes.values()) {
            if (process.inSessionOf(session) || environment(process.pid()).contains(mark)) {
                found.add(process.pid());
            }
        }
        boolean more = true;
        while (more) {
            more = addChildren(found);
        }
        List<ProcessStat> list = new ArrayList<>();
        found.forEach(pid -> list.add(processes.get(pid)));
        return list;
    }

    /** The processes in the session of {@code launcher} and those that carry its mark, itself among them. */
    List<ProcessStat> ofLauncher(String mark, ProcessIdentity launcher) {
        return processes.values().stream()
                .filter(process -> process.inSessionOf(launcher.pid())
                        || environment(process.pid()).contains(mark))
                .toList();
    }

    private boolean leads(ProcessIdentity leader) {
        ProcessStat found = processes.get(leader.pid());
        return found != null && found.startTicks() == leader.startTicks();
    }

    private boolean addChildren(Set<Long> found) {
        boolean more = false;
        for (ProcessStat process : processes.values()) {
            more |= found.contains(process.parent()) && found.add(process.pid());
        }
        return more;
    }

    private Set<String> environment(long pid) {
        return environments.computeIfAbsent(pid, ProcessScan::readEnvironment);
    }

    /** Variables by which Berth marks processes; none where the process is not ours to read. */
    private static Set<String> readEnvironment(long pid) {
        try {
            byte[] bytes = Files.readAllBytes(PROC.resolve(pid + "/environ"));
            Set<String> marks = new LinkedHashSet<>();
            for (String variable : new String(bytes, StandardCharsets.UTF_8).split("\0")) {
                if (variable.startsWith("BERTH_")) {
                    marks.add(variable);
                }
            }
            return marks;
        } catch (IOException e) {
            return Set.of();
        }
    }
}
