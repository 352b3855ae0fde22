package io.berth.local.launch;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How tasks are launched.
 *
 * @param state the folder that belongs to one Berth, absolute
 * @param outputBytes most bytes in one file of output
 * @param outputFiles most files of output per task, the one being written with them
 * @param processes most processes and threads of a task, where its own limits say nothing; 0 for no limit
 * @param sweep time between looks at all tasks, which find launchers that died
 * @param memorySample time between looks at the memory of tasks where the kernel does not limit it
 */
public record LaunchSettings(
        Path state, long outputBytes, int outputFiles, long processes, Duration sweep, Duration memorySample) {
    /** Enough for one program of many threads on a large machine; a fork bomb of it leaves the others room to work. */
    public static final long DEFAULT_PROCESSES = 4096;

    public static final long DEFAULT_OUTPUT_BYTES = 16L << 20;
    public static final int DEFAULT_OUTPUT_FILES = 4;

    /** Below this a file would hold less than a block of dd. */
    private static final long LEAST_OUTPUT_BYTES = 4096;

    /** @throws IllegalArgumentException where a value is out of range; the message says which */
    public LaunchSettings {
        if (!state.isAbsolute()) {
            throw new IllegalArgumentException("state folder " + state + " is not an absolute path");
        }
        if (outputBytes < LEAST_OUTPUT_BYTES || outputFiles < 1) {
            throw new IllegalArgumentException("output of a task needs at least 1 file of " + LEAST_OUTPUT_BYTES
                    + " bytes, not " + outputFiles + " of " + outputBytes);
        }
        if (processes < 0) {
            throw new IllegalArgumentException("processes of a task are 0 (no limit) or more, not " + processes);
        }
        if (!sweep.isPositive() || !memorySample.isPositive()) {
            throw new IllegalArgumentException("times between looks are more than 0: " + sweep + ", " + memorySample);
        }
    }

    /** Files of 16 MiB, 4 of them; 4096 processes; a sweep every 2 s, memory four times a second. */
    public static LaunchSettings in(Path state) {
        return new LaunchSettings(
                state,
                DEFAULT_OUTPUT_BYTES,
                DEFAULT_OUTPUT_FILES,
                DEFAULT_PROCESSES,
                Duration.ofSeconds(2),
                Duration.ofMillis(250));
    }

    /** The same, with another limit of processes. */
    public LaunchSettings withProcesses(long most) {
        return new LaunchSettings(state, outputBytes, outputFiles, most, sweep, memorySample);
    }
}
