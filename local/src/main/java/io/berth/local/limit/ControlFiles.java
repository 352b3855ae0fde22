package io.berth.local.limit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Reading and writing the files of control groups. */
final class ControlFiles {
    private ControlFiles() {}

    /** Makes folder {@code group} and those above it; true where it was not there. */
    static boolean make(Path group) throws IOException {
        if (Files.isDirectory(group)) {
            return false;
        }
        Files.createDirectories(group);
        return true;
    }

    static void write(Path group, String file, String value) throws IOException {
        Files.writeString(group.resolve(file), value, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
    }

    /** Writes what not every kernel has; says whether it took it. */
    static boolean tryWrite(Path group, String file, String value) {
        try {
            if (Files.exists(group.resolve(file))) {
                write(group, file, value);
                return true;
            }
        } catch (IOException e) {
            return false;
        }
        return false;
    }

    /** What the file says, without blanks around; empty where there is none. */
    static String read(Path group, String file) {
        try {
            return Files.readString(group.resolve(file)).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** True where this process may make groups in {@code group} and move processes out of it. */
    static boolean writable(Path group) {
        return Files.isWritable(group) && Files.isWritable(group.resolve("cgroup.procs"));
    }
}
