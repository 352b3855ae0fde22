package io.berth.gateway.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Prompt;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyScanTest {
    private static final int MOST = 1 << 20;

    @Test
    void membersInAnyOrder() {
        BodyScan scan = scanned("""
                {"messages":[{"role":"user","content":"hi, \\"model\\": \\"no\\""}],
                 "model" : "llama-3", "stream": true , "max_tokens": 64}""");

        assertThat(scan.model()).isEqualTo("llama-3");
        assertThat(scan.stream()).isTrue();
        assertThat(scan.mostTokens()).isEqualTo(64);
        assertThat(scan.done()).isTrue();
    }

    @Test
    void membersOfInnerObjectsAreOthers() {
        BodyScan scan = scanned("""
                {"metadata":{"model":"inner","stream":true,"max_tokens":9},"model":"outer"}""");

        assertThat(scan.model()).isEqualTo("outer");
        assertThat(scan.stream()).isFalse();
        assertThat(scan.mostTokens()).isZero();
    }

    @Test
    void toTheEndTheLastModelCounts() {
        String body = "{\"model\":\"a\",\"prompt\":\"" + "x".repeat(2 * 1024) + "\",\"model\":\"b\"}";
        BodyScan early = new BodyScan(true, 1024);
        BodyScan whole = new BodyScan(true, 1024);
        whole.goOnToEnd();
        for (BodyScan scan : new BodyScan[] {early, whole}) {
            scan.feed(Unpooled.copiedBuffer(body, StandardCharsets.UTF_8));
        }
        assertThat(early.model()).isEqualTo("a");
        assertThat(whole.model()).isEqualTo("b");
        assertThat(whole.disguised()).isFalse();
    }

    @Test
    void namesWithEscapesAreDisguised() {
        assertThat(scanned("{\"model\":\"a\",\"mod\\u0065l\":\"b\"}").disguised())
                .isTrue();
        assertThat(scanned("{\"model\":\"a\\n\",\"x\":{\"\\u0065\":1}}").disguised())
                .isFalse();
    }

    @Test
    void escapesInAModel() {
        assertThat(scanned("{\"model\":\"a\\/b\\u0063\\\"d\"}").model()).isEqualTo("a/bc\"d");
        assertThat(scanned("{\"model\":\"größe\"}").model()).isEqualTo("größe");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[1,2]",
                "\"model\"",
                "nonsense",
                "{",
                "{\"model\"",
                "{\"model\":",
                "{\"model\":5}",
                "{]}",
                "}"
            })
    void whatIsNoObjectHasNoModelButWhatItSays(String body) {
        BodyScan scan = scanned(body);

        assertThat(scan.model()).isIn(null, "5");
        assertThat(scan.prompt(0).blocks()).isZero();
    }

    @Test
    void numbersThatAreNone() {
        assertThat(scanned("{\"max_tokens\":-1}").mostTokens()).isZero();
        assertThat(scanned("{\"max_tokens\":1e3}").mostTokens()).isZero();
        assertThat(scanned("{\"max_tokens\":99999999999999}").mostTokens()).isZero();
        assertThat(scanned("{\"max_tokens\":null}").mostTokens()).isZero();
    }

    @Test
    void promptsThatBeginAlikeHaveBlocksInCommon() {
        String common = "x".repeat(3_000);
        Prompt one = scanned("{\"messages\":[\"" + common + "one\"],\"model\":\"m\"}")
                .prompt(0);
        Prompt other = scanned("{\"messages\":[\"" + common + "other and more\"],\"model\":\"m\"}")
                .prompt(0);
        Prompt foreign =
                scanned("{\"messages\":[\"y" + common + "\"],\"model\":\"m\"}").prompt(0);

        int alike = 0;
        while (alike < one.blocks() && one.hash(alike) == other.hash(alike)) {
            alike++;
        }
        assertThat(one.bytesOf(alike)).isBetween(2_700L, 3_002L);
        assertThat(foreign.hash(0)).isNotEqualTo(one.hash(0));
    }

    @Test
    void itStopsWhereTheRestTellsNothing() {
        ByteBuf piece = Unpooled.copiedBuffer("{\"prompt\":\"" + "z".repeat(5_000), StandardCharsets.US_ASCII);
        BodyScan scan = new BodyScan(false, 2_048);
        scan.feed(piece);

        assertThat(scan.done()).isTrue();
        assertThat(scan.prompt(9_000).bytes()).isBetween(8_900L, 9_000L);

        BodyScan whole = new BodyScan(true, 2_048);
        whole.feed(piece);
        assertThat(whole.done()).isFalse();
        whole.feed(Unpooled.copiedBuffer("\",\"model\":\"m\"}", StandardCharsets.US_ASCII));
        assertThat(whole.model()).isEqualTo("m");
    }

    /** However it is cut, a body says the same. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void inPiecesOfAnySize(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            String body = body(random);
            BodyScan whole = scanned(body);
            BodyScan cut = new BodyScan(true, MOST);
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            int at = 0;
            while (at < bytes.length) {
                int length = Math.min(bytes.length - at, 1 + random.nextInt(random.nextBoolean() ? 3 : 600));
                cut.feed(Unpooled.wrappedBuffer(bytes, at, length));
                at += length;
            }
            assertThat(cut.model()).as(body).isEqualTo(whole.model());
            assertThat(cut.stream()).isEqualTo(whole.stream());
            assertThat(cut.mostTokens()).isEqualTo(whole.mostTokens());
            assertThat(hashes(cut.prompt(0))).isEqualTo(hashes(whole.prompt(0)));
        }
    }

    private static String hashes(Prompt prompt) {
        StringBuilder text = new StringBuilder();
        for (int block = 0; block < prompt.blocks(); block++) {
            text.append(prompt.hash(block))
                    .append('@')
                    .append(prompt.bytesOf(block + 1))
                    .append(' ');
        }
        return text.toString();
    }

    private static String body(Random random) {
        StringBuilder content = new StringBuilder();
        int length = random.nextInt(4_000);
        while (content.length() < length) {
            content.append(
                    switch (random.nextInt(12)) {
                        case 0 -> "\\\"";
                        case 1 -> "\\\\";
                        case 2 -> "\\u00e9";
                        case 3 -> "{\\n";
                        case 4 -> "}],";
                        case 5 -> "\\\"model\\\":\\\"x\\\"";
                        default -> "word ";
                    });
        }
        String messages = "\"messages\":[{\"role\":\"user\",\"content\":\"" + content + "\"}]";
        String others = "\"model\":\"m-" + random.nextInt(9) + "\",\"stream\":" + random.nextBoolean()
                + ",\"max_tokens\": " + random.nextInt(100);
        return random.nextBoolean() ? "{" + messages + "," + others + "}" : " { " + others + " , " + messages + " } ";
    }

    private static BodyScan scanned(String body) {
        BodyScan scan = new BodyScan(true, MOST);
        scan.feed(Unpooled.copiedBuffer(body, StandardCharsets.UTF_8));
        return scan;
    }
}
