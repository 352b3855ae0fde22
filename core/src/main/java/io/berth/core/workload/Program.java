package io.berth.core.workload;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What each task of a job runs. Berth carries it to whoever starts the task and decides nothing by it.
 *
 * @param command the program and its arguments, as they are, without a shell; empty where the world knows itself what to run
 * @param environment variables beside those that the starter sets, by name
 * @param directory where it starts, as the machine that runs it names it; empty for the starter's choice
 * @param user as whom it runs; empty for the starter's choice
 * @param metrics what is read of its output
 * @param service what it serves; {@link Service#NONE} for nothing
 */
public record Program(
        List<String> command,
        SortedMap<String, String> environment,
        String directory,
        String user,
        Metrics metrics,
        Service service) {
    /** No program: work that is emulated, or that the world knows of itself. */
    public static final Program NONE = new Program(List.of(), Collections.emptySortedMap(), "", "", Metrics.USUAL);

    /**
     * @throws IllegalArgumentException where there is no program to run but something to run it with, or where an operating
     *     system could not be given a text of it
     */
    public Program {
        command = List.copyOf(command);
        if (command.isEmpty()
                && !(environment.isEmpty() && directory.isEmpty() && user.isEmpty() && !service.serves())) {
            throw new IllegalArgumentException(
                    "The environment, directory, user and service of a program need a command.");
        }
        boolean shares =
                environment instanceof SharedEnvironment shared && isSame(shared.whole(), command, directory, user);
        SortedMap<String, String> unchecked =
                environment instanceof SharedEnvironment shared && shares ? shared.own() : environment;
        if (!shares) {
            environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
            checkCommand(command, directory, user);
        }
        for (Map.Entry<String, String> variable : unchecked.entrySet()) {
            if (!isName(variable.getKey())) {
                throw new IllegalArgumentException(
                        "The variable (" + variable.getKey() + ") must have a name without \"=\" and NUL.");
            }
            checkText("variable " + variable.getKey(), variable.getValue());
        }
    }

    /** A program that serves nothing. */
    public Program(
            List<String> command,
            SortedMap<String, String> environment,
            String directory,
            String user,
            Metrics metrics) {
        this(command, environment, directory, user, metrics, Service.NONE);
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

    /**
     * The same with {@code changes} among its variables. The others, and what was checked of them, are shared with this one.
     */
    public Program with(SortedMap<String, String> changes) {
        if (environment instanceof SharedEnvironment shared) {
            TreeMap<String, String> own = new TreeMap<>(shared.own());
            own.putAll(changes);
            return withEnvironment(new SharedEnvironment(shared.whole(), own));
        }
        return withEnvironment(new SharedEnvironment(this, changes));
    }

    /** The variables whose values are not those of {@code other}; null where one has a variable that the other has not. */
    public @Nullable SortedMap<String, String> changesFrom(Program other) {
        TreeMap<String, String> changes = new TreeMap<>();
        if (environment.size() != other.environment.size()) {
            return null;
        }
        // What both share needs no look, however much it is.
        SortedMap<String, String> looked = environment;
        if (sharesWith(other)) {
            TreeMap<String, String> own = new TreeMap<>();
            for (Program each : List.of(this, other)) {
                if (each.environment instanceof SharedEnvironment shared) {
                    own.putAll(shared.own());
                }
            }
            looked = own;
        }
        for (String name : looked.keySet()) {
            String value = environment.get(name);
            String before = other.environment.get(name);
            if (value == null || before == null) {
                return null;
            }
            if (!value.equals(before)) {
                changes.put(name, value);
            }
        }
        return changes;
    }

    /** True where {@code other} is the same but for the variables. */
    public boolean sameButEnvironment(Program other) {
        return command.equals(other.command)
                && directory.equals(other.directory)
                && user.equals(other.user)
                && metrics.equals(other.metrics)
                && service.equals(other.service);
    }

    @SuppressWarnings("ReferenceEquality")
    private boolean sharesWith(Program other) {
        return base() == other.base();
    }

    private SortedMap<String, String> base() {
        return environment instanceof SharedEnvironment shared ? shared.whole().environment : environment;
    }

    /** True where all but the variables are the very objects of {@code whole}, so that they were checked. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(Program whole, List<String> command, String directory, String user) {
        return whole.command == command && whole.directory == directory && whole.user == user;
    }

    private static void checkCommand(List<String> command, String directory, String user) {
        if (!command.isEmpty() && command.getFirst().isBlank()) {
            throw new IllegalArgumentException("The first text of a command, its program, must not be blank.");
        }
        command.forEach(text -> checkText("command", text));
        checkText("directory", directory);
        checkText("user", user);
    }

    /** True where there is something to run. */
    public boolean runs() {
        return !command.isEmpty();
    }

    /** The same with {@code newEnvironment} in place of its own. */
    public Program withEnvironment(SortedMap<String, String> newEnvironment) {
        return new Program(command, newEnvironment, directory, user, metrics, service);
    }

    /** The same as {@code newUser}. */
    public Program withUser(String newUser) {
        return new Program(command, environment, directory, newUser, metrics, service);
    }

    /** The same in {@code newDirectory}. */
    public Program withDirectory(String newDirectory) {
        return new Program(command, environment, newDirectory, user, metrics, service);
    }

    /** The same with {@code newMetrics} read of its output. */
    public Program withMetrics(Metrics newMetrics) {
        return new Program(command, environment, directory, user, newMetrics, service);
    }

    /** The same as a replica of {@code newService}. */
    public Program withService(Service newService) {
        return new Program(command, environment, directory, user, metrics, newService);
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
