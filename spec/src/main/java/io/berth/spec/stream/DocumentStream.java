package io.berth.spec.stream;

import io.berth.spec.input.InputException;
import io.berth.spec.input.InputFile;
import io.berth.spec.input.Position;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * Reads documents of any size that other programs wrote: JSON one after another, or YAML, plain or gzip. The items of a list that stands
 * at the top of a document, by itself or under {@link #ITEMS}, are handed on one by one and are not kept.
 */
public final class DocumentStream {
    /** The key whose list is handed on item by item. */
    public static final String ITEMS = "items";

    private static final int GZIP = 0x1f8b;
    private static final int LOOK_AHEAD = 4096;
    private static final String BOM = "\u00ef\u00bb\u00bf";

    private final Tokens tokens;
    private final Sink sink;

    /** Hears what there is, in its order. */
    public interface Sink {
        /**
         * One of the items of a document.
         *
         * @param before what stands before them in it
         */
        void item(Tree.Map before, Tree item);

        /**
         * A document is at its end.
         *
         * @param rest all of it but its items
         * @param items how many those were; -1 where it has no list of them
         */
        void document(Tree rest, int items);
    }

    private DocumentStream(Tokens tokens, Sink sink) {
        this.tokens = tokens;
        this.sink = sink;
    }

    /**
     * Hands all that is in {@code in} to {@code sink}.
     *
     * @param name what errors call it
     * @throws InputException where it is neither JSON nor YAML, or is nested too deep
     */
    public static void read(String name, InputStream in, Sink sink) {
        try {
            BufferedInputStream plain = new BufferedInputStream(unpacked(new BufferedInputStream(in)));
            Tokens tokens = isJson(plain) ? new JsonTokens(name, plain) : new YamlTokens(name, plain);
            DocumentStream documents = new DocumentStream(tokens, sink);
            for (Tokens.Kind kind = tokens.next(); kind != Tokens.Kind.END; kind = tokens.next()) {
                documents.document(kind);
            }
        } catch (IOException e) {
            throw InputFile.unreadable(name, e);
        }
    }

    private static InputStream unpacked(BufferedInputStream in) throws IOException {
        in.mark(2);
        int magic = in.read() << 8 | in.read();
        in.reset();
        return magic == GZIP ? new GZIPInputStream(in) : in;
    }

    /** By its first sign; a mark of the byte order is gone over. */
    private static boolean isJson(BufferedInputStream in) throws IOException {
        in.mark(LOOK_AHEAD);
        for (int i = 0; i < BOM.length(); i++) {
            if (in.read() != BOM.charAt(i)) {
                in.reset();
                break;
            }
        }
        in.mark(LOOK_AHEAD);
        int first = ' ';
        for (int i = 1; i < LOOK_AHEAD && " \t\r\n".indexOf(first) >= 0; i++) {
            first = in.read();
        }
        in.reset();
        return first == '{' || first == '[';
    }

    private void document(Tokens.Kind kind) {
        Position position = tokens.position();
        switch (kind) {
            case MAP -> {
                List<Tree.Entry> entries = new ArrayList<>();
                int items = -1;
                while (tokens.next() == Tokens.Kind.KEY) {
                    Position place = tokens.position();
                    String key = tokens.text();
                    Tokens.Kind value = tokens.next();
                    if (key.equals(ITEMS) && value == Tokens.Kind.LIST) {
                        items = items(new Tree.Map(position, "", entries), ITEMS);
                    } else {
                        entries.add(new Tree.Entry(place, key, value(value, key, 2)));
                    }
                }
                sink.document(new Tree.Map(position, "", entries), items);
            }
            case LIST -> {
                Tree.Map before = new Tree.Map(position, "", List.of());
                sink.document(before, items(before, ""));
            }
            default -> sink.document(value(kind, "", 1), -1);
        }
    }

    private int items(Tree.Map before, String path) {
        int items = 0;
        for (Tokens.Kind kind = tokens.next(); kind != Tokens.Kind.LIST_END; kind = tokens.next()) {
            sink.item(before, value(kind, path + "[" + items + "]", 3));
            items++;
        }
        return items;
    }

    private Tree value(Tokens.Kind kind, String path, int depth) {
        Position position = tokens.position();
        if (depth > TreeReader.MAX_DEPTH) {
            throw InputException.at(position, "", "is nested more than " + TreeReader.MAX_DEPTH + " levels deep");
        }
        return switch (kind) {
            case MAP -> {
                // Of a key that is there twice the last counts, as for the programs that write such documents.
                LinkedHashMap<String, Tree.Entry> entries = new LinkedHashMap<>();
                while (tokens.next() == Tokens.Kind.KEY) {
                    Position place = tokens.position();
                    String key = tokens.text();
                    Tree value = value(tokens.next(), Tree.below(path, key), depth + 1);
                    entries.put(key, new Tree.Entry(place, key, value));
                }
                yield new Tree.Map(position, path, List.copyOf(entries.values()));
            }
            case LIST -> {
                List<Tree> items = new ArrayList<>();
                for (Tokens.Kind next = tokens.next(); next != Tokens.Kind.LIST_END; next = tokens.next()) {
                    items.add(value(next, path + "[" + items.size() + "]", depth + 1));
                }
                yield new Tree.Items(position, path, items);
            }
            default -> new Tree.Scalar(position, path, tokens.text(), tokens.quoted());
        };
    }
}
