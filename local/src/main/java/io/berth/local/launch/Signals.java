package io.berth.local.launch;

/** Signals to processes that need not be ours. */
final class Signals {
    private Signals() {}

    /** SIGTERM; nothing where the process is gone. */
    static void terminate(long pid) {
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
    }

    /** SIGKILL; nothing where the process is gone. */
    static void kill(long pid) {
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
}
