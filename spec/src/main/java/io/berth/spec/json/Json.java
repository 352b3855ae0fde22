package io.berth.spec.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/**
 * Writes documents of records, maps, lists, texts, numbers and flags as JSON. Keys stand in the order of the record or map;
 * the names of record components and enum constants become snake case. NaN and the infinities, which JSON has not, become
 * {@code null}. The same document is the same bytes on every machine.
 */
public final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    /** Two spaces and a line feed, whatever the platform's line end is. */
    private static final DefaultIndenter INDENT = new DefaultIndenter("  ", "\n");

    private static final Separators SEPARATORS = Separators.createDefaultInstance()
            .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
            .withObjectEmptySeparator("")
            .withArrayEmptySeparator("");

    private Json() {}

    /** {@code document} on one line, without a line end: a line of JSON lines. */
    public static String line(@Nullable Object document) {
        StringWriter text = new StringWriter();
        write(document, text, false);
        return text.toString();
    }

    /** {@code document} over several lines, with a line end. */
    public static String pretty(@Nullable Object document) {
        StringWriter text = new StringWriter();
        write(document, text, true);
        return text.append('\n').toString();
    }

    /** Writes {@link #pretty} to {@code out} and flushes it; it stays open. */
    public static void write(@Nullable Object document, Writer out) {
        write(document, out, true);
        try {
            out.write('\n');
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(@Nullable Object document, Writer out, boolean pretty) {
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            if (pretty) {
                generator.setPrettyPrinter(new DefaultPrettyPrinter(SEPARATORS)
                        .withObjectIndenter(INDENT)
                        .withArrayIndenter(INDENT));
            }
            new JsonValue(generator).write(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
