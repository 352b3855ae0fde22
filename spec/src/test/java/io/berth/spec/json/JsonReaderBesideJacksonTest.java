package io.berth.spec.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Texts near JSON: what Jackson takes is taken, and nothing else, and means the same. */
class JsonReaderBesideJacksonTest {
    private static final int TEXTS = 60_000;
    private static final JsonFactory FACTORY = new JsonFactory();

    private static final String SOUND = """
            {"name": "a\\u00e9\\n\\"\\/", "list": [1, -0, 2.5e+3, 1E-2, true, false, null, "", []],
             "nested": {"x": {"y": [[{}]]}}, "tab":\t"\u00fc\ud83d\ude00"}""";

    private static final String[] PIECES = {
        "\"", "\\", "{", "}", "[", "]", ",", ":", " ", "\n", "\r", "\t", "\0", "-", "+", ".", "e", "0", "1", "9", "\\u",
        "\\u00g0", "\\ud83d", "true", "nul", "null", "/", "//", "'", "NaN", "\u00a0", "\u0661", "\ufeff", "\u2028", "a"
    };

    @Test
    void bothTakeTheSameAndReadTheSame() {
        Random random = new Random(13);
        int taken = 0;
        for (int count = 0; count < TEXTS; count++) {
            String text = mutated(random);
            String expected = jackson(text);
            String read = berth(text);
            if (read == null && expected != null) {
                // Jackson takes a key twice, half of a surrogate pair, and digits of other scripts in an escape.
                assertThat(refusal(text)).as(text).containsAnyOf("there twice", "surrogate", "hexadecimal");
            } else {
                assertThat(read).as(text).isEqualTo(expected);
            }
            taken += expected == null ? 0 : 1;
        }
        assertThat(taken).isBetween(TEXTS / 20, TEXTS * 19 / 20);
    }

    private static String mutated(Random random) {
        StringBuilder text = new StringBuilder(SOUND);
        for (int left = random.nextInt(4); left >= 0; left--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(3)) {
                case 0 -> text.insert(at, PIECES[random.nextInt(PIECES.length)]);
                case 1 -> text.deleteCharAt(at);
                default -> text.replace(at, at + 1, PIECES[random.nextInt(PIECES.length)]);
            }
        }
        return text.toString();
    }

    private static String berth(String text) {
        try {
            return shown(JsonReader.read(Source.text("f", text)));
        } catch (InputException e) {
            return null;
        }
    }

    private static String refusal(String text) {
        try {
            return shown(JsonReader.read(Source.text("f", text)));
        } catch (InputException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static String shown(Tree tree) {
        StringBuilder shown = new StringBuilder();
        switch (tree) {
            case Tree.Map map ->
                map.entries()
                        .forEach(entry -> shown.append('<')
                                .append(entry.key())
                                .append('>')
                                .append(shown(entry.value())));
            case Tree.Items items ->
                items.items().forEach(item -> shown.append(shown(item)).append(';'));
            case Tree.Scalar scalar -> shown.append(scalar.value());
        }
        return "(" + shown + ")";
    }

    /** The same by Jackson; null where it refuses. */
    private static String jackson(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            if (parser.nextToken() == null) {
                return null;
            }
            String shown = jackson(parser);
            return parser.nextToken() == null ? shown : null;
        } catch (JsonProcessingException e) {
            return null;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String jackson(JsonParser parser) throws IOException {
        StringBuilder shown = new StringBuilder();
        switch (parser.currentToken()) {
            case START_OBJECT -> {
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    shown.append('<').append(parser.currentName()).append('>');
                    parser.nextToken();
                    shown.append(jackson(parser));
                }
            }
            case START_ARRAY -> {
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    shown.append(jackson(parser)).append(';');
                }
            }
            default -> shown.append(parser.getText());
        }
        return "(" + shown + ")";
    }
}
