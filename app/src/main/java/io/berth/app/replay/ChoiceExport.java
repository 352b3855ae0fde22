package io.berth.app.replay;

import io.berth.live.journal.JournalReader;
import io.berth.live.journal.file.TornTail;
import io.berth.sim.choice.ChoiceEnds;
import io.berth.sim.choice.ChoiceWriter;
import io.berth.spec.input.InputException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The choices of a journal in a file: the journal is read twice, first for what came of its jobs. */
record ChoiceExport(long choices, @Nullable TornTail torn) {
    /** As many as a model is shown where nothing else is said. */
    private static final int ROWS = 128;

    /** What {@code --json} prints. */
    record Document(String file, long choices) {}

    /** Writes those of the journal in {@code folder}; packed where the name of {@code target} ends in {@code .gz}. */
    static ChoiceExport write(Path folder, Path target) {
        JournalReader first = StoredJournals.open(folder);
        ChoiceEnds ends = new ChoiceEnds(first.seed());
        first.forEachRemaining(ends::apply);
        JournalReader second = StoredJournals.open(folder);
        try (Writer out = open(target)) {
            ChoiceWriter writer = new ChoiceWriter(second.seed(), ends, ROWS, out);
            second.forEachRemaining(writer::apply);
            return new ChoiceExport(writer.choices(), second.torn());
        } catch (IOException | UncheckedIOException e) {
            throw new InputException(target.toString(), "cannot be written: " + e.getMessage());
        }
    }

    private static Writer open(Path target) throws IOException {
        OutputStream file = Files.newOutputStream(target);
        OutputStream bytes = target.toString().endsWith(".gz") ? new GZIPOutputStream(file) : file;
        return new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8));
    }
}
