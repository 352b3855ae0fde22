package io.berth.console.view;

import io.berth.core.workload.JobArray;
import io.berth.core.workload.JobSpec;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.job.JobReader;
import io.berth.spec.job.JobWriter;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that ended last, in a file that outlives this process: one line of JSON each, appended in the instant in which they
 * end. When the file has as many lines as are kept, it takes the place of the one before it, so there are at most twice as many.
 *
 * <p>Lines are not forced to the disk one by one: ends since the last snapshot of the journal are also found by its recovery
 * ({@link LiveView#recover}), so a killed process loses none. Of the environment of jobs nothing is written.
 */
public final class JobHistory implements Consumer<JobEntry>, AutoCloseable {
    private final Path file;
    private final int kept;
    private FileChannel channel;
    private int lines;

    /** @param spec as job files write it */
    private record Line(
            long id,
            String state,
            int exitCode,
            long submitNanos,
            long startNanos,
            long endNanos,
            Object spec,
            int attempt,
            JobRow.@Nullable Array array) {}

    private JobHistory(Path file, int kept, FileChannel channel, int lines) {
        this.file = file;
        this.kept = kept;
        this.channel = channel;
        this.lines = lines;
    }

    /**
     * Opens the history in {@code file}, which is made where it is missing.
     *
     * @param kept how many jobs are kept at least
     * @throws UncheckedIOException where it cannot be written
     */
    public static JobHistory open(Path file, int kept) {
        try {
            int lines = text(file).size();
            FileChannel channel = append(file);
            // A line that was cut off stays alone.
            if (channel.size() > 0 && !endsWithLine(file)) {
                channel.write(ByteBuffer.wrap(new byte[] {'\n'}));
            }
            return new JobHistory(file, kept, channel, lines);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open " + file, e);
        }
    }

    /** What it holds, in the order in which the jobs ended; lines that are broken are left out. */
    public List<JobEntry> read() {
        try {
            List<String> all = new ArrayList<>(text(older()));
            all.addAll(text(file));
            List<JobEntry> entries = new ArrayList<>();
            for (String line : all.subList(Math.max(0, all.size() - kept), all.size())) {
                try {
                    entries.add(entry(JsonReader.read(Source.text("history", line))));
                } catch (InputException | IllegalArgumentException e) {
                    // Cut off by a crash, or of a version that knew other words: the other jobs are still worth
                    // listing.
                }
            }
            return Collections.unmodifiableList(entries);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** Keeps a job that ended. */
    @Override
    public void accept(JobEntry job) {
        JobSpec spec = job.spec().withProgram(job.spec().program().withEnvironment(new TreeMap<>()));
        String line = Json.line(new Line(
                job.id(),
                job.phase().text(),
                job.exitCode(),
                job.submitNanos(),
                job.startNanos(),
                job.endNanos(),
                JobWriter.document(spec),
                job.attempt(),
                job.row().array()));
        try {
            if (lines >= kept) {
                channel.close();
                Files.move(file, older(), StandardCopyOption.REPLACE_EXISTING);
                channel = append(file);
                lines = 0;
            }
            channel.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
            lines++;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    @Override
    public void close() {
        try {
            channel.force(false);
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close " + file, e);
        }
    }

    private Path older() {
        return file.resolveSibling(file.getFileName() + ".1");
    }

    private static JobEntry entry(Tree line) {
        Tree attempt = line.get("attempt");
        JobEntry.Ended ended = new JobEntry.Ended(
                line.require("id").whole(),
                spec(line),
                JobPhase.valueOf(line.require("state").text().toUpperCase(Locale.ROOT)),
                (int) line.require("exit_code").whole(),
                attempt == null ? 1 : (int) attempt.whole());
        return JobEntry.of(
                ended,
                line.require("submit_nanos").whole(),
                line.require("start_nanos").whole(),
                line.require("end_nanos").whole());
    }

    /** The job; its document does not say which of an array it was, and lines of earlier versions do not either. */
    private static JobSpec spec(Tree line) {
        JobSpec spec = JobReader.read(line.require("spec"), "");
        Tree array = line.get("array");
        if (array == null || array.isNull()) {
            return spec;
        }
        int count = (int) array.require("count").whole();
        int index = (int) array.require("index").whole();
        JobArray place = new JobArray(array.require("id").whole(), index, count, count);
        return spec.withTerms(spec.terms().withArray(place));
    }

    private static FileChannel append(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static List<String> text(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static boolean endsWithLine(Path file) throws IOException {
        try (FileChannel read = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            read.read(last, read.size() - 1);
            return last.get(0) == '\n';
        }
    }
}
