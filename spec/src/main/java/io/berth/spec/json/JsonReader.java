package io.berth.spec.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads one JSON document (RFC 8259) into a {@link Tree}, with the limits of {@link TreeReader}. Nearly all JSON is YAML, but for
 * tabs, and YAML that is no JSON is refused here: a program that means JSON should hear of its mistake.
 */
public final class JsonReader {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(TreeReader.MAX_DEPTH + 1)
                    .maxStringLength(Source.MAX_BYTES)
                    .build())
            .build();

    private final Source source;
    private final JsonParser parser;
    private final int most;
    private int values;

    private JsonReader(Source source, JsonParser parser, int most) {
        this.most = most;
        this.source = source;
        this.parser = parser;
    }

    /** The document in {@code source}; whatever is wrong with it is an {@link InputException}. */
    public static Tree read(Source source) {
        return read(source, TreeReader.MAX_VALUES);
    }

    /** The same; it may have at most {@code mostValues}. */
    public static Tree read(Source source, int mostValues) {
        if (source.text().length() > Source.MAX_BYTES) {
            throw new InputException(source.name(), "is too large: more than " + Source.MAX_BYTES + " characters");
        }
        try (JsonParser parser = FACTORY.createParser(source.text())) {
            return new JsonReader(source, parser, mostValues).document();
        } catch (JsonProcessingException e) {
            JsonLocation place = e.getLocation();
            Position position = place == null
                    ? Position.of(source.name())
                    : source.position(place.getLineNr(), place.getColumnNr());
            throw InputException.at(position, "", "is not valid JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new InputException(source.name(), "cannot be read: " + e.getMessage());
        }
    }

    private Tree document() throws IOException {
        if (parser.nextToken() == null) {
            throw new InputException(source.name(), "is empty");
        }
        Tree root = value("", 1);
        if (parser.nextToken() != null) {
            throw InputException.at(position(), "", "is not valid JSON: more follows after the document");
        }
        return root;
    }

    /** The value at which the parser stands; it stands at its last token after. */
    private Tree value(String path, int depth) throws IOException {
        Position position = position();
        if (depth > TreeReader.MAX_DEPTH) {
            throw InputException.at(position, "", "is nested more than " + TreeReader.MAX_DEPTH + " levels deep");
        }
        if (++values > most) {
            throw InputException.at(position, "", "has too many values: more than " + most);
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> map(position, path, depth);
            case START_ARRAY -> items(position, path, depth);
            case VALUE_STRING -> new Tree.Scalar(position, path, text(position, path), true);
            default -> new Tree.Scalar(position, path, parser.getText(), false);
        };
    }

    private Tree map(Position position, String path, int depth) throws IOException {
        List<Tree.Entry> entries = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            Position place = position();
            String key = text(place, path);
            if (!seen.add(key)) {
                throw InputException.about(place, path, key, "the key " + Quote.of(key) + " is there twice");
            }
            parser.nextToken();
            entries.add(new Tree.Entry(place, key, value(Tree.below(path, key), depth + 1)));
        }
        return new Tree.Map(position, path, entries);
    }

    private Tree items(Position position, String path, int depth) throws IOException {
        List<Tree> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(path + "[" + items.size() + "]", depth + 1));
        }
        return new Tree.Items(position, path, items);
    }

    /** A text; half of a surrogate pair, which JSON can escape, is none and would not survive being written as UTF-8. */
    private String text(Position position, String path) throws IOException {
        String text = parser.getText();
        boolean broken = text.codePoints().anyMatch(point -> Character.getType(point) == Character.SURROGATE);
        if (broken) {
            throw InputException.at(position, path, "holds half of a surrogate pair, which is no text");
        }
        return text;
    }

    private Position position() {
        JsonLocation place = parser.currentTokenLocation();
        return source.position(place.getLineNr(), place.getColumnNr());
    }
}
