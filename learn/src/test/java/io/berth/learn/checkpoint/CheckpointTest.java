package io.berth.learn.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.InputException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CheckpointTest {
    private static final class Things implements Checkpointed {
        private int count = 3;
        private double share = 0.1;
        private float[] values = {Float.NaN, -0.0f, 1.5f};
        private double[] sums = {Double.MIN_VALUE, Math.PI};
        private int[] places = {-1, 7};
        private boolean[] allowed = {true, false};
        private String name = "größe";

        @Override
        public void write(CheckpointWriter to) {
            to.add(count);
            to.add(share);
            to.add(values);
            to.add(sums);
            to.add(places);
            to.add(allowed);
            to.add(name);
        }

        @Override
        public void read(CheckpointReader from) {
            count = from.integer();
            share = from.number();
            values = from.floats();
            sums = from.doubles();
            places = from.integers();
            allowed = from.truths();
            name = from.text();
        }

        private void clear() {
            count = 0;
            share = 0;
            values = new float[0];
            sums = new double[0];
            places = new int[0];
            allowed = new boolean[0];
            name = "";
        }
    }

    @Test
    void whatIsReadIsWhatWasWrittenBitForBit() {
        byte[] written = Checkpoint.of("things", new Things());
        Things read = new Things();
        read.clear();
        Checkpoint.restore("file", written, "things", read);
        assertThat(Checkpoint.of("things", read)).isEqualTo(written);
        assertThat(read.name).isEqualTo("größe");
        assertThat(read.places).containsExactly(-1, 7);
    }

    @Test
    void aFileThatIsCutOrDamagedAnywhereIsRefusedAndNothingIsTaken() {
        byte[] written = Checkpoint.of("things", new Things());
        Things kept = new Things();
        kept.count = 42;
        for (int length = 0; length < written.length; length++) {
            byte[] cut = Arrays.copyOf(written, length);
            assertThatThrownBy(() -> Checkpoint.restore("run.ckpt", cut, "things", kept))
                    .isInstanceOf(InputException.class)
                    .hasMessageStartingWith("run.ckpt: ");
            byte[] damaged = written.clone();
            damaged[length] ^= 0x10;
            assertThatThrownBy(() -> Checkpoint.restore("run.ckpt", damaged, "things", kept))
                    .isInstanceOf(InputException.class);
        }
        assertThat(kept.count).isEqualTo(42);
    }

    @Test
    void whatIsOfAnotherKindOrVersionIsNamed() {
        byte[] written = Checkpoint.of("things", new Things());
        assertThatThrownBy(() -> Checkpoint.restore("run.ckpt", written, "other", new Things()))
                .hasMessageContaining("(things), not of (other)");
        byte[] newer = written.clone();
        newer[11] = 9;
        assertThatThrownBy(() -> Checkpoint.restore("run.ckpt", newer, "things", new Things()))
                .hasMessageContaining("its version is 9, and 1 is read here");
        assertThatThrownBy(() -> Checkpoint.restore(
                        "run.ckpt", "a text that is none".getBytes(StandardCharsets.UTF_8), "things", new Things()))
                .hasMessageContaining("it is no checkpoint");
    }
}
