package io.berth.spec.stream;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** Those of YAML documents, one after another. Programs that write large ones use no aliases, and none are followed. */
final class YamlTokens implements Tokens {
    private enum Next {
        KEY,
        VALUE,
        ITEM
    }

    private final String name;
    private final Iterator<Event> events;
    /** What comes next in each map or list that is open, the innermost first. */
    private final ArrayDeque<Next> open = new ArrayDeque<>();

    private String text = "";
    private boolean quoted;
    private Position position;

    YamlTokens(String name, InputStream in) {
        this.name = name;
        this.position = Position.of(name);
        LoadSettings settings = LoadSettings.builder()
                .setLabel(name)
                .setCodePointLimit(Integer.MAX_VALUE)
                .build();
        // Bytes that are no text are an error, and not replaced.
        InputStreamReader reader = new InputStreamReader(
                in,
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
        this.events = new Parse(settings).parseReader(reader).iterator();
    }

    @Override
    public Kind next() {
        while (true) {
            Event event = event();
            if (event == null) {
                return Kind.END;
            }
            position = at(event.getStartMark().orElse(null));
            switch (event.getEventId()) {
                case MappingStart -> {
                    value(event);
                    open.push(Next.KEY);
                    return Kind.MAP;
                }
                case SequenceStart -> {
                    value(event);
                    open.push(Next.ITEM);
                    return Kind.LIST;
                }
                case MappingEnd -> {
                    open.pop();
                    return Kind.MAP_END;
                }
                case SequenceEnd -> {
                    open.pop();
                    return Kind.LIST_END;
                }
                case Scalar -> {
                    return scalar((ScalarEvent) event);
                }
                case Alias -> throw InputException.at(position, "", "is an alias, which is not followed here");
                default -> {
                    // The begin or end of a document, or a comment.
                }
            }
        }
    }

    private Kind scalar(ScalarEvent scalar) {
        text = scalar.getValue();
        quoted = scalar.getScalarStyle() != ScalarStyle.PLAIN;
        boolean key = open.peek() == Next.KEY;
        turn();
        return key ? Kind.KEY : Kind.VALUE;
    }

    /** A map or list begins where a value stands. */
    private void value(Event event) {
        if (open.peek() == Next.KEY) {
            throw InputException.at(
                    at(event.getStartMark().orElse(null)), "", "a key must be one value, not a list or a map");
        }
        turn();
    }

    /** In a map, a key comes after a value and a value after a key. */
    private void turn() {
        Next now = open.peek();
        if (now == Next.KEY || now == Next.VALUE) {
            open.pop();
            open.push(now == Next.KEY ? Next.VALUE : Next.KEY);
        }
    }

    /** The next event; null at the end. */
    private @Nullable Event event() {
        try {
            return events.hasNext() ? events.next() : null;
        } catch (MarkedYamlEngineException e) {
            Mark problem = e.getProblemMark().or(e::getContextMark).orElse(null);
            throw InputException.at(at(problem), "", "is not valid YAML: " + e.getProblem());
        } catch (RuntimeException e) {
            // The library has no one type for bytes that are no text, characters that YAML forbids, and a file that
            // fails.
            String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw InputException.at(position, "", "is not valid YAML: " + why);
        }
    }

    private Position at(@Nullable Mark mark) {
        return mark == null ? Position.of(name) : new Position(name, mark.getLine() + 1, mark.getColumn() + 1);
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public boolean quoted() {
        return quoted;
    }

    @Override
    public Position position() {
        return position;
    }
}
