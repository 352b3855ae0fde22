package io.berth.local.launch.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A user of this machine, and how to become one. One whose name is a number from {@link #FIRST_KEPT} to {@link #LAST_KEPT} has no
 * account: it is that uid and gid, with no other group and no way to become more. Those are the numbers that systemd gives away
 * to services of its own (DynamicUser in systemd.exec(5)), and no account has.
 */
public record UserAccount(String name, String uid, String gid, String home, String shell) {
    public static final int FIRST_KEPT = 61_184;
    public static final int LAST_KEPT = 65_519;

    /** The uid of root. */
    public static final String ROOT = "0";

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*\\$?");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{5}");

    /** Where a login finds programs: ENV_PATH and ENV_SUPATH in login.defs(5), as Debian ships them. */
    private static final String USER_PATH = "/usr/local/bin:/usr/bin:/bin";

    private static final String ROOT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    private static final String DEFAULT_SHELL = "/bin/sh";

    /** @throws LaunchException where there is no such user; the message says so */
    public static UserAccount find(String name) {
        if (isKept(name)) {
            return new UserAccount(name, name, name, "/", "");
        }
        if (!NAME.matcher(name).matches()) {
            throw new LaunchException("user '" + name + "' is not a name of a user");
        }
        try {
            UserAccount local = parse(name, Files.readString(Path.of("/etc/passwd"), StandardCharsets.ISO_8859_1));
            UserAccount found = local == null ? ask(name) : local;
            if (found != null) {
                return found;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look up user '" + name + "': " + e.getMessage(), e);
        }
        throw new LaunchException("user '" + name + "' is not known on this machine");
    }

    /** True where {@code name} is the number of a user without an account. */
    public static boolean isKept(String name) {
        if (!NUMBER.matcher(name).matches()) {
            return false;
        }
        int number = Integer.parseInt(name);
        return number >= FIRST_KEPT && number <= LAST_KEPT;
    }

    /** True where processes can have those numbers here; a container may have fewer users than its machine. */
    public static boolean keptExist() {
        try {
            return Files.readAllLines(Path.of("/proc/self/uid_map")).stream()
                    .map(line -> line.strip().split("\\s+"))
                    .anyMatch(range -> Long.parseLong(range[0]) <= FIRST_KEPT
                            && Long.parseLong(range[0]) + Long.parseLong(range[2]) > LAST_KEPT);
        } catch (IOException e) {
            throw new LaunchException("cannot read which users there are: " + e.getMessage(), e);
        }
    }

    /** True where {@code number} is that of a user or group of this machine, or of a process that runs. */
    public static boolean isTaken(int number) {
        String uid = Integer.toString(number);
        try {
            return hasNumber(Path.of("/etc/passwd"), uid)
                    || hasNumber(Path.of("/etc/group"), uid)
                    || answers("passwd", uid)
                    || answers("group", uid)
                    || ProcessScan.runs(number);
        } catch (IOException e) {
            throw new LaunchException("cannot look up user " + uid + ": " + e.getMessage(), e);
        }
    }

    private static boolean hasNumber(Path accounts, String number) throws IOException {
        return Files.readAllLines(accounts, StandardCharsets.ISO_8859_1).stream()
                .map(line -> line.split(":", -1))
                .anyMatch(fields -> fields.length > 2 && fields[2].equals(number));
    }

    private static boolean answers(String database, String number) throws IOException {
        return !entries(database, number).isEmpty();
    }

    private static @Nullable UserAccount parse(String name, String passwd) {
        return passwd.lines()
                .map(line -> line.split(":", -1))
                .filter(fields -> fields.length == 7 && fields[0].equals(name))
                .map(fields -> new UserAccount(name, fields[2], fields[3], fields[5], fields[6]))
                .findFirst()
                .orElse(null);
    }

    /** Users may come from a directory service. */
    private static @Nullable UserAccount ask(String name) throws IOException {
        return parse(name, entries("passwd", name));
    }

    private static String entries(String database, String name) throws IOException {
        String getent = Programs.find("getent");
        if (getent == null) {
            return "";
        }
        Process asked = new ProcessBuilder(getent, database, name)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new String(asked.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /** The variables that a login of this user has. Source: login(1). */
    public Map<String, String> login() {
        return Map.of(
                "HOME", home,
                "USER", name,
                "LOGNAME", name,
                "SHELL", shell.isEmpty() ? DEFAULT_SHELL : shell,
                "PATH", uid.equals(ROOT) ? ROOT_PATH : USER_PATH);
    }

    /** The user that this process runs as. */
    public static String currentUid() {
        try {
            String status = Files.readString(Path.of("/proc/self/status"));
            return status.lines()
                    .filter(line -> line.startsWith("Uid:"))
                    .findFirst()
                    .orElseThrow()
                    .split("\\s+")[2];
        } catch (IOException e) {
            throw new LaunchException("cannot read who runs Berth: " + e.getMessage(), e);
        }
    }

    /**
     * What to put before a command so that it runs as this user with all its groups; nothing where Berth already does.
     * setpriv(1) becomes the command, runuser(1) and su(1) wait for it.
     *
     * @param current the user that Berth runs as
     * @throws LaunchException where Berth may not become another user
     */
    public List<String> become(String current) {
        if (uid.equals(current)) {
            return List.of();
        }
        if (!current.equals(ROOT)) {
            throw new LaunchException(
                    "a task can run as user '" + name + "' only where Berth runs as root or as that user");
        }
        for (Switch way : isKept(name) ? List.of(Switch.SETPRIV) : List.of(Switch.values())) {
            String program = Programs.find(way.program);
            if (program != null) {
                return command(way, program);
            }
        }
        throw new LaunchException("to run a task as user '" + name + "' "
                + (isKept(name)
                        ? "setpriv is needed (Debian package util-linux); it is not there"
                        : "one of setpriv, runuser, su is needed; none is there"));
    }

    public List<String> command(Switch way, String program) {
        return switch (way) {
            case SETPRIV -> {
                List<String> command = new ArrayList<>(List.of(program, "--reuid=" + uid, "--regid=" + gid));
                // Nobody who is nobody elsewhere has a use for programs that make him somebody else.
                command.addAll(isKept(name) ? List.of("--clear-groups", "--no-new-privs") : List.of("--init-groups"));
                command.add("--");
                yield command;
            }
            case RUNUSER -> List.of(program, "-u", name, "--");
            case SU -> List.of(program, "-s", "/bin/sh", "-c", "exec \"$@\"", "--", name, "sh");
        };
    }

    /** Programs that run a command as another user, best first. */
    public enum Switch {
        SETPRIV("setpriv"),
        RUNUSER("runuser"),
        SU("su");

        public final String program;

        Switch(String program) {
            this.program = program;
        }
    }
}
