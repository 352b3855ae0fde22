package io.berth.console.curve;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.curve.Sample.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

class UsualFormsTest {
    private static Sample read(String line) {
        return new UsualForms().read(line);
    }

    private static List<Value> values(String line) {
        return read(line).values();
    }

    @Test
    void names_and_numbers_with_a_step_are_values() {
        Sample sample = read("step=120 loss=0.53 lr=1e-4");
        assertThat(sample.place().step()).isEqualTo(120);
        assertThat(sample.values()).containsExactly(new Value("loss", 0.53), new Value("lr", 1e-4));
        assertThat(read("step 120/400 | loss 0.5 | loss: 0.4").place().steps()).isEqualTo(400);
        assertThat(values("[INFO] 2026-01-02 12:30:45 epoch: 3, val_loss: 0.41"))
                .containsExactly(new Value("val_loss", 0.41));
    }

    @Test
    void lines_of_keras_give_the_epoch_then_the_bar_and_values() {
        Sample epoch = read("Epoch 3/10");
        assertThat(epoch.place().epoch()).isEqualTo(3);
        assertThat(epoch.place().epochs()).isEqualTo(10);
        Sample bar = read(" 45/100 [============>.................] - ETA: 3s - loss: 0.53 - accuracy: 0.81");
        assertThat(bar.place().bar()).isEqualTo(45);
        assertThat(bar.place().bars()).isEqualTo(100);
        assertThat(bar.values()).containsExactly(new Value("loss", 0.53), new Value("accuracy", 0.81));
        assertThat(read("100/100 ━━━━━━━━━━ 0s 2ms/step - accuracy: 0.81 - loss: 0.53")
                        .place()
                        .bar())
                .isEqualTo(100);
        assertThat(values("Epoch 3/10 - 3s - loss: 0.53 - accuracy: 0.81"))
                .containsExactly(new Value("loss", 0.53), new Value("accuracy", 0.81));
    }

    @Test
    void dicts_of_the_trainer_and_json_are_read() {
        Sample dict = read("{'loss': 0.53, 'learning_rate': 1e-4, 'epoch': 0.3}");
        assertThat(dict.place().epoch()).isEqualTo(0.3);
        assertThat(dict.values()).containsExactly(new Value("loss", 0.53), new Value("learning_rate", 1e-4));
        Sample json = read("{\"step\":120,\"loss\":0.53,\"note\":\"a=1\",\"nested\":{\"acc\": 0.9}}");
        assertThat(json.place().step()).isEqualTo(120);
        assertThat(json.values()).contains(new Value("loss", 0.53), new Value("acc", 0.9));
    }

    @Test
    void progress_bars_of_training_count_and_others_do_not() {
        String lightning = "Epoch 3:  45%|████▌     | 45/100 [00:01<00:01, 30.00it/s, v_num=1, train_loss=0.53]";
        Sample sample = read(lightning);
        assertThat(sample.place().epoch()).isEqualTo(3);
        assertThat(sample.place().bar()).isEqualTo(45);
        assertThat(sample.values()).containsExactly(new Value("train_loss", 0.53));
        assertThat(read(" 30%|███       | 300/1000 [00:10<00:20, 30.1it/s]")
                        .place()
                        .bars())
                .isEqualTo(1000);
        assertThat(read("Map: 100%|██████████| 1000/1000 [00:01<00:00, 900.00 examples/s]"))
                .isEqualTo(Sample.NONE);
        assertThat(read("Downloading: 45%|████▌     | 45/100 [00:01<00:01, 30.00it/s]"))
                .isEqualTo(Sample.NONE);
    }

    @Test
    void values_that_are_no_number_are_values_too() {
        assertThat(values("step=7 loss=nan grad=inf other=-Infinity"))
                .containsExactly(
                        new Value("loss", Double.NaN),
                        new Value("grad", Double.POSITIVE_INFINITY),
                        new Value("other", Double.NEGATIVE_INFINITY));
    }

    @Test
    void progress_may_be_a_share_or_a_percentage() {
        assertThat(read("progress=0.3").place().fraction()).isEqualTo(0.3);
        assertThat(read("progress: 30%").place().fraction()).isEqualTo(0.3);
        assertThat(read("progress: 30").place().fraction()).isEqualTo(0.3);
        assertThat(read("progress: 130").place().fraction()).isNaN();
    }

    @Test
    void times_units_addresses_and_words_are_no_values() {
        assertThat(read("step=1 time: 12:30:45 took=1.2s host: 10.0.0.1 dir=/a/1 model=7b name=nano at=1.2.3")
                        .values())
                .isEmpty();
        assertThat(read("batch_size=32 workers: 4 lr=0.1"))
                .as("nothing says that this is training")
                .isEqualTo(Sample.NONE);
        assertThat(read("")).isEqualTo(Sample.NONE);
        assertThat(read("====::::----''''\"\"\"\"loss=")).isEqualTo(Sample.NONE);
        assertThat(values("The loss: 0.5.")).containsExactly(new Value("loss", 0.5));
    }

    @Test
    void a_line_has_a_bounded_number_of_values() {
        StringBuilder line = new StringBuilder("step=1");
        for (int i = 0; i < 100; i++) {
            line.append(" m").append(i).append("=1");
        }
        assertThat(values(line.toString())).hasSize(UsualForms.MOST_VALUES);
    }
}
