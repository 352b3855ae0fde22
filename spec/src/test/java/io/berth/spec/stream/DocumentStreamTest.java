package io.berth.spec.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentStreamTest {
    private static final String JSON = """
            {"kind": "List", "items": [{"name": "a", "on": true}, {"name": "b", "list": [1, 2]}], "version": "v1"}
            """;
    private static final String YAML = """
            # Two of them.
            kind: List
            items:
            - name: a
              on: true
            - name: b
              list: [1, 2]
            version: "v1"
            """;

    /** What was told, a line each. */
    private static List<String> told(byte[] bytes) {
        List<String> told = new ArrayList<>();
        DocumentStream.read("in", new ByteArrayInputStream(bytes), new DocumentStream.Sink() {
            @Override
            public void item(Tree.Map before, Tree item) {
                told.add(text(before) + " -> " + text(item) + " at " + item.path());
            }

            @Override
            public void document(Tree rest, int items) {
                told.add(text(rest) + " of " + items);
            }
        });
        return told;
    }

    private static List<String> told(String text) {
        return told(text.getBytes(UTF_8));
    }

    private static String text(Tree tree) {
        return switch (tree) {
            case Tree.Map map ->
                map.entries().stream()
                        .map(entry -> entry.key() + "=" + text(entry.value()))
                        .toList()
                        .toString();
            case Tree.Items items ->
                items.items().stream().map(DocumentStreamTest::text).toList().toString();
            case Tree.Scalar scalar -> scalar.quoted() ? "'" + scalar.text() + "'" : scalar.text();
        };
    }

    @Test
    void itemsAreToldOneByOneWhicheverWayTheyAreWritten() {
        assertThat(told(JSON))
                .containsExactly(
                        "[kind='List'] -> [name='a', on=true] at items[0]",
                        "[kind='List'] -> [name='b', list=[1, 2]] at items[1]",
                        "[kind='List', version='v1'] of 2");
        assertThat(told(YAML))
                .containsExactly(
                        "[kind=List] -> [name=a, on=true] at items[0]",
                        "[kind=List] -> [name=b, list=[1, 2]] at items[1]",
                        "[kind=List, version='v1'] of 2");
    }

    @Test
    void documentsMayFollowEachOther() {
        assertThat(told("{\"a\": 1}{\"b\": 2}\n[{\"c\": 3}]"))
                .containsExactly("[a=1] of -1", "[b=2] of -1", "[] -> [c=3] at [0]", "[] of 1");
        assertThat(told("a: 1\n---\nb: 2\n---\n- c: 3\n"))
                .containsExactly("[a=1] of -1", "[b=2] of -1", "[] -> [c=3] at [0]", "[] of 1");
        assertThat(told("")).isEmpty();
        assertThat(told("items: 3")).containsExactly("[items=3] of -1");
    }

    @ParameterizedTest
    @ValueSource(strings = {JSON, YAML})
    void packedOrWithAMarkOfTheByteOrderTheyAreTheSame(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes(UTF_8));
        }
        assertThat(told(packed.toByteArray())).isEqualTo(told(text));
        assertThat(told("\ufeff" + text)).isEqualTo(told(text));
    }

    @Test
    void whatIsWrongIsToldWithItsPlace() {
        wrong("{\"a\": [1, 2}", "in:1:12: is not valid JSON: Unexpected close marker '}': expected ']'");
        wrong("{\"a\": nan}", "in:1:", "is not valid JSON");
        wrong("{\"a\": 1", "is not valid JSON");
        wrong("a: [1, 2\nb: 3", "in:2:", "is not valid YAML");
        wrong("a: &x 1\nb: *x", "in:2:4: is an alias, which is not followed here");
        wrong("? [a, b]\n: 1", "in:1:3: a key must be one value");
        wrong("a: \u0001", "is not valid YAML");
        wrong("{\"a\": " + "[".repeat(2_000) + "]".repeat(2_000) + "}", "is nested more than");
        wrong("a: " + "[".repeat(2_000) + "]".repeat(2_000), "in:1:", "nested");
        assertThatThrownBy(() -> told(new byte[] {'a', ':', ' ', (byte) 0xff})).isInstanceOf(InputException.class);
        assertThatThrownBy(() -> told(new byte[] {0x1f, (byte) 0x8b, 8, 1, 2, 3}))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("in: cannot be read");
    }

    private static void wrong(String text, String... says) {
        assertThatThrownBy(() -> told(text))
                .as(text)
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll(says);
    }

    @ParameterizedTest
    @ValueSource(strings = {JSON, YAML})
    void anyBytesAreToldOrRefused(String text) {
        Random random = new Random(3);
        int refused = 0;
        for (int round = 0; round < 3_000; round++) {
            byte[] bytes = text.getBytes(UTF_8);
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                told(bytes);
            } catch (InputException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(300, 2_999);
    }
}
