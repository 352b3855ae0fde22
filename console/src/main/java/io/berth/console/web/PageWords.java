package io.berth.console.web;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The texts of the page in one of its languages, for those who say the same elsewhere. */
public final class PageWords {
    /** That of the server's own sentences. */
    public static final String ENGLISH = "en";

    /** The languages that there are. */
    public static final List<String> LANGUAGES = List.of(ENGLISH, "zh");

    private final String language;
    private final Map<String, String> texts = new TreeMap<>();

    private PageWords(String language) {
        this.language = language;
    }

    /** @throws InputException where there is no such {@code language}; it names {@code option} */
    public static PageWords of(String option, String language) {
        if (!LANGUAGES.contains(language)) {
            throw new InputException(option, InputException.unknown("language", language, LANGUAGES));
        }
        PageWords words = new PageWords(language);
        try (InputStream in = PageWords.class.getResourceAsStream("text-" + language + ".json")) {
            if (in == null) {
                throw new IllegalStateException("The texts of language (" + language + ") are not there.");
            }
            String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            JsonReader.read(Source.text(language, json))
                    .entries()
                    .forEach(entry -> words.texts.put(entry.key(), entry.value().text()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return words;
    }

    /** True for the language in which the server speaks. */
    public boolean english() {
        return language.equals(ENGLISH);
    }

    /** The text of {@code key}, in which each {@code {name}} is what {@code values} has for it; the key itself where it has none. */
    public String text(String key, Map<String, String> values) {
        String text = or(key, key);
        for (Map.Entry<String, String> value : values.entrySet()) {
            text = text.replace("{" + value.getKey() + "}", value.getValue());
        }
        return text;
    }

    /** The text of {@code key}; {@code other} where there is none: words of the server may be newer. */
    public String or(String key, String other) {
        @Nullable String text = texts.get(key);
        return text == null ? other : text;
    }
}
