package io.berth.local.launch;

import io.berth.local.launch.folder.TaskFolder;
import io.berth.local.launch.folder.TaskFolders;
import io.berth.local.launch.folder.TaskKey;
import io.berth.local.launch.process.LaunchException;
import io.berth.local.launch.process.NativeSpawn;
import io.berth.local.launch.process.Programs;
import io.berth.local.launch.process.UserAccount;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Starts launchers, and says what they are to run. */
final class Spawner {
    private static final String RESOURCE = "launch.sh";
    private static final long WAITER_STACK_BYTES = 256 << 10;

    private final Programs programs;
    private final Path script;
    private final long mostBytes = CommandLine.mostBytes();
    private final String uid = UserAccount.currentUid();
    private final @Nullable NativeSpawn nativeSpawn;

    /** Each of its threads waits for one launcher. */
    private final Executor waiters = Executors.newCachedThreadPool(Thread.ofPlatform()
            .daemon()
            .stackSize(WAITER_STACK_BYTES)
            .name("berth-launcher-", 1)
            .factory());

    /** Puts the script of launchers, {@code text}, into the state folder; launchers are started in the quickest way there is. */
    Spawner(Programs programs, Path state, byte[] text) throws IOException {
        this(programs, state, text, NativeSpawn.find());
    }

    /** As {@link #Spawner(Programs, Path, byte[])}; {@code nativeSpawn} null to start launchers by the JDK. */
    Spawner(Programs programs, Path state, byte[] text, @Nullable NativeSpawn nativeSpawn) throws IOException {
        this.programs = programs;
        this.nativeSpawn = nativeSpawn;
        TaskFolder.createPrivate(state);
        CRC32 sum = new CRC32();
        sum.update(text);
        // A shell reads its script while it runs: one that is there is never written again, another version has another
        // name.
        script = state.resolve(String.format("launch-%08x.sh", sum.getValue()));
        if (!Files.exists(script)) {
            Path unfinished = state.resolve(
                    script.getFileName() + "." + ProcessHandle.current().pid());
            Files.write(unfinished, text);
            Files.move(unfinished, script, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    static byte[] shippedScript() throws IOException {
        try (InputStream resource = Spawner.class.getResourceAsStream(RESOURCE)) {
            if (resource == null) {
                throw new IOException("resource " + RESOURCE + " is missing");
            }
            return resource.readAllBytes();
        }
    }

    /** The shell that runs launchers. */
    String shell() {
        return programs.shell();
    }

    /**
     * The command that becomes the task: a session of its own, the user, the environment, the program.
     *
     * @throws LaunchException where the user cannot be had, or the kernel would not take so much
     */
    CommandLine command(TaskOrder order, TaskFolder folder) {
        List<String> before = new ArrayList<>(List.of(programs.setsid(), "--"));
        Map<String, String> environment = new LinkedHashMap<>(order.environment());
        String user = order.user();
        if (user != null) {
            UserAccount account = UserAccount.find(user);
            before.addAll(account.become(uid));
            // As the user, who learns nothing of folders that he cannot enter; env(1) of a kind that knows -S knows -C
            // too.
            before.addAll(List.of(programs.env(), "-C", order.directory().toString(), "--"));
            account.login().forEach(environment::putIfAbsent);
        }
        List<String> variables = new ArrayList<>();
        environment.forEach((name, value) -> variables.add(name + "=" + value));
        variables.add(folder.taskMark());
        // env would take such a program for a variable; nice takes it for what it is, and 0 changes nothing.
        if (order.limits().idle()) {
            // Of no use where a control group says the same; else the kernel may go by sessions (sched(7), autogroup)
            // or by processes.
            String stands = "echo 19 >/proc/self/autogroup; exec \"$0\" -n 19 -- \"$@\"";
            before.addAll(List.of(programs.shell(), "-c", "{ " + stands + "; } 2>/dev/null", programs.nice()));
        }
        boolean odd = order.argv().getFirst().contains("=");
        List<String> program = odd ? List.of(programs.nice(), "-n", "0", "--") : List.of();
        // Only in the last step, as the user: a variable such as LD_PRELOAD must not act on what runs before.
        CommandLine command = CommandLine.of(before, programs.env(), variables, program, order.argv());
        command.check(mostBytes);
        return command;
    }

    /**
     * Starts the launcher of a task whose order is written.
     *
     * @param gone gets its exit code when it is gone, on any thread
     */
    void spawn(TaskKey key, TaskFolder folder, IntConsumer gone) throws IOException {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("PATH", String.join(File.pathSeparator, Programs.FOLDERS));
        // Messages that the launcher reads, and bytes that are bytes.
        environment.put("LC_ALL", "C");
        String[] mark = folder.launcherMark().split("=", 2);
        environment.put(mark[0], mark[1]);
        List<String> command = List.of(programs.shell(), script.toString(), TaskFolders.notices(key));
        NativeSpawn quick = nativeSpawn;
        if (quick == null) {
            spawn(command, environment, folder, gone);
            return;
        }
        List<String> variables = new ArrayList<>();
        environment.forEach((name, value) -> variables.add(name + "=" + value));
        long pid = quick.spawn(command, variables, folder.path());
        waiters.execute(() -> gone.accept(quick.await(pid)));
    }

    /** By the JDK, which takes two programs more. */
    private void spawn(List<String> command, Map<String, String> environment, TaskFolder folder, IntConsumer gone)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command));
        builder.command().addFirst(programs.setsid());
        builder.directory(folder.path().toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        Process launcher = builder.start();
        // The launcher has opened or will open this end for itself.
        launcher.getInputStream().close();
        launcher.onExit().thenAccept(ended -> gone.accept(ended.exitValue()));
    }
}
