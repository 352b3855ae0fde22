package io.berth.gateway.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AnswerMeterTest {
    private static final String USAGE =
            "\"usage\":{\"prompt_tokens\":50,\"completion_tokens\": 137,\"total_tokens\":187}}";

    @Test
    void whatTheAnswerSaysHoweverItIsCut() {
        String answer = "{\"id\":\"x\",\"choices\":[\"" + "text ".repeat(300) + "\"]," + USAGE;
        for (int cut = 1; cut < answer.length(); cut += 7) {
            AnswerMeter meter = new AnswerMeter(false);
            add(meter, answer.substring(0, cut));
            add(meter, answer.substring(cut));
            assertThat(meter.tokens()).as("cut at %d", cut).isEqualTo(137);
        }
    }

    @Test
    void tokensOfThePrompt() {
        AnswerMeter meter = new AnswerMeter(false);
        add(meter, "{\"id\":\"x\"," + USAGE);
        assertThat(meter.promptTokens()).isEqualTo(50);
    }

    @Test
    void inTheWordsOfOtherInterfaces() {
        AnswerMeter meter = new AnswerMeter(false);
        add(meter, "\"usage\":{\"cache_read_input_tokens\":7,\"input_tokens\":36,\"output_tokens\":87}}");
        assertThat(meter.promptTokens()).isEqualTo(36);
        assertThat(meter.tokens()).isEqualTo(87);
    }

    @Test
    void eventsWhereTheAnswerSaysNothing() {
        AnswerMeter meter = new AnswerMeter(true);
        for (int i = 0; i < 20; i++) {
            add(meter, "data: {\"choices\":[]}\n\n");
        }
        add(meter, "data: [DONE]\n\n");
        assertThat(meter.tokens()).isEqualTo(20);
    }

    @Test
    void usageInTheLastEvent() {
        AnswerMeter meter = new AnswerMeter(true);
        add(meter, "data: {\"choices\":[]}\n\ndata: {\"choices\":[]," + USAGE + "\n\ndata: [DONE]\n\n");
        assertThat(meter.tokens()).isEqualTo(137);
    }

    @Test
    void nothing() {
        AnswerMeter meter = new AnswerMeter(false);
        assertThat(meter.tokens()).isZero();
        add(meter, "{\"data\":[]}");
        assertThat(meter.tokens()).isZero();
        add(meter, "\"completion_tokens\":");
        assertThat(meter.tokens()).isZero();
    }

    private static void add(AnswerMeter meter, String piece) {
        meter.add(Unpooled.copiedBuffer(piece, StandardCharsets.UTF_8));
    }
}
