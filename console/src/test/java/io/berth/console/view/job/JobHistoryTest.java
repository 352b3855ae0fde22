package io.berth.console.view.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.console.view.LiveView;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.time.BootTime;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobHistoryTest {
    private static final String LINE =
            "{\"id\":%d,\"state\":\"finished\",\"exit_code\":0,\"submit_nanos\":1,\"start_nanos\":2,\"end_nanos\":3,"
                    + "\"spec\":{\"name\":\"%s\",\"command\":[\"true\"]}}";

    @TempDir
    Path folder;

    private List<JobEntry> read(List<String> lines) throws IOException {
        Path file = folder.resolve("history.jsonl");
        Files.write(file, lines);
        try (JobHistory history = JobHistory.open(file, 5_000)) {
            return history.read();
        }
    }

    @Test
    void manyLinesAreReadInTheOrderInWhichTheirJobsEnded() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 3_000; i > 0; i--) {
            lines.add(LINE.formatted(i, "n" + i % 7));
        }
        List<JobEntry> entries = read(lines);
        assertThat(entries).hasSize(3_000);
        for (int i = 0; i < 3_000; i++) {
            assertThat(entries.get(i).id()).isEqualTo(3_000 - i);
            assertThat(entries.get(i).spec().name()).isEqualTo("n" + (3_000 - i) % 7);
        }
    }

    @Test
    void aJobEndedInThePhaseThatItsLineSays() throws Exception {
        String phases =
                "{\"id\":%d,\"state\":\"failed\",\"exit_code\":1,\"submit_nanos\":1,\"start_nanos\":2,\"end_nanos\":3,"
                        + "%s\"spec\":{\"phases\":[{\"name\":\"load\"},{\"name\":\"train\",\"gpus\":4}]}}";
        List<JobEntry> entries = read(List.of(phases.formatted(1, "\"phase\":1,"), phases.formatted(2, "")));
        assertThat(entries.getFirst().row().phase()).isEqualTo(new JobRow.Phase(2, 2, "train"));
        assertThat(entries.getFirst().row().gpus()).isEqualTo(4);
        assertThat(entries.getLast().row().phase()).isEqualTo(new JobRow.Phase(1, 2, "load"));
        assertThat(read(List.of(LINE.formatted(3, "x"))).getFirst().row().phase())
                .isNull();
    }

    @Test
    void aJobThatSawTheClockSetIsShownAsItWasAndHasRunAsLongAsItDid() throws Exception {
        State state = new State(1);
        LiveView view = new LiveView(10);
        List<Event> events = List.of(
                new Event.NodeJoined(0, NodeSpec.of("n0", 64_000, 1L << 38, 8, "H100")),
                new Event.JobSubmitted(1, JobSpec.batch("a", Demand.cpu(1_000, 0), 7), "test", 1));
        long begin = 100 * Nanos.DAY;
        List<JobEnd> ends = new ArrayList<>();
        Recovery run = Recovery.recover(state, new Observer() {
            @Override
            public void ended(JobEnd end) {
                ends.add(end);
            }
        });
        Decision start = new Decision.Start(1, 1, List.of(Placement.on(0, 0)));
        run.apply(new Frame(begin, events, new Plan(1, List.of(start))));
        run.apply(new Frame(begin + 5 * Nanos.SECOND, List.of(new Event.TaskStarted(1, 0, 1)), null));
        view.begin(state);
        Frame set =
                new Frame(begin + 7 * Nanos.SECOND, List.of(new Event.ClockSet(-99 * Nanos.DAY, BootTime.NONE)), null);
        run.apply(set);
        view.instant(set, state);
        JobRow running = Objects.requireNonNull(view.job(1)).row();
        assertThat(running.clockMovedSeconds()).isEqualTo(-99.0 * 86_400);

        run.apply(new Frame(begin + 9 * Nanos.SECOND, List.of(new Event.TaskEnded(1, 0, 1, 0)), null));
        view.recover(ends, state);
        JobEntry ended = JobEntry.of(ends.getFirst(), state, null, 3);
        assertThat(ended.row().startTime()).isEqualTo(running.startTime()).isEqualTo("1970-04-11T00:00:05Z");
        assertThat(ended.row().endTime()).isEqualTo("1970-01-02T00:00:09Z");
        assertThat(ended.finishedNanos()).isEqualTo(4 * Nanos.SECOND);

        Path file = folder.resolve("history.jsonl");
        try (JobHistory history = JobHistory.open(file, 10)) {
            history.accept(ended);
            JobEntry read = history.read().getFirst();
            assertThat(read.row()).isEqualTo(ended.row());
            assertThat(read.startNanos()).isEqualTo(ended.startNanos());
            assertThat(read.finishedNanos()).isEqualTo(4 * Nanos.SECOND);
        }
    }

    @Test
    void aLongCommandIsKeptByItsBeginAndTheEnvironmentNotAtAll() throws Exception {
        String secret = "s".repeat(500);
        JobEntry job = read(List.of(LINE.formatted(4, "a")
                        .replace(
                                "[\"true\"]",
                                "[\"echo\",\"" + "x".repeat(1_000_000) + "\",\"more\"],\"env\":{\"S\":\"" + secret
                                        + "\"}")))
                .getFirst();
        Path file = folder.resolve("other.jsonl");
        try (JobHistory history = JobHistory.open(file, 10)) {
            history.accept(job);
            assertThat(Files.size(file)).isBetween(4_000L, 5_000L);
            assertThat(Files.readString(file)).doesNotContain(secret);
            JobEntry read = history.read().getFirst();
            assertThat(read.id()).isEqualTo(4);
            assertThat(read.spec().program().command()).hasSize(2).first().isEqualTo("echo");
            assertThat(read.spec().program().command().getLast())
                    .startsWith("xxx")
                    .endsWith("…");
        }
    }

    @Test
    void whatIsShortOfAJobThatEndedIsKeptWithItsEnvironment() throws Exception {
        JobSpec light = read(List.of(LINE.formatted(4, "a").replace("[\"true\"]", "[\"true\"],\"env\":{\"A\":\"b\"}")))
                .getFirst()
                .spec();
        TreeMap<String, String> many = new TreeMap<>();
        for (int i = 0; i < 2_000; i++) {
            many.put("V" + i, "a value");
        }

        assertThat(EndedSpec.of(light)).isSameAs(light);
        JobSpec heavy = EndedSpec.of(light.withProgram(light.program().withEnvironment(many)));
        assertThat(heavy.program().environment()).isEmpty();
        assertThat(heavy.program().command()).containsExactly("true");
    }

    @Test
    void bytesThatAreNoTextAndLinesWithoutEndAreLeftOut() throws Exception {
        Path file = folder.resolve("history.jsonl");
        byte[] noise = new byte[3_000_000];
        new Random(1).nextBytes(noise);
        Files.write(file, noise);
        Files.writeString(file, "\n" + LINE.formatted(4, "a") + "\n", StandardOpenOption.APPEND);
        Files.write(file, new byte[3_000_000], StandardOpenOption.APPEND);
        try (JobHistory history = JobHistory.open(file, 5_000)) {
            assertThat(history.read()).extracting(JobEntry::id).containsExactly(4L);
        }
    }

    @Test
    void aFolderInItsPlaceIsRefusedWithTheCure() throws Exception {
        Path file = Files.createDirectory(folder.resolve("history.jsonl"));

        assertThatThrownBy(() -> JobHistory.open(file, 10))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("move it away");
    }

    @Test
    void whatIsNoWholeLineIsLeftOutAndTheOthersAreThere() throws Exception {
        String good = LINE.formatted(4, "a");
        List<JobEntry> entries = read(List.of(
                good.substring(0, 40),
                good.substring(0, good.length() - 1),
                "",
                "{\"spec\":{}}",
                LINE.formatted(5, "b").replace("finished", "exploded"),
                LINE.formatted(6, "c").replace("\"command\"", "\"comand\""),
                LINE.formatted(7, "it says ,\\\"spec\\\":{"),
                good));
        assertThat(entries).extracting(JobEntry::id).containsExactly(7L, 4L);
        assertThat(entries.getFirst().spec().name()).isEqualTo("it says ,\"spec\":{");
    }

    @Test
    void jobsThatEndedAfterTheLastMomentOfTheStateAreOfAnotherHistoryAndSetAside() throws Exception {
        Path file = folder.resolve("history.jsonl");
        String early = LINE.formatted(1, "early");
        String late = LINE.formatted(2, "late").replace("\"end_nanos\":3", "\"end_nanos\":9");
        String future = LINE.formatted(7, "of a number not given yet");
        String lives = LINE.formatted(3, "lives");
        Files.write(file.resolveSibling("history.jsonl.1"), List.of(early, future));
        Files.write(file, List.of(late, lives, "no line"));
        State state = new State(1);
        JobSpec spec = JobSpec.batch("job", Demand.cpu(1, 0), 1);
        state.apply(3, new Event.JobSubmitted(3, spec, "test", 3));

        try (JobHistory history = JobHistory.open(file, 3)) {
            assertThat(history.retain(job -> LiveView.endedIn(state, job))).isEqualTo(3);
            assertThat(history.read()).extracting(job -> job.spec().name()).containsExactly("early");
            assertThat(history.retain(job -> LiveView.endedIn(state, job))).isZero();
        }
        assertThat(file.resolveSibling("history.jsonl.lost")).hasContent(future + "\n" + late + "\n" + lives);
        assertThat(file).hasContent("no line");
    }

    @Test
    void anEndThatTheJournalKnowsGoesBeforeOneOfItsNumberThatTheFileKnows() {
        LiveView view = new LiveView();
        view.restore(List.of(ended(1, 100, "of another")));
        view.begin(new State(1));
        view.restore(List.of(ended(1, 200, "its own"), ended(1, 200, "its own")));
        assertThat(view.job(1)).extracting(job -> job.spec().name()).isEqualTo("its own");
    }

    private static JobEntry ended(long id, long submitNanos, String name) {
        JobSpec spec = JobSpec.batch(name, Demand.cpu(1, 0), 1);
        return JobEntry.of(
                new JobEntry.Ended(id, spec, JobPhase.FINISHED, 0, 1, "", ""),
                new JobTimes.Stay(submitNanos, submitNanos + 1, submitNanos + 2, 1, 1, submitNanos + 2));
    }
}
