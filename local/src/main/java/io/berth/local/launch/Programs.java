package io.berth.local.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Programs of the system that launching needs, at their absolute paths. */
record Programs(String shell, String setsid, String env, String nice) {
    /** Where system programs are; the PATH that launchers get too. The PATH of whoever started Berth is not asked. */
    static final List<String> FOLDERS = List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin");

    /** @throws LaunchException where one is not there; the message says which package has it on Debian */
    static Programs find() {
        if (!Files.isReadable(Path.of("/proc/self/stat"))) {
            throw new LaunchException("tasks as processes need Linux with /proc mounted");
        }
        // dd copies the output; it is called by name.
        require("dd", "coreutils");
        return new Programs(
                require("sh", "dash"),
                require("setsid", "util-linux"),
                require("env", "coreutils"),
                require("nice", "coreutils"));
    }

    private static String require(String name, String debianPackage) {
        String found = find(name);
        if (found == null) {
            throw new LaunchException("tasks as processes need the program " + name + " in "
                    + String.join(", ", FOLDERS) + " (Debian package " + debianPackage + ")");
        }
        return found;
    }

    static @Nullable String find(String name) {
        return FOLDERS.stream()
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElse(null);
    }
}
