package io.berth.local.launch.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Memory of one process. */
final class ProcessMemory {
    private static final String RESIDENT = "VmRSS:";
    private static final long KIB = 1024;

    private ProcessMemory() {}

    /** What it has in memory, shared pages counted in full, in bytes; 0 where it is gone. Source: proc_pid_status(5). */
    static long residentBytes(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .filter(line -> line.startsWith(RESIDENT))
                    .mapToLong(line -> Long.parseLong(line.split("\\s+")[1]) * KIB)
                    .sum();
        } catch (IOException e) {
            return 0;
        }
    }
}
