package io.berth.local.launch.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Programs of the system that launching needs, at their absolute paths. */
public record Programs(String shell, String setsid, String env, String nice) {
    /** Where system programs are; the PATH that launchers get too. The PATH of whoever started Berth is not asked. */
    public static final List<String> FOLDERS = List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin");

    /** @throws LaunchException where one is not there; the message says which package has it on Debian */
    public static Programs find() {
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

    /**
     * Checks that env(1) splits words and puts the values of variables among them, as launching needs it.
     *
     * @throws LaunchException where it does not
     */
    public void check() {
        String value = "a b='$c'";
        try {
            ProcessBuilder builder = new ProcessBuilder(env, "-S", "-i -- \"${w1}\" " + env).redirectErrorStream(true);
            builder.environment().put("w1", value);
            Process asked = builder.start();
            asked.getOutputStream().close();
            String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (answer.equals(value + "\n")) {
                return;
            }
        } catch (IOException e) {
            throw new LaunchException("cannot run " + env + ": " + e.getMessage(), e);
        }
        throw new LaunchException(
                "tasks as processes need an env that knows -S with ${NAME}, as that of GNU coreutils does since"
                        + " version 8.30 (Debian package coreutils); " + env + " does not");
    }

    private static String require(String name, String debianPackage) {
        String found = find(name);
        if (found == null) {
            throw new LaunchException("tasks as processes need the program " + name + " in "
                    + String.join(", ", FOLDERS) + " (Debian package " + debianPackage + ")");
        }
        return found;
    }

    public static @Nullable String find(String name) {
        return FOLDERS.stream()
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElse(null);
    }
}
