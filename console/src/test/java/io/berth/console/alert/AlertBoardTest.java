package io.berth.console.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.RunningJob;
import io.berth.console.curve.JobCurve;
import io.berth.console.curve.Point;
import io.berth.console.event.ChangeRing;
import io.berth.console.view.job.JobEntry;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Metrics;
import io.berth.core.workload.Program;
import io.berth.edge.access.Caller;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;

class AlertBoardTest {
    private static final long START = Nanos.HOUR;
    private static final JobSpec SPEC = JobSpec.batch(
                    "train", Demand.cpu(1000, 1 << 20).withGpus(1), Nanos.HOUR)
            .withTasks(4)
            .withProgram(Program.of("train"));

    private final ChangeRing ring = new ChangeRing();
    private final AlertBoard board = new AlertBoard(AlertRules.DEFAULT, ring);
    private final JobEntry job = RunningJob.of(SPEC, START, 1);
    private long now = START;

    private void look(JobFacts facts) {
        board.look(List.of(facts), now, WallClock.EVEN);
    }

    private JobFacts facts(List<JobCurve.TaskFigures> tasks, List<JobCurve.Figures> series) {
        return new JobFacts(job, tasks, series, List.of(), List.of());
    }

    private JobFacts gpu(double busy) {
        return new JobFacts(job, allPrint(), List.of(), List.of(new JobFacts.Gpu(2, busy)), List.of());
    }

    private List<JobCurve.TaskFigures> allPrint() {
        List<JobCurve.TaskFigures> tasks = new ArrayList<>();
        for (int task = 0; task < 4; task++) {
            tasks.add(new JobCurve.TaskFigures(task, Double.NaN, Double.NaN, 0, now));
        }
        return tasks;
    }

    private List<JobCurve.TaskFigures> steps(double... steps) {
        List<JobCurve.TaskFigures> tasks = new ArrayList<>();
        for (int task = 0; task < steps.length; task++) {
            tasks.add(new JobCurve.TaskFigures(task, steps[task], 1, now, now));
        }
        return tasks;
    }

    private List<String> raised() {
        return board.all().stream().map(AlertRow::kind).toList();
    }

    private List<String> told() throws InterruptedException {
        return ring.read(0, 100, Duration.ZERO).changes().stream()
                .map(change -> change.telling().to(Caller.OWNER))
                .toList();
    }

    @Test
    void a_held_gpu_that_is_idle_for_long_is_told_once_and_cleared_when_it_works() throws InterruptedException {
        for (int minute = 0; minute < 14; minute++, now += Nanos.MINUTE) {
            look(gpu(0));
        }
        assertThat(raised()).isEmpty();
        for (int minute = 0; minute < 5; minute++, now += Nanos.MINUTE) {
            look(gpu(3));
        }
        assertThat(board.all()).singleElement().satisfies(alert -> {
            assertThat(alert.kind()).isEqualTo("gpu_idle");
            assertThat(alert.gpu()).isEqualTo(2);
            assertThat(alert.task()).isNull();
        });
        for (int minute = 0; minute < 3; minute++, now += Nanos.MINUTE) {
            look(gpu(95));
        }
        assertThat(raised()).isEmpty();
        assertThat(told()).hasSize(2);
        assertThat(told().getFirst()).startsWith("{\"raised\":true");
        assertThat(told().getLast()).startsWith("{\"raised\":false");
    }

    @Test
    void a_figure_around_its_threshold_raises_nothing_and_clears_nothing() throws InterruptedException {
        for (int look = 0; look < 600; look++, now += 5 * Nanos.SECOND) {
            look(gpu(look % 2 == 0 ? 4 : 6));
        }
        assertThat(raised()).isEmpty();
        for (int look = 0; look < 200; look++, now += 5 * Nanos.SECOND) {
            look(gpu(0));
        }
        assertThat(raised()).containsExactly("gpu_idle");
        for (int look = 0; look < 600; look++, now += 5 * Nanos.SECOND) {
            look(gpu(look % 2 == 0 ? 4 : 12));
        }
        assertThat(raised()).containsExactly("gpu_idle");
        assertThat(told()).hasSize(1);
    }

    @Test
    void silence_is_told_of_batch_jobs_whose_output_is_read() {
        now = START + 29 * Nanos.MINUTE;
        look(facts(List.of(), List.of()));
        assertThat(raised()).isEmpty();
        now += 2 * Nanos.MINUTE;
        look(facts(List.of(), List.of()));
        assertThat(raised()).hasSize(4).containsOnly("no_output");
        look(facts(allPrint(), List.of()));
        assertThat(raised()).isEmpty();

        JobEntry unread = RunningJob.of(SPEC.withProgram(Program.of("x").withMetrics(Metrics.OFF)), START, 1);
        board.look(
                List.of(new JobFacts(unread, List.of(), List.of(), List.of(), List.of())),
                now + Nanos.DAY,
                WallClock.EVEN);
        assertThat(raised()).isEmpty();
    }

    @Test
    void a_loss_that_is_no_number_is_told_at_once_and_its_end_after_a_while() {
        List<Point> points = List.of(new Point(1, now, 1), new Point(2, now, Double.NaN));
        look(facts(allPrint(), List.of(new JobCurve.Figures(0, "train_loss", points, points.getLast()))));
        assertThat(raised()).containsExactly("loss_not_finite");
        now += Nanos.SECOND;
        look(facts(allPrint(), List.of(new JobCurve.Figures(0, "train_loss", points, points.getFirst()))));
        assertThat(raised()).containsExactly("loss_not_finite");
        now += Nanos.MINUTE;
        look(facts(allPrint(), List.of(new JobCurve.Figures(0, "train_loss", points, points.getFirst()))));
        assertThat(raised()).isEmpty();
    }

    /** Looks each minute for three hours at a loss that is said each twenty seconds; in how many looks it was raised. */
    private int stalledLooks(LongToDoubleFunction lossAtSecond) {
        List<Point> points = new ArrayList<>();
        int looks = 0;
        for (long second = 0; second < 3 * 3_600; second += 20) {
            now = START + second * Nanos.SECOND;
            points.add(new Point(second, now, lossAtSecond.applyAsDouble(second)));
            if (second % 60 == 0) {
                look(facts(allPrint(), List.of(new JobCurve.Figures(0, "loss", points, points.getLast()))));
                looks += raised().contains("loss_stalled") ? 1 : 0;
            }
        }
        return looks;
    }

    @Test
    void a_loss_that_gets_smaller_under_noise_is_not_said_to_stall() {
        Random random = new Random(1);
        assertThat(stalledLooks(
                        second -> 3.0 * StrictMath.exp(-(double) second / 5_000) + 0.05 * random.nextGaussian()))
                .isZero();
    }

    @Test
    void a_loss_that_stays_where_it_is_under_noise_is_said_to_stall_without_coming_and_going()
            throws InterruptedException {
        Random random = new Random(2);
        int looks =
                stalledLooks(second -> second < 1_800 ? 3 - (double) second / 900 : 1 + 0.05 * random.nextGaussian());
        assertThat(looks).isGreaterThan(60);
        assertThat(told()).hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void a_task_far_behind_its_gang_is_a_straggler_until_it_has_caught_up() {
        for (int look = 0; look < 30; look++, now += 5 * Nanos.SECOND) {
            look(facts(steps(1000, 990, 1005, 700), List.of()));
        }
        assertThat(board.all()).singleElement().satisfies(alert -> {
            assertThat(alert.kind()).isEqualTo("straggler");
            assertThat(alert.task()).isEqualTo(3);
        });
        for (int look = 0; look < 30; look++, now += 5 * Nanos.SECOND) {
            look(facts(steps(1000, 990, 1005, 850), List.of()));
        }
        assertThat(raised()).as("neither far behind nor caught up").containsExactly("straggler");
        for (int look = 0; look < 30; look++, now += 5 * Nanos.SECOND) {
            look(facts(steps(1000, 990, 1005, 980), List.of()));
        }
        assertThat(raised()).isEmpty();
    }

    @Test
    void memory_near_its_limit_is_told() {
        for (int look = 0; look < 4; look++, now += 5 * Nanos.SECOND) {
            JobFacts.Memory memory = new JobFacts.Memory(1, 97, 100);
            look(new JobFacts(job, allPrint(), List.of(), List.of(), List.of(memory)));
        }
        assertThat(board.all())
                .singleElement()
                .satisfies(alert -> assertThat(alert.text()).contains("97 %"));
    }

    @Test
    void what_stands_for_long_is_known_and_can_be_dismissed() throws InterruptedException {
        for (int minute = 0; minute < 46; minute++, now += Nanos.MINUTE) {
            look(gpu(0));
        }
        List<AlertKind> idle = List.of(AlertKind.GPU_IDLE);
        long last = now - Nanos.MINUTE;
        assertThat(board.standing(idle, 30 * Nanos.MINUTE, last)).hasSize(1);
        assertThat(board.standing(idle, 31 * Nanos.MINUTE, last)).isEmpty();
        assertThat(board.standing(List.of(AlertKind.MEMORY), 0, last)).isEmpty();
        assertThat(new io.berth.edge.metric.Metrics(List.of(board)).text())
                .contains("berth_gpu_idle_seconds_total 2700");

        board.dismiss(job.id());
        assertThat(raised()).isEmpty();
        assertThat(told().getLast()).startsWith("{\"raised\":false");
        look(gpu(0));
        assertThat(raised()).isEmpty();
    }

    @Test
    void the_alerts_of_a_job_that_is_over_are_cleared() throws InterruptedException {
        List<Point> points = List.of(new Point(2, now, Double.NaN));
        look(facts(allPrint(), List.of(new JobCurve.Figures(0, "loss", points, points.getLast()))));
        board.look(List.of(), now, WallClock.EVEN);
        assertThat(raised()).isEmpty();
        assertThat(told()).hasSize(2);
    }

    @Test
    void what_is_done_at_last_comes_from_the_configuration() {
        AlertOptions options = AlertOptions.read(
                TreeReader.read(
                        Source.text(
                                "up.yaml",
                                "{receivers: [{webhook: 'http://h'}], rescue: {kinds: [no_output, gpu_idle], after: 2h, action: cancel}}")),
                Path.of(""));
        assertThat(options.rescue())
                .isEqualTo(new Rescue(
                        List.of(AlertKind.NO_OUTPUT, AlertKind.GPU_IDLE), 2 * Nanos.HOUR, Rescue.Action.CANCEL));
        assertThat(options.receivers()).hasSize(1);
        assertThat(AlertOptions.read(TreeReader.read(Source.text("up.yaml", "{}")), Path.of("")))
                .isEqualTo(AlertOptions.DEFAULT);
    }

    @Test
    void thresholds_and_kinds_that_are_off_come_from_the_configuration() {
        AlertRules rules = AlertRules.read(TreeReader.read(
                Source.text("up.yaml", "{gpu_idle: 1h, memory_percent: 80, off: [straggler, no_output]}")));
        assertThat(rules.gpuIdleNanos()).isEqualTo(Nanos.HOUR);
        assertThat(rules.memoryPercent()).isEqualTo(80);
        assertThat(rules.off()).containsExactly(AlertKind.STRAGGLER, AlertKind.NO_OUTPUT);
        assertThat(AlertRules.read(TreeReader.read(Source.text("up.yaml", "{}"))))
                .isEqualTo(AlertRules.DEFAULT);
    }
}
