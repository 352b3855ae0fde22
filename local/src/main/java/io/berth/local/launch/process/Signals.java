package io.berth.local.launch.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Signals to processes that need not be ours. */
public final class Signals {
    private Signals() {}

    /** SIGTERM; nothing where the process is gone. */
    static void terminate(long pid) {
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
    }

    /** SIGCONT to each of {@code pids}, which the JDK has no way to send; by a shell, as that is rarely wanted. */
    public static void resume(String shell, List<Long> pids) throws IOException {
        List<String> command = new ArrayList<>(List.of(shell, "-c", "kill -CONT \"$@\"", "sh"));
        pids.forEach(pid -> command.add(Long.toString(pid)));
        new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .getOutputStream()
                .close();
    }

    /** SIGKILL; nothing where the process is gone. */
    public static void kill(long pid) {
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
}
