package io.berth.testkit.kube;

import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A program that serves until it is ended, with its log in a file. */
public final class ServerProcess implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);
    private static final int LAST_LINES = 12;

    private final Process process;
    private final String name;
    private final Path log;

    private ServerProcess(Process process, String name, Path log) {
        this.process = process;
        this.name = name;
        this.log = log;
    }

    /** Starts {@code words}; what they say is appended to {@code NAME.log} in {@code folder}. It dies with this JVM. */
    public static ServerProcess start(Path folder, String name, List<String> words) {
        Path log = folder.resolve(name + ".log");
        try {
            Process process = new ProcessBuilder(words)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return new ServerProcess(process, name, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until {@code ready} holds, for a minute and a half. */
    public ServerProcess await(BooleanSupplier ready) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!ready.getAsBoolean()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new IllegalStateException(
                        name + (process.isAlive() ? " does not answer" : " ended with " + process.exitValue())
                                + "; its last lines:\n" + String.join("\n", lastLines()));
            }
            UpProcess.pause(50);
        }
        return this;
    }

    /** What it said so far, line by line. */
    public List<String> lines() {
        try {
            return Files.readAllLines(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> lastLines() {
        List<String> lines = lines();
        return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
    }

    public boolean alive() {
        return process.isAlive();
    }

    /** The processor time that it took so far. */
    public double cpuSeconds() {
        return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
    }

    /** SIGSTOP: nothing of it moves, and its connections stay open. */
    public void freeze() {
        signal("STOP");
    }

    /** SIGCONT. */
    public void thaw() {
        signal("CONT");
    }

    private void signal(String signal) {
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** SIGKILL, and waits until it is gone. */
    public void kill() {
        process.destroyForcibly();
        end();
    }

    /** SIGTERM, and waits until it is gone; its exit code. */
    public int stop() {
        process.destroy();
        return end();
    }

    /** Waits until it ends by itself; its exit code. */
    public int end() {
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException(name + " does not end; see " + log);
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
