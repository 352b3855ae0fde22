package io.berth.sim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Prompt;
import org.junit.jupiter.api.Test;

class HeldPromptsTest {
    private static final Prompt LONG = Prompt.of(new long[] {1, 2}, new int[] {400, 800}, 1000);
    private static final Prompt OTHER = Prompt.of(new long[] {1, 3}, new int[] {400, 800}, 800);

    @Test
    void whatSeveralBeginWithIsHeldOnceAndLongest() {
        HeldPrompts held = new HeldPrompts(300);
        assertThat(held.known(LONG)).isZero();
        held.read(LONG);
        assertThat(held.known(LONG)).isEqualTo(200);
        assertThat(held.known(OTHER)).isEqualTo(100);
        held.read(OTHER);
        // Three blocks of 100 tokens.
        assertThat(held.known(LONG)).isEqualTo(200);
        held.read(Prompt.of(new long[] {4}, new int[] {400}, 400));
        assertThat(held.known(LONG)).isEqualTo(100);
        assertThat(held.known(OTHER)).isEqualTo(200);
    }
}
