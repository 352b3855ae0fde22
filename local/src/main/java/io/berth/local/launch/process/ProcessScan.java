package io.berth.local.launch.process;

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All living processes of the machine at one moment, to find those of a task where no control group knows them. */
public final class ProcessScan {
    private static final Path PROC = Path.of("/proc");

    /** How old a look may be for those who look again anyway, in milliseconds. */
    private static final long RECENT_MILLIS = 50;

    private static volatile @Nullable ProcessScan latest;

    private final Map<Long, ProcessStat> processes = new HashMap<>();
    private final Map<Long, List<Long>> bySession = new HashMap<>();
    private final Map<Long, List<Long>> byParent = new HashMap<>();
    private @Nullable Map<String, List<Long>> byMark;

    public static ProcessScan now() {
        ProcessScan scan = new ProcessScan();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path entry : entries) {
                ProcessStat stat =
                        ProcessStat.of(Long.parseLong(entry.getFileName().toString()));
                if (stat != null && stat.alive()) {
                    scan.add(stat);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + PROC, e);
        }
        return scan;
    }

    /** True where a process runs as user {@code uid}. */
    public static boolean runs(int uid) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path entry : entries) {
                if (isOf(entry, uid)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isOf(Path process, int uid) throws IOException {
        try {
            return Files.getAttribute(process, "unix:uid").equals(uid);
        } catch (NoSuchFileException e) {
            // It has ended meanwhile.
            return false;
        }
    }

    /** A look that is some hundredths of a second old at most, so that thousands who look at once share one. */
    public static ProcessScan recent() {
        ProcessScan known = latest;
        if (known == null) {
            known = now();
            latest = known;
            CompletableFuture.delayedExecutor(RECENT_MILLIS, TimeUnit.MILLISECONDS)
                    .execute(() -> latest = null);
        }
        return known;
    }

    private void add(ProcessStat process) {
        processes.put(process.pid(), process);
        bySession.computeIfAbsent(process.session(), _ -> new ArrayList<>()).add(process.pid());
        byParent.computeIfAbsent(process.parent(), _ -> new ArrayList<>()).add(process.pid());
    }

    /**
     * The processes of a task: those that carry its mark in their environment, those in the session that it leads, and what
     * descends from any of them.
     *
     * @param mark a variable with its value
     * @param leader null, or a process whose session belongs to the task; it counts only while it lives, as its number may be
     *     somebody else's afterwards
     */
    public List<ProcessStat> find(String mark, @Nullable ProcessIdentity leader) {
        Set<Long> found = new LinkedHashSet<>(marked(mark));
        if (leader != null && leads(leader)) {
            found.add(leader.pid());
            found.addAll(bySession.getOrDefault(leader.pid(), List.of()));
        }
        List<Long> parents = new ArrayList<>(found);
        for (int at = 0; at < parents.size(); at++) {
            for (long child : byParent.getOrDefault(parents.get(at), List.of())) {
                if (found.add(child)) {
                    parents.add(child);
                }
            }
        }
        List<ProcessStat> list = new ArrayList<>();
        found.forEach(pid -> list.add(processes.get(pid)));
        return list;
    }

    /** The processes in the session of {@code launcher} and those that carry its mark, itself among them. */
    public List<ProcessStat> ofLauncher(String mark, ProcessIdentity launcher) {
        Set<Long> found = new LinkedHashSet<>(marked(mark));
        found.add(launcher.pid());
        found.addAll(bySession.getOrDefault(launcher.pid(), List.of()));
        return found.stream()
                .flatMap(pid -> Stream.ofNullable(processes.get(pid)))
                .toList();
    }

    private boolean leads(ProcessIdentity leader) {
        ProcessStat found = processes.get(leader.pid());
        return found != null && found.startTicks() == leader.startTicks();
    }

    /** Environments are read once, and only where somebody asks for a mark. */
    private synchronized List<Long> marked(String mark) {
        Map<String, List<Long>> marks = byMark;
        if (marks == null) {
            marks = new HashMap<>();
            for (long pid : processes.keySet()) {
                for (String variable : readEnvironment(pid)) {
                    marks.computeIfAbsent(variable, _ -> new ArrayList<>()).add(pid);
                }
            }
            byMark = marks;
        }
        return marks.getOrDefault(mark, List.of());
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
