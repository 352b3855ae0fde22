package io.berth.gateway.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.gateway.cache.Answer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AnswerFormTest {
    private static final byte[] KEY = "key".getBytes(StandardCharsets.UTF_8);
    private static final byte[] BODY = "{\"n\":1}".getBytes(StandardCharsets.UTF_8);
    private static final byte[] WRITTEN = AnswerForm.write(KEY, new Answer("application/json", BODY), 42);

    @Test
    void whatIsWrittenIsRead() {
        AnswerForm.Dated read = AnswerForm.read(KEY, WRITTEN);
        assertThat(read.madeMillis()).isEqualTo(42);
        assertThat(read.answer().type()).isEqualTo("application/json");
        assertThat(read.answer().body()).isEqualTo(BODY);
        assertThat((long) WRITTEN.length).isLessThanOrEqualTo(AnswerForm.most(BODY.length));
        assertThat(AnswerForm.write(KEY, new Answer("x".repeat(2_000), BODY), 0))
                .isNull();
    }

    @Test
    void anotherKeyIsNoneOfItsOwn() {
        assertThat(AnswerForm.read("kez".getBytes(StandardCharsets.UTF_8), WRITTEN))
                .isNull();
    }

    @Test
    void eachByteCountsAndEachLength() {
        for (int at = 0; at < WRITTEN.length; at++) {
            byte[] damaged = WRITTEN.clone();
            damaged[at] ^= 1;
            assertThat(AnswerForm.read(KEY, damaged)).isNull();
            assertThat(AnswerForm.read(KEY, Arrays.copyOf(WRITTEN, at))).isNull();
        }
        Random random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            byte[] noise = new byte[random.nextInt(64)];
            random.nextBytes(noise);
            assertThat(AnswerForm.read(KEY, noise)).isNull();
        }
    }
}
