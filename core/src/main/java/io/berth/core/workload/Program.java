package io.berth.core.workload;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What each task of a job runs. Berth carries it to whoever starts the task and decides nothing by it.
 *
 * @param command the program and its arguments, as they are, without a shell; empty where the world knows itself what to run
 * @param environment variables beside those that the starter sets, by name
 * @param directory where it starts, as the machine that runs it names it; empty for the starter's choice
 * @param user as whom it runs; empty for the starter's choice
 * @param metrics what is read of its output
 */
public record Program(
        List<String> command, SortedMap<String, String> environment, String directory, String user, Metrics metrics) {
    /** No program: work that is emulated, or that the world knows of itself. */
    public static final Program NONE = new Program(List.of(), Collections.emptySortedMap(), "", "", Metrics.USUAL);

    /**
     * @throws IllegalArgumentException where there is no program to run but something to run it with, or where an operating
     *     system could not be given a text of it
     */
    public Program {
        command = List.copyOf(command);
        environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
        if (command.isEmpty() && !(environment.isEmpty() && directory.isEmpty() && user.isEmpty())) {
            throw new IllegalArgumentException("The environment, directory and user of a program need a command.");
        }
        if (!command.isEmpty() && command.getFirst().isBlank()) {
            throw new IllegalArgumentException("The first text of a command, its program, must not be blank.");
        }
        command.forEach(text -> checkText("command", text));
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            if (!isName(variable.getKey())) {
                throw new IllegalArgumentException(
                        "The variable (" + variable.getKey() + ") must have a name without \"=\" and NUL.");
            }
            checkText("variable " + variable.getKey(), variable.getValue());
        }
        checkText("directory", directory);
        checkText("user", user);
    }

    /** A program of whose output the usual forms are read. */
    public Program(List<String> command, SortedMap<String, String> environment, String directory, String user) {
        this(command, environment, directory, user, Metrics.USUAL);
    }

    /** A command with the environment, directory and user that its starter chooses. */
    public static Program of(String... command) {
        return new Program(List.of(command), Collections.emptySortedMap(), "", "");
    }

    /** The command line that a shell reads. */
    public static List<String> shell(String line) {
        return List.of("/bin/sh", "-c", line);
    }

    /** True where there is something to run. */
    public boolean runs() {
        return !command.isEmpty();
    }

    /** The same with {@code newEnvironment} in place of its own. */
    public Program withEnvironment(SortedMap<String, String> newEnvironment) {
        return new Program(command, newEnvironment, directory, user, metrics);
    }

    /** The same with {@code newMetrics} read of its output. */
    public Program withMetrics(Metrics newMetrics) {
        return new Program(command, environment, directory, user, newMetrics);
    }

    /** True where an environment can hold a variable of this name (POSIX.1-2017, 8.1: no "=", no NUL). */
    public static boolean isName(String name) {
        return !name.isEmpty() && name.indexOf('=') < 0 && isText(name);
    }

    /** True where an operating system can be given {@code text}, which ends at its first NUL there. */
    public static boolean isText(String text) {
        return text.indexOf('\0') < 0;
    }

    private static void checkText(String what, String text) {
        if (!isText(text)) {
            throw new IllegalArgumentException("The " + what + " of a program must not hold the character NUL.");
        }
    }
}
