package io.berth.spec.stream;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.berth.spec.input.InputException;
import io.berth.spec.input.InputFile;
import io.berth.spec.input.Position;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;

/** Those of JSON documents, one after another with or without lines between. */
final class JsonTokens implements Tokens {
    // Interning the keys of strangers would fill a table that is never emptied.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    private static final Pattern PARENTHESES = Pattern.compile(" ?\\([^()]*\\[Source: [^]]*][^)]*\\)");

    private final String name;
    private final JsonParser parser;

    JsonTokens(String name, InputStream in) {
        this.name = name;
        try {
            this.parser = FACTORY.createParser(in);
        } catch (IOException e) {
            throw InputFile.unreadable(name, e);
        }
    }

    @Override
    public Kind next() {
        try {
            JsonToken token = parser.nextToken();
            return token == null
                    ? Kind.END
                    : switch (token) {
                        case START_OBJECT -> Kind.MAP;
                        case END_OBJECT -> Kind.MAP_END;
                        case START_ARRAY -> Kind.LIST;
                        case END_ARRAY -> Kind.LIST_END;
                        case FIELD_NAME -> Kind.KEY;
                        default -> Kind.VALUE;
                    };
        } catch (JsonProcessingException e) {
            throw invalid(e);
        } catch (IOException e) {
            throw InputFile.unreadable(name, e);
        }
    }

    @Override
    public String text() {
        try {
            return parser.getText();
        } catch (JsonProcessingException e) {
            throw invalid(e);
        } catch (IOException e) {
            throw InputFile.unreadable(name, e);
        }
    }

    @Override
    public boolean quoted() {
        return parser.currentToken() == JsonToken.VALUE_STRING;
    }

    @Override
    public Position position() {
        return at(parser.currentTokenLocation());
    }

    private Position at(JsonLocation location) {
        return new Position(name, location.getLineNr(), location.getColumnNr());
    }

    private InputException invalid(JsonProcessingException e) {
        // What the library says of its source is no help to who wrote it.
        String why = PARENTHESES.matcher(e.getOriginalMessage()).replaceAll("");
        return InputException.at(
                at(e.getLocation()),
                "",
                "is not valid JSON: " + why.lines().findFirst().orElse(""));
    }
}
