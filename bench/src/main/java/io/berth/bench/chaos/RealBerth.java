package io.berth.bench.chaos;

import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Programs and commands of a real Berth whose home lies in a folder. */
final class RealBerth implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 90;

    private final Path berth;
    private final Path folder;
    private final List<Process> programs = new ArrayList<>();

    RealBerth(Path berth, Path folder) {
        this.berth = berth;
        this.folder = folder;
    }

    private ProcessBuilder builder(String... arguments) {
        List<String> words = new ArrayList<>(List.of(berth.toString()));
        words.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("BERTH_HOME", folder.resolve("home").toString());
        return builder;
    }

    /** What a command prints. */
    String command(String... arguments) {
        try {
            Process process = builder(arguments).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    /** A program that goes on; what it prints stands in a file called after {@code name}. */
    Process start(String name, String... arguments) throws IOException {
        Process process = builder(arguments)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve(name + ".txt").toFile()))
                .start();
        programs.add(process);
        return process;
    }

    /** In place of the first program, which was killed. */
    void again(String name, String... arguments) throws IOException, InterruptedException {
        programs.removeFirst().waitFor();
        TimeUnit.MILLISECONDS.sleep(500);
        start(name, arguments);
        programs.addFirst(programs.removeLast());
    }

    static Tree json(String text) {
        return JsonReader.read(Source.text("answer", text));
    }

    /** @throws IllegalStateException where {@code so} does not come true in a minute and a half */
    static void until(String what, BooleanSupplier so) throws InterruptedException {
        until(what, PATIENCE_SECONDS, so);
    }

    /** @throws IllegalStateException where {@code so} does not come true in {@code seconds} */
    static void until(String what, int seconds, BooleanSupplier so) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!so.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("not in time: " + what);
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    @Override
    public void close() {
        command("cancel", "--all", "--yes");
        programs.forEach(Process::destroy);
    }
}
