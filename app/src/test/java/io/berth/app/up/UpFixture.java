package io.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.Main;
import io.berth.app.command.Output;
import io.berth.app.home.Address;
import io.berth.app.home.BerthHome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A real Berth of this machine, in a process of its own, and its commands. */
abstract class UpFixture {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private @Nullable Process up;

    record Answer(int code, String out, String err) {}

    @AfterEach
    void endWhatIsLeft() throws InterruptedException {
        if (up != null) {
            up.destroyForcibly().waitFor();
        }
    }

    BerthHome home() {
        return new BerthHome(folder.resolve("home"));
    }

    void start(String... options) throws IOException {
        Files.deleteIfExists(home().address());
        Process process = BerthOfItsOwn.start(home(), folder.resolve("up.log"), options);
        up = process;
        await(() -> Address.read(home()) != null || !process.isAlive());
        assertThat(process.isAlive())
                .as(Files.readString(folder.resolve("up.log")))
                .isTrue();
    }

    void kill() throws InterruptedException {
        Process process = up;
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    long number(String... command) {
        Answer answer = berth(command);
        assertThat(answer.err()).isEmpty();
        return Long.parseLong(answer.out().strip());
    }

    /** Runs a command of this test's Berth. */
    Answer berth(String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(1, List.of("--home", home().folder().toString()));
        return run(words.toArray(String[]::new));
    }

    static Answer run(String... command) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Output output = new Output(
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
        int code = Main.run(List.of(command), output);
        return new Answer(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
