package io.berth.learn.online.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.learn.online.evidence.Judgement.Verdict;
import org.junit.jupiter.api.Test;

class JudgementTest {
    @Test
    void isToldInWords() {
        assertThat(new Judgement(Verdict.WORSE, -0.25, -0.5, -0.125, 0.0005, 300, 12))
                .hasToString("worse: gain -0.250 (-0.500 to -0.125; p 0.00050), 300 looked at");
        assertThat(Judgement.cannotTell(7, 5)).hasToString("cannot tell, 7 looked at");
    }
}
