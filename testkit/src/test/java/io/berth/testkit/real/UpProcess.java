package io.berth.testkit.real;

import io.berth.app.home.Address;
import io.berth.app.home.BerthHome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@code berth up} in a process of its own. */
public final class UpProcess {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Process process;
    private final BerthHome home;
    private final Path log;
    private final long begunNanos = System.nanoTime();

    private UpProcess(Process process, BerthHome home, Path log) {
        this.process = process;
        this.home = home;
        this.log = log;
    }

    /**
     * Starts one, on any free port.
     *
     * @param berth the words before {@code up}
     * @param log what it says is appended there
     * @param options more words behind {@code up}
     */
    public static UpProcess start(List<String> berth, BerthHome home, Path log, String... options) {
        List<String> words = new ArrayList<>(berth);
        words.addAll(List.of("up", "--port", "0", "--home", home.folder().toString()));
        words.addAll(List.of(options));
        try {
            // Whoever was killed could not take it away.
            Files.deleteIfExists(home.address());
            Process process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            return new UpProcess(process, home, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The words that run the Berth of this process's class path. */
    public static List<String> ofClassPath(String... options) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.add("-XX:+UseSerialGC");
        words.add("--enable-native-access=ALL-UNNAMED");
        words.addAll(List.of(options));
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.berth.app.Main"));
        return words;
    }

    /**
     * Waits until it answers.
     *
     * @return milliseconds since it was started; -1 where it died before
     */
    public long awaitReady() {
        while (System.nanoTime() - begunNanos < PATIENCE_NANOS) {
            if (!process.isAlive()) {
                return -1;
            }
            try {
                if (Address.read(home) != null && RestClient.of(home).ready()) {
                    return (System.nanoTime() - begunNanos) / 1_000_000;
                }
            } catch (IOException e) {
                // Not yet.
            }
            pause(5);
        }
        throw new IllegalStateException("Berth does not answer; see " + log);
    }

    /** True while it runs. */
    public boolean alive() {
        return process.isAlive();
    }

    /** The number of its process. */
    public long pid() {
        return process.pid();
    }

    /** SIGKILL, and waits until it is gone. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd(60);
    }

    /** SIGTERM, and waits until it is gone. */
    public int stop() {
        process.destroy();
        awaitEnd(60);
        return process.exitValue();
    }

    /** Waits until it is gone; false where it lives after {@code seconds}. */
    public boolean awaitEnd(long seconds) {
        try {
            return process.waitFor(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A value above 128 where a signal ended it. */
    public int exitValue() {
        return process.exitValue();
    }

    /** Waits. */
    public static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
