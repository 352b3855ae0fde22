package io.berth.gateway.parts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies of lists that are taken apart and put together. */
class ListBodiesTest {
    private static final String ASKED = "{\"model\" : \"m\", \"input\":[ \"\\u00e9,]\" ,\"b\", \"\" ], \"user\":\"u\"}";

    @Test
    void sharesHaveTheirInputsAsTheyStood() {
        ListRequest request = read(ListRequest.EMBEDDINGS, ASKED);

        assertThat(request.items()).isEqualTo(3);
        assertThat(text(request.share(0, 2)))
                .isEqualTo("{\"model\":\"m\",\"input\":[\"\\u00e9,]\",\"b\"],\"user\":\"u\"}");
        assertThat(text(request.share(2, 1))).isEqualTo("{\"model\":\"m\",\"input\":[\"\"],\"user\":\"u\"}");
    }

    @Test
    void tokensOfOneInputAreOneItem() {
        assertThat(read(ListRequest.EMBEDDINGS, "{\"input\":[1,22,3]}").items()).isEqualTo(1);
        assertThat(read(ListRequest.EMBEDDINGS, "{\"input\":[[1,22],[3]]}").items())
                .isEqualTo(2);
        assertThat(text(ListRequest.merged(List.of(
                        read(ListRequest.EMBEDDINGS, "{\"input\":[1,22]}"),
                        read(ListRequest.EMBEDDINGS, "{\"input\":[3]}")))))
                .isEqualTo("{\"input\":[[1,22],[3]]}");
    }

    @Test
    void whatCanBeOneCallIsEqualButForInputs() {
        ListRequest one = read(ListRequest.EMBEDDINGS, "{\"model\":\"m\",\"input\":\"a\",\"user\":\"u\"}");
        ListRequest same = read(ListRequest.EMBEDDINGS, "{\"user\":\"u\",\"input\":[\"b\"],\"model\": \"m\"}");
        ListRequest other = read(ListRequest.EMBEDDINGS, "{\"model\":\"m\",\"input\":\"a\",\"user\":\"v\"}");

        assertThat(same.alike()).isEqualTo(one.alike());
        assertThat(other.alike()).isNotEqualTo(one.alike());
        assertThat(other.kind()).isEqualTo(one.kind());
        assertThat(read(ListRequest.EMBEDDINGS, "{\"model\":\"m\",\"input\":\"a\",\"dimensions\":8}")
                        .kind())
                .isNotEqualTo(one.kind());
    }

    /** Two servers could read them in two ways, or none. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{\"input\":[]}",
                "{\"input\":[\"a\",[1]]}",
                "{\"input\":[1,\"a\"]}",
                "{\"input\":7}",
                "{\"input\":[\"a\",]}",
                "{\"input\":[\"a\"],\"input\":[\"b\"]}",
                "{\"inpu\\u0074\":[\"a\"],\"input\":[\"b\"]}",
                "{\"input\":[\"a\"]} x",
                "{\"input\":[\"a\\q\"]}",
                "{\"input\":[\"a\nb\"]}",
                "{\"input\":[\"a\"],\"x\":01}",
                "{\"input\":[\"a\"],\"x\":+1}",
                "{\"input\":[\"a\"],\"x\":tru}"
            })
    void whatIsNotUnderstoodIsLeftAlone(String body) {
        assertThat(ListRequest.read(ListRequest.EMBEDDINGS, body.getBytes(StandardCharsets.UTF_8)))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"data\":[{\"index\":0}]}",
                "{\"data\":[{\"index\":0},{\"index\":0}]}",
                "{\"data\":[{\"index\":0},{\"index\":2}]}",
                "{\"data\":[{\"index\":0},{}]}",
                "{\"data\":[1,2]}",
                "{\"data\":{}}",
                "{\"error\":{}}"
            })
    void answersWithoutEachItemOnceAreNone(String body) {
        assertThat(ListAnswer.read(body.getBytes(StandardCharsets.UTF_8), 2)).isNull();
    }

    @Test
    void whatIsCountedIsDividedWithoutRest() {
        ListAnswer answer = ListAnswer.read(
                ("{\"data\":[{\"index\":1,\"e\":\"b\"},{\"index\":0,\"e\":\"a\"}],"
                                + "\"usage\":{\"prompt_tokens\":7,\"total_tokens\":7}}")
                        .getBytes(StandardCharsets.UTF_8),
                2);
        assertThat(answer).isNotNull();

        assertThat(answer.divided(List.of(1, 1), List.of(2L, 1L)).stream().map(ListBodiesTest::text))
                .containsExactly(
                        "{\"data\":[{\"index\":0,\"e\":\"a\"}],\"usage\":{\"prompt_tokens\":5,\"total_tokens\":5}}",
                        "{\"data\":[{\"index\":0,\"e\":\"b\"}],\"usage\":{\"prompt_tokens\":2,\"total_tokens\":2}}");
    }

    /** Whatever becomes of a body, all of its shares are read again, and have its items. */
    @Test
    void changedBodiesAreReadOrLeft() {
        SplittableRandom random = new SplittableRandom(7);
        int read = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] body = ASKED.getBytes(StandardCharsets.UTF_8);
            for (int change = random.nextInt(3); change >= 0; change--) {
                body[random.nextInt(body.length)] =
                        (byte) (random.nextBoolean() ? "{}[]\",:\\ 1e".charAt(random.nextInt(11)) : random.nextInt());
            }
            ListRequest request = ListRequest.read(ListRequest.EMBEDDINGS, body);
            if (request != null) {
                read++;
                ListRequest share = ListRequest.read(ListRequest.EMBEDDINGS, request.share(0, request.items()));
                assertThat(share).as("round %d", round).isNotNull();
                assertThat(share.items()).isEqualTo(request.items());
                assertThat(share.alike()).isEqualTo(request.alike());
            }
        }
        assertThat(read).isBetween(1_000, 15_000);
    }

    private static ListRequest read(String path, String body) {
        ListRequest request = ListRequest.read(path, body.getBytes(StandardCharsets.UTF_8));
        assertThat(request).isNotNull();
        return request;
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }
}
