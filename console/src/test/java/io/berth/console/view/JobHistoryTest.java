package io.berth.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.engine.State;
import io.berth.core.event.Event;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
                new JobEntry.Stay(submitNanos, submitNanos + 1, submitNanos + 2, 1, 1, submitNanos + 2));
    }
}
