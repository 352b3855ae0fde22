package io.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.Main;
import io.berth.app.command.Output;
import io.berth.app.home.Address;
import io.berth.app.home.BerthHome;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real jobs on this machine, under a Berth that is killed in the middle and started again. */
@EnabledOnOs(OS.LINUX)
class KilledUpTest {
    private static final int JOBS = 50;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private @Nullable Process up;

    private record Answer(int code, String out, String err) {}

    @AfterEach
    void endWhatIsLeft() throws InterruptedException {
        if (up != null) {
            up.destroyForcibly().waitFor();
        }
    }

    @Test
    void jobsOutliveAKilledBerthAndRunOnce() throws Exception {
        start();
        Map<Long, Integer> codes = new TreeMap<>();
        submit(codes, 1, JOBS / 2);
        long gang = number(
                "submit",
                "--tasks",
                "3",
                "--cpu",
                "0.1",
                "--clean-env",
                "--",
                "sh",
                "-c",
                "echo rank $RANK of $WORLD_SIZE");
        codes.put(gang, 0);
        await(() -> ended().size() >= 5);
        kill();

        start();
        submit(codes, JOBS / 2 + 1, JOBS);
        await(() -> ended().size() == JOBS + 1);

        assertThat(ended()).isEqualTo(codes);
        for (int i = 1; i <= JOBS; i++) {
            assertThat(Files.readAllLines(folder.resolve("ran-" + i))).hasSize(1);
        }
        for (long job : codes.keySet()) {
            String expected = job == gang ? "rank 0 of 3\n" : "job " + job + "\n";
            assertThat(berth("logs", Long.toString(job)).out()).isEqualTo(expected);
        }
        assertThat(berth("logs", "--task", "2", Long.toString(gang)).out()).isEqualTo("rank 2 of 3\n");
        assertThat(berth("down").code()).isZero();
        Answer replay = run("replay", home().journal().toString(), "--redecide");
        assertThat(replay.out()).contains(", 0 differ");
    }

    @Test
    void aSecondBerthOnTheSameHomeIsRefused() throws Exception {
        start();

        Answer second = run("up", "--home", home().folder().toString(), "--port", "0");

        assertThat(second.code()).isEqualTo(2);
        assertThat(second.err()).contains("is in use by the Berth of process");
    }

    @Test
    void followedOutputEndsWithItsJob() throws Exception {
        start();
        long job = number("submit", "--cpu", "0.1", "--", "sh", "-c", "echo one; sleep 0.2; echo two");

        assertThat(berth("logs", "-f", Long.toString(job)).out()).isEqualTo("one\ntwo\n");
    }

    @Test
    void aJobWithoutACommandIsRefused() throws Exception {
        start();
        Path file = Files.writeString(folder.resolve("job.yaml"), "demand: {cpu: 1}\n");

        Answer answer = berth("submit", file.toString());

        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("command");
    }

    private void submit(Map<Long, Integer> codes, int first, int last) {
        for (int i = first; i <= last; i++) {
            int code = i % 7 == 0 ? 1 + i % 5 : 0;
            String script = "echo x >> ran-" + i + "; echo job $BERTH_JOB_ID; exit " + code;
            codes.put(
                    number("submit", "--cpu", "0.1", "--directory", folder.toString(), "--", "sh", "-c", script), code);
        }
    }

    private BerthHome home() {
        return new BerthHome(folder.resolve("home"));
    }

    @Test
    void theWarmUpOfCommandsRunsThrough() throws IOException {
        start();
        assertThat(run("client-warm-up", home().folder().toString())).isEqualTo(new Answer(0, "", ""));
    }

    private void start() throws IOException {
        Files.deleteIfExists(home().address());
        Process process = BerthOfItsOwn.start(home(), folder.resolve("up.log"));
        up = process;
        await(() -> Address.read(home()) != null || !process.isAlive());
        assertThat(process.isAlive())
                .as(Files.readString(folder.resolve("up.log")))
                .isTrue();
    }

    private void kill() throws InterruptedException {
        Process process = up;
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    /** The exit codes of the jobs that ended. */
    private Map<Long, Integer> ended() {
        Map<Long, Integer> ended = new TreeMap<>();
        Tree list =
                JsonReader.read(Source.text("ls", berth("ls", "--all", "--json").out()));
        for (Tree job : list.require("jobs").items()) {
            Tree code = job.get("exit_code");
            if (code != null && !code.isNull()) {
                ended.put(job.require("id").whole(), (int) code.whole());
            }
        }
        return ended;
    }

    private long number(String... command) {
        Answer answer = berth(command);
        assertThat(answer.err()).isEmpty();
        return Long.parseLong(answer.out().strip());
    }

    /** Runs a command of this test's Berth. */
    private Answer berth(String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(1, List.of("--home", home().folder().toString()));
        return run(words.toArray(String[]::new));
    }

    private static Answer run(String... command) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Output output = new Output(
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
        int code = Main.run(List.of(command), output);
        return new Answer(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static void await(BooleanSupplier condition) {
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
