package io.berth.spec.json;

import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import java.util.ArrayList;
import java.util.List;

/** Reads JSON lines: one JSON document per line, each a {@link Tree}. */
public final class JsonLines {
    private JsonLines() {}

    /** The document in {@code line}; {@code name} is what errors call where it came from, with the number of the line. */
    public static Tree read(String name, String line) {
        return TreeReader.read(Source.inline(name, line));
    }

    /** The documents in {@code source}; blank lines are none. */
    public static List<Tree> readAll(Source source) {
        List<Tree> documents = new ArrayList<>();
        int number = 0;
        for (String line : source.text().lines().toList()) {
            number++;
            if (!line.isBlank()) {
                documents.add(read(source.name() + ":" + number, line));
            }
        }
        return documents;
    }
}
