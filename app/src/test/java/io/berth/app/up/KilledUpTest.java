package io.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Real jobs on this machine, under a Berth that is killed in the middle and started again. */
@EnabledOnOs(OS.LINUX)
class KilledUpTest extends UpFixture {
    private static final int JOBS = 50;

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

    @Test
    void theWarmUpOfCommandsRunsThrough() throws IOException {
        start();
        assertThat(run("client-warm-up", home().folder().toString())).isEqualTo(new Answer(0, "", ""));
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
}
