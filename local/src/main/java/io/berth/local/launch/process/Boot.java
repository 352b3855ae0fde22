package io.berth.local.launch.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The present life of the machine: no process of an earlier one lives, though its numbers may have come again. */
public final class Boot {
    private static final String ID = read();

    private Boot() {}

    /** Source: random(4). */
    public static String id() {
        return ID;
    }

    private static String read() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException e) {
            throw new LaunchException("cannot read the boot id of this machine: " + e.getMessage(), e);
        }
    }
}
