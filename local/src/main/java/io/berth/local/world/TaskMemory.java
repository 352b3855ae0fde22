package io.berth.local.world;

import io.berth.local.launch.folder.TaskKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The processes of running tasks and their memory. A task is the process that its launcher recorded, and what descends from it; of
 * memory the resident part counts, without what the kernel keeps of files and would give back. Source: proc_pid_statm(5).
 */
public final class TaskMemory {
    private static final long PAGE_BYTES = 4_096;
    private static final int RESIDENT_FIELD = 1;

    private final Path state;

    /** @param state the folder of the launcher */
    public TaskMemory(Path state) {
        this.state = state;
    }

    /** The first process of a start of a task; 0 where there is none. */
    public long pid(TaskKey start) {
        Path file = start.folder(state).resolve("pid");
        try {
            return Files.exists(file)
                    ? Long.parseLong(Files.readString(file).strip().split(" ")[0])
                    : 0;
        } catch (IOException | NumberFormatException e) {
            // The launcher is writing it.
            return 0;
        }
    }

    /** What a start of a task has in memory, in bytes, pages that several of its processes share counted for each; 0 where unknown. */
    public long residentBytes(TaskKey start) {
        long pid = pid(start);
        return ProcessHandle.of(pid)
                .map(first -> Stream.concat(Stream.of(first), first.descendants())
                        .mapToLong(process -> resident(process.pid()))
                        .sum())
                .orElse(0L);
    }

    private static long resident(long pid) {
        try {
            String[] pages =
                    Files.readString(Path.of("/proc/" + pid + "/statm")).split(" ");
            return Long.parseLong(pages[RESIDENT_FIELD]) * PAGE_BYTES;
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }
}
