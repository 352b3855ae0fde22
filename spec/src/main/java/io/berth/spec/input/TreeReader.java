package io.berth.spec.input;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Reads one YAML document (JSON is YAML) into a {@link Tree}. Whatever is wrong with the text is an {@link InputException}.
 */
public final class TreeReader {
    /** Lists and maps within one another; the YAML composer recurses, so a bound is needed. */
    public static final int MAX_DEPTH = 64;

    /** Values after aliases are followed, so that nine lines of aliases cannot become a billion values. */
    public static final int MAX_VALUES = 200_000;

    private static final Set<String> TAGS = Set.of("str", "int", "float", "bool", "null", "map", "seq");
    private static final String TAG_PREFIX = "tag:yaml.org,2002:";

    private final Source source;
    private final int most;
    private int values;

    private TreeReader(Source source, int most) {
        this.most = most;
        this.source = source;
    }

    /** The document in {@code source}. */
    public static Tree read(Source source) {
        return read(source, "");
    }

    /** The document in {@code source}, which is the value of the key {@code path} of a larger one. */
    public static Tree read(Source source, String path) {
        return read(source, path, MAX_VALUES);
    }

    /** The same; it may have at most {@code mostValues}. */
    public static Tree read(Source source, String path, int mostValues) {
        if (source.text().length() > Source.MAX_BYTES) {
            throw new InputException(source.name(), "is too large: more than " + Source.MAX_BYTES + " characters");
        }
        TreeReader reader = new TreeReader(source, mostValues);
        Node root = reader.compose();
        return reader.tree(root, path, 1);
    }

    private Node compose() {
        LoadSettings settings = LoadSettings.builder().setLabel(source.name()).build();
        Optional<Node> root;
        try {
            checkSize(settings);
            root = new Compose(settings).composeString(source.text());
        } catch (InputException e) {
            throw e;
        } catch (MarkedYamlEngineException e) {
            throw syntaxError(e);
        } catch (ReaderException e) {
            throw InputException.at(
                    positionOf(e.getPosition()), "", "has a character that text may not have (" + hex(e) + ")");
        } catch (RuntimeException e) {
            // The library reports most errors with their place, and a few (a bad escape, a map as a key) without.
            throw InputException.at(Position.of(source.name()), "", "is not valid YAML: " + firstLine(e.getMessage()));
        }
        return root.orElseThrow(() -> new InputException(source.name(), "is empty"));
    }

    /**
     * Refuses deep nesting, and more values than are taken, from the event stream, which is flat, before the composer recurses into it
     * and fills the heap.
     */
    private void checkSize(LoadSettings settings) {
        int depth = 0;
        int seen = 0;
        // Of each map or list that is open: in a map every other one is a key, which counts as no value.
        boolean[] map = new boolean[MAX_DEPTH + 2];
        boolean[] key = new boolean[MAX_DEPTH + 2];
        for (Event event : new Parse(settings).parseString(source.text())) {
            switch (event.getEventId()) {
                case MappingStart, SequenceStart -> {
                    key[depth] = map[depth] && !key[depth];
                    depth++;
                    map[depth] = event.getEventId() == Event.ID.MappingStart;
                    key[depth] = false;
                    seen++;
                }
                case Scalar, Alias -> {
                    key[depth] = map[depth] && !key[depth];
                    seen += key[depth] ? 0 : 1;
                }
                case MappingEnd, SequenceEnd -> depth--;
                default -> {
                    // The begin and end of the document.
                }
            }
            if (depth > MAX_DEPTH) {
                throw InputException.at(
                        position(event.getStartMark().orElse(null)),
                        "",
                        "is nested more than " + MAX_DEPTH + " levels deep");
            }
            if (seen > most) {
                throw InputException.at(
                        position(event.getStartMark().orElse(null)), "", "has too many values: more than " + most);
            }
        }
    }

    private Tree tree(Node node, String path, int depth) {
        Position position = position(node.getStartMark().orElse(null));
        if (++values > most || depth > MAX_DEPTH) {
            throw InputException.at(position, "", "has too many values: aliases repeat or contain one another");
        }
        String tag = node.getTag().getValue();
        if (!tag.startsWith(TAG_PREFIX) || !TAGS.contains(tag.substring(TAG_PREFIX.length()))) {
            throw InputException.at(position, path, "the tag " + Quote.of(tag) + " is not supported");
        }
        return switch (node) {
            case ScalarNode scalar ->
                new Tree.Scalar(position, path, scalar.getValue(), scalar.getScalarStyle() != ScalarStyle.PLAIN);
            case SequenceNode sequence -> items(sequence, position, path, depth);
            case MappingNode mapping -> map(mapping, position, path, depth);
            default -> throw InputException.at(position, path, "is neither value nor list nor map");
        };
    }

    private Tree items(SequenceNode node, Position position, String path, int depth) {
        List<Tree> items = new ArrayList<>();
        for (Node item : node.getValue()) {
            items.add(tree(item, path + "[" + items.size() + "]", depth + 1));
        }
        return new Tree.Items(position, path, items);
    }

    private Tree map(MappingNode node, Position position, String path, int depth) {
        List<Tree.Entry> entries = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (NodeTuple tuple : node.getValue()) {
            Position keyPosition = position(tuple.getKeyNode().getStartMark().orElse(null));
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw InputException.at(keyPosition, path, "a key must be one value, not a list or a map");
            }
            if (!seen.add(key.getValue())) {
                throw InputException.at(keyPosition, path, "the key " + Quote.of(key.getValue()) + " is there twice");
            }
            Tree value = tree(tuple.getValueNode(), Tree.below(path, key.getValue()), depth + 1);
            entries.add(new Tree.Entry(keyPosition, key.getValue(), value));
        }
        return new Tree.Map(position, path, entries);
    }

    private InputException syntaxError(MarkedYamlEngineException e) {
        Mark context = e.getContextMark().orElse(null);
        Mark problem = e.getProblemMark().orElse(context);
        String doing = firstLine(e.getContext());
        String words = (doing.isEmpty() ? "" : doing + ", ") + firstLine(e.getProblem());
        // Where the quote or bracket was opened whose end is missing: that is the line to look at.
        String opening = context == null || problem == null || context.getLine() == problem.getLine()
                ? ""
                : " (begun in line " + (context.getLine() + 1) + ")";
        return InputException.at(position(problem), "", "is not valid YAML: " + words + opening);
    }

    private Position position(@Nullable Mark mark) {
        return mark == null ? Position.of(source.name()) : source.position(mark.getLine() + 1, mark.getColumn() + 1);
    }

    private Position positionOf(int index) {
        int[] points = source.text().codePoints().limit(Math.max(0, index)).toArray();
        int line = 1;
        int column = 1;
        for (int point : points) {
            column = point == '\n' ? 1 : column + 1;
            line += point == '\n' ? 1 : 0;
        }
        return source.position(line, column);
    }

    private static String hex(ReaderException e) {
        return String.format("U+%04X", e.getCodePoint());
    }

    private static String firstLine(@Nullable String message) {
        if (message == null) {
            return "";
        }
        return message.strip().lines().findFirst().orElse("").replaceAll("\\(\\d+\\)", "");
    }
}
