package io.berth.console.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.time.Nanos;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class TaskProgressTest {
    private static final Offset<Double> NEARLY = within(1e-9);

    private final UsualForms form = new UsualForms();
    private final TaskProgress progress = new TaskProgress(0);
    private long now = Nanos.HOUR;

    private void says(String line) {
        progress.hear(form.read(line), now);
    }

    private void saysEachSecond(int from, int to, String form) {
        for (int step = from; step <= to; step++) {
            now += Nanos.SECOND;
            says(form.replace("N", Integer.toString(step)));
        }
    }

    @Test
    void a_step_of_many_is_its_share() {
        says("step 120/400 loss=1");
        assertThat(progress.fraction()).isEqualTo(0.3, NEARLY);
        assertThat(progress.step()).isEqualTo(120);
        assertThat(progress.steps()).isEqualTo(400);
    }

    @Test
    void keras_says_the_epoch_first_and_the_bar_later() {
        says("Epoch 3/10");
        assertThat(progress.fraction()).isEqualTo(0.2, NEARLY);
        says(" 45/100 [====>....] - ETA: 3s - loss: 0.53");
        assertThat(progress.fraction()).isEqualTo(0.245, NEARLY);
        assertThat(progress.step()).isEqualTo(245);
        assertThat(progress.steps()).isEqualTo(1000);
        says("Epoch 4/10");
        assertThat(progress.fraction()).isEqualTo(0.3, NEARLY);
    }

    @Test
    void an_epoch_with_its_values_is_over() {
        says("Epoch 3/10 loss: 0.53 - accuracy: 0.81");
        assertThat(progress.fraction()).isEqualTo(0.3, NEARLY);
        assertThat(progress.step()).isEqualTo(3);
    }

    @Test
    void steps_that_begin_anew_with_each_epoch_are_counted_on() {
        says("Epoch [2/5], Step [100/600], Loss: 0.3");
        assertThat(progress.fraction()).isEqualTo((1 + 1.0 / 6) / 5, NEARLY);
        assertThat(progress.step()).isEqualTo(700);
    }

    @Test
    void the_bar_of_an_evaluation_is_not_taken_for_that_of_the_training() {
        says(" 30%|███       | 300/1000 [00:10<00:20, 30.1it/s]");
        says("100%|██████████| 50/50 [00:01<00:00, 30.1it/s]");
        says("{'loss': 0.53, 'learning_rate': 1e-4, 'epoch': 0.3}");
        assertThat(progress.fraction()).isEqualTo(0.3, NEARLY);
        assertThat(progress.step()).isEqualTo(300);
    }

    @Test
    void steps_that_the_user_declared_make_a_share_of_a_bare_step() {
        TaskProgress declared = new TaskProgress(400);
        declared.hear(form.read("step=100 loss=1"), now);
        assertThat(declared.fraction()).isEqualTo(0.25, NEARLY);
    }

    @Test
    void the_end_is_forecast_from_what_it_did_lately_and_not_from_its_slow_beginning() {
        says("step 1/1000");
        now += 30 * Nanos.MINUTE;
        saysEachSecond(2, 500, "step N/1000");
        assertThat((double) (progress.endNanos() - now) / 1e9).isCloseTo(500, within(5.0));
        assertThat(progress.stepsPerSecond()).isCloseTo(1, within(0.01));
    }

    @Test
    void a_pause_for_a_checkpoint_hardly_moves_the_end() {
        saysEachSecond(1, 300, "step N/1000");
        long before = progress.endNanos();
        now += 20 * Nanos.SECOND;
        saysEachSecond(301, 310, "step N/1000");
        assertThat((double) (progress.endNanos() - before) / 1e9).isCloseTo(20, within(30.0));
    }

    @Test
    void too_little_is_known_at_first() {
        saysEachSecond(1, 4, "step N/1000");
        assertThat(progress.endNanos()).isEqualTo(Nanos.NEVER);
    }

    @Test
    void reports_are_few_however_often_the_forecast_moves() {
        ProgressReports reports = new ProgressReports();
        int told = 0;
        for (int second = 0; second < 3_600; second++) {
            long at = second * Nanos.SECOND;
            told += reports.worth(1, 5, Nanos.HOUR + second % 7 * Nanos.SECOND, at) ? 1 : 0;
        }
        assertThat(told).isBetween(1, 20);
        assertThat(reports.worth(1, 6, Nanos.HOUR, 3_600 * Nanos.SECOND))
                .as("another start")
                .isTrue();
        assertThat(reports.worth(1, 6, Nanos.NEVER, 3_700 * Nanos.SECOND)).isFalse();
    }
}
