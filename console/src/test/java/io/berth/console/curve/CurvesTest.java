package io.berth.console.curve;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.RunningJob;
import io.berth.console.curve.Tails.Tail;
import io.berth.console.view.job.JobEntry;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Metrics;
import io.berth.core.workload.Program;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurvesTest {
    private static final long START = Nanos.HOUR;
    private static final JobSpec SPEC =
            JobSpec.batch("train", Demand.cpu(1000, 0), Nanos.HOUR).withProgram(Program.of("train"));

    @TempDir
    Path folder;

    private final TreeMap<String, String> outputs = new TreeMap<>();
    private final List<String> notes = new ArrayList<>();
    private final JobEntry first = RunningJob.of(SPEC, START, 1);
    private long now = START;

    /** What a task has printed so far, as one text. */
    private final class TextTail implements Tail {
        private final String key;
        private int position;

        TextTail(String key, String mark) {
            this.key = key;
            this.position = mark.isEmpty() ? 0 : Integer.parseInt(mark);
        }

        private byte[] all() {
            return outputs.getOrDefault(key, "").getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] next(int most) {
            int end = Math.min(all().length, position + most);
            byte[] bytes = Arrays.copyOfRange(all(), position, end);
            position = end;
            return bytes;
        }

        @Override
        public long skip(int keep) {
            int skipped = Math.max(0, all().length - position - keep);
            position += skipped;
            return skipped;
        }

        @Override
        public String mark() {
            return Integer.toString(position);
        }
    }

    private Curves curves() {
        return new Curves(
                folder, (job, task, mark) -> new TextTail(task + " " + job.decision(), mark), notes::add, () -> now);
    }

    private void prints(int task, long decision, String text) {
        outputs.merge(task + " " + decision, text, String::concat);
    }

    private static List<Double> losses(JobCurve curve, int task) {
        return curve.page(1_000, WallClock.EVEN).series().stream()
                .filter(line -> line.task() == task && line.metric().equals("loss"))
                .flatMap(line -> line.points().stream())
                .map(CurvePage.Dot::value)
                .toList();
    }

    @Test
    void what_each_task_prints_becomes_its_own_series_and_half_a_line_waits_for_its_rest() {
        Curves curves = curves();
        JobEntry job = RunningJob.of(SPEC.withTasks(2), START, 1);
        prints(0, 1, "step=1 loss=4\nstep=2 lo");
        prints(1, 1, "step=1 loss=5\r");
        curves.look(List.of(job), now);
        assertThat(losses(curves.of(first), 0)).containsExactly(4.0);
        prints(0, 1, "ss=3\n");
        curves.look(List.of(job), now);
        assertThat(losses(curves.of(first), 0)).containsExactly(4.0, 3.0);
        assertThat(losses(curves.of(first), 1)).containsExactly(5.0);
    }

    @Test
    void a_restart_goes_on_where_the_output_was_read_to_and_repeats_nothing() {
        JobEntry job = RunningJob.of(SPEC, START, 1);
        Curves before = curves();
        prints(0, 1, "step=1 loss=4\n");
        before.look(List.of(job), now);
        before.save(now);
        prints(0, 1, "step=2 loss=3\n");

        Curves after = curves();
        after.look(List.of(job), now);

        assertThat(losses(after.of(first), 0)).containsExactly(4.0, 3.0);
        assertThat(notes).isEmpty();
    }

    @Test
    void a_crash_before_anything_was_kept_reads_the_output_again() {
        JobEntry job = RunningJob.of(SPEC, START, 1);
        prints(0, 1, "step=1 loss=4\n");
        curves().look(List.of(job), now);
        Curves after = curves();
        after.look(List.of(job), now);
        assertThat(losses(after.of(first), 0)).containsExactly(4.0);
    }

    @Test
    void the_curve_of_a_job_that_ended_is_kept_with_a_last_line_without_an_end() {
        JobEntry job = RunningJob.of(SPEC, START, 1);
        Curves curves = curves();
        prints(0, 1, "step 1/2 loss=4\n");
        curves.look(List.of(job), now);
        prints(0, 1, "step 2/2 loss=3");
        curves.look(List.of(), now);

        assertThat(curves.live(1)).isNull();
        JobCurve kept = curves().of(first);
        assertThat(losses(kept, 0)).containsExactly(4.0, 3.0);
        assertThat(kept.progress(WallClock.EVEN)).isEqualTo(new CurvePage.Progress(1.0, 2L, 2L, null));
    }

    @Test
    void a_second_attempt_that_begins_from_a_checkpoint_replaces_what_came_after_it() {
        Curves curves = curves();
        prints(0, 1, "step=1 loss=9\nstep=2 loss=8\nstep=3 loss=7\n");
        curves.look(List.of(RunningJob.of(SPEC, START, 1)), now);
        curves.look(List.of(), now);
        prints(0, 5, "step=2 loss=6\nstep=3 loss=5\n");
        curves.look(List.of(RunningJob.of(SPEC, START, 5)), now);

        assertThat(losses(curves.of(first), 0)).containsExactly(9.0, 6.0, 5.0);
    }

    @Test
    void a_task_that_floods_is_read_in_part_and_that_is_said() {
        Curves curves = curves();
        JobEntry job = RunningJob.of(SPEC, START, 1);
        prints(0, 1, "step=1 loss=1\n" + "noise\n".repeat(1_000_000) + "step=2 loss=0.5\n");
        curves.look(List.of(job), now);
        curves.look(List.of(job), now);

        assertThat(losses(curves.of(first), 0)).containsExactly(1.0, 0.5);
        assertThat(curves.of(first).page(1_000, WallClock.EVEN).skippedBytes()).isGreaterThan(5_000_000);
    }

    @Test
    void a_job_has_a_bounded_number_of_series() {
        Curves curves = curves();
        StringBuilder text = new StringBuilder();
        for (int metric = 0; metric < 40; metric++) {
            text.append("step=1 m").append(metric).append("=1\n");
        }
        prints(0, 1, text.toString());
        curves.look(List.of(RunningJob.of(SPEC, START, 1)), now);
        assertThat(curves.of(first).page(10, WallClock.EVEN).series()).hasSize(JobCurve.MOST_SERIES);
        assertThat(curves.of(first).page(10, WallClock.EVEN).droppedSeries()).isEqualTo(8);
    }

    @Test
    void a_pattern_finds_what_the_usual_forms_do_not_and_off_reads_nothing() {
        Metrics own = new Metrics(true, "it (?P<step>\\d+) of (?P<steps>\\d+) cost (?P<loss>\\S+)", 0);
        prints(0, 1, "it 3 of 12 cost 0.25\nstep=4 loss=9\n");
        Curves curves = curves();
        curves.look(List.of(RunningJob.of(SPEC.withProgram(Program.of("x").withMetrics(own)), START, 1)), now);
        assertThat(losses(curves.of(first), 0)).containsExactly(0.25);
        assertThat(curves.of(first).progress(WallClock.EVEN)).isEqualTo(new CurvePage.Progress(0.25, 3L, 12L, null));

        Curves off = new Curves(
                folder.resolve("off"), (job, task, mark) -> new TextTail("0 1", mark), notes::add, () -> now);
        off.look(List.of(RunningJob.of(SPEC.withProgram(Program.of("x").withMetrics(Metrics.OFF)), START, 1)), now);
        assertThat(off.of(first).page(10, WallClock.EVEN).series()).isEmpty();
    }

    @Test
    void what_a_task_says_by_itself_stands_beside_what_it_prints() {
        Curves curves = curves();
        JobEntry job = RunningJob.of(SPEC, START, 1);
        Sample.Place place = new Sample.Place(7, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, 0.7);
        curves.report(job, 0, new Sample(place, List.of(new Sample.Value("loss", 0.3))));
        assertThat(losses(curves.of(first), 0)).containsExactly(0.3);
        assertThat(curves.of(first).progress(WallClock.EVEN)).isEqualTo(new CurvePage.Progress(0.7, 7L, null, null));
    }

    @Test
    void a_job_that_began_and_ended_between_two_looks_has_a_curve() {
        prints(0, 1, "step=1 loss=4\n");
        Curves curves = curves();
        curves.lookBack(RunningJob.of(SPEC, START, 1), now);
        assertThat(losses(curves.of(first), 0)).containsExactly(4.0);
    }

    @Test
    void a_job_that_ended_while_nobody_looked_is_read_to_its_end() {
        JobEntry job = RunningJob.of(SPEC, START, 1);
        prints(0, 1, "step=1 loss=4\n");
        Curves before = curves();
        before.look(List.of(job), now);
        before.save(now);
        prints(0, 1, "step=2 loss=3\n");

        Curves after = curves();
        after.lookBack(job, now);
        after.lookBack(job, now);

        assertThat(losses(after.of(first), 0)).containsExactly(4.0, 3.0);
    }

    @Test
    void a_job_of_the_same_number_that_was_submitted_at_another_moment_has_no_curve_of_the_first() {
        Curves before = curves();
        prints(0, 1, "step=1 loss=4\n");
        before.look(List.of(first), now);
        before.save(now);
        outputs.clear();

        JobEntry another = RunningJob.of(SPEC, START + 1, 1);
        assertThat(losses(curves().of(first), 0)).containsExactly(4.0);
        assertThat(losses(curves().of(another), 0)).isEmpty();
        Curves after = curves();
        prints(0, 1, "step=1 loss=9\n");
        after.look(List.of(another), now);
        assertThat(losses(after.of(another), 0)).containsExactly(9.0);
    }
}
