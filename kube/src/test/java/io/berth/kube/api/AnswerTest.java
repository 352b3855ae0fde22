package io.berth.kube.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.kubernetes.client.proto.Meta.Status;
import io.kubernetes.client.proto.Runtime.Unknown;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerTest {
    @ParameterizedTest
    @CsvSource({
        "200, true, false",
        "201, true, false",
        "202, true, false",
        "304, false, false",
        "401, false, false",
        "403, false, false",
        "404, false, false",
        "409, false, false",
        "410, false, false",
        "422, false, false",
        "429, false, true",
        "500, false, true",
        "503, false, true"
    })
    void codes_say_whether_it_is_done_and_whether_to_ask_again(int code, boolean ok, boolean again) {
        Answer answer = new Answer(code, new byte[0], 0);
        assertThat(answer.ok()).isEqualTo(ok);
        assertThat(answer.again()).isEqualTo(again);
        assertThat(answer.why()).isEqualTo(code + ": ");
    }

    @Test
    void why_not_is_said_in_the_words_of_the_server() {
        Status status = Status.newBuilder()
                .setStatus("Failure")
                .setMessage("pods \"p\" not found")
                .setReason("NotFound")
                .setCode(404)
                .build();
        assertThat(answer(status).why()).isEqualTo("404: pods \"p\" not found");
        assertThat(answer(status.toBuilder().clearMessage().build()).why()).isEqualTo("404: NotFound");
    }

    @Test
    void what_is_no_status_is_shown_as_it_is_and_not_too_long() {
        assertThat(text("upstream is away\n").why()).isEqualTo("404: upstream is away");
        assertThat(text("{\"kind\":\"Status\"}").why()).isEqualTo("404: {\"kind\":\"Status\"}");
        assertThat(text("x".repeat(5_000)).why()).hasSizeLessThan(320).endsWith("…");
        assertThat(text("k8s\0\u0012\u007f").why()).startsWith("404: k8s");
    }

    private static Answer text(String body) {
        return new Answer(404, body.getBytes(StandardCharsets.UTF_8), 0);
    }

    private static Answer answer(Status status) {
        byte[] unknown =
                Unknown.newBuilder().setRaw(status.toByteString()).build().toByteArray();
        return new Answer(
                404,
                ByteString.copyFrom(new byte[] {'k', '8', 's', 0})
                        .concat(ByteString.copyFrom(unknown))
                        .toByteArray(),
                0);
    }
}
