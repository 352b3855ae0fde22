package io.berth.sim.report.page;

import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a page says, by key, in each of its languages. The texts are files beside this class, one per language. */
public final class PageText {
    /** The languages there are, the first where nobody chose. */
    public static final List<String> LANGUAGES = List.of("en", "zh");

    private PageText() {}

    /** The texts of {@code language} by key. */
    static SortedMap<String, String> of(String language) {
        String name = "text-" + language + ".yaml";
        TreeMap<String, String> texts = new TreeMap<>();
        for (Tree.Entry entry :
                TreeReader.read(Source.text(name, resource(name))).entries()) {
            texts.put(entry.key(), entry.value().text());
        }
        return texts;
    }

    /** The text of the file {@code name} beside this class. */
    static String resource(String name) {
        try (InputStream in = PageText.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("The file " + name + " is missing from this build.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
