package io.berth.console.view.job;

import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Phases;
import io.berth.core.workload.term.JobArray;
import io.berth.live.disk.DiskFault;
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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that ended last, in a file that outlives this process: one line of JSON each, appended in the instant in which they
 * end. When the file has as many lines as are kept, it takes the place of the one before it, so there are at most twice as many.
 *
 * <p>Lines are not forced to the disk one by one: ends since the last snapshot of the journal are also found by its recovery
 * ({@code LiveView.recover}), so a killed process loses none. Of the environment of jobs nothing is written.
 *
 * <p>What cannot be written, as the disk is full, is kept and tried again with the next job that ends and at each {@link #retry()};
 * a line that was written in part is cut off again. May be used by several threads.
 */
public final class JobHistory implements Consumer<JobEntry>, AutoCloseable {
    /** Before the last value of a line; the ones before it are numbers and words of ours. */
    private static final String SPEC = ",\"spec\":";

    private static final int PIECE_BYTES = 8 << 10;

    /** Far more than the lines that are kept can have. */
    private static final long MOST_BYTES = 4L << 30;

    private final Path file;
    private final int kept;
    private final Consumer<String> notes;
    private final ArrayDeque<String> unwritten = new ArrayDeque<>();
    private @Nullable FileChannel channel;
    private long written;
    private int lines;
    private boolean told;

    /**
     * @param submitNanos as {@link JobTimes.Stay} has it, and those after it
     * @param spec as job files write it
     */
    private record Line(
            long id,
            String state,
            int exitCode,
            int attempt,
            JobRow.@Nullable Array array,
            String trouble,
            String strategy,
            long submitNanos,
            long startNanos,
            long endNanos,
            long waitNanos,
            long runNanos,
            long evenEndNanos,
            @Nullable Integer phase,
            Object spec) {}

    private JobHistory(Path file, int kept, Consumer<String> notes) {
        this.file = file;
        this.kept = kept;
        this.notes = notes;
    }

    /** As {@link #open(Path, int, Consumer)}, with nobody who hears of a full disk. */
    public static JobHistory open(Path file, int kept) {
        return open(file, kept, _ -> {});
    }

    /**
     * Opens the history in {@code file}, which is made where it is missing.
     *
     * @param kept how many jobs are kept at least
     * @param notes hear it once when lines cannot be written, and once when all are
     * @throws InputException where it is no file that a history can be
     * @throws UncheckedIOException where it cannot be read
     */
    public static JobHistory open(Path file, int kept, Consumer<String> notes) {
        JobHistory history = new JobHistory(file, kept, notes);
        try {
            check(file);
            history.lines = HistoryLines.count(file);
            history.begin();
        } catch (IOException e) {
            if (!DiskFault.full(e)) {
                throw new UncheckedIOException("cannot open " + file + ": " + e.getMessage(), e);
            }
            // The first line that is to be written tries again.
            history.channel = null;
        }
        return history;
    }

    /** Opens the file; what a crash left of a line is cut off, since recovery tells of that job again. */
    private FileChannel begin() throws IOException {
        FileChannel opened =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            long size = opened.size();
            written = endOfLines(opened, size);
            if (written < size) {
                opened.truncate(written);
            }
            opened.position(written);
        } catch (IOException e) {
            opened.close();
            throw e;
        }
        channel = opened;
        return opened;
    }

    /** Behind the last end of a line among the first {@code size} bytes. */
    private static long endOfLines(FileChannel read, long size) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
        for (long end = size; end > 0; end -= piece.limit()) {
            piece.clear().limit((int) Math.min(PIECE_BYTES, end));
            long from = end - piece.limit();
            while (piece.hasRemaining() && read.read(piece, from + piece.position()) >= 0) {
                // Until it is full.
            }
            for (int at = piece.limit() - 1; at >= 0; at--) {
                if (piece.get(at) == '\n') {
                    return from + at + 1;
                }
            }
        }
        return 0;
    }

    /** What it holds, in the order in which the jobs ended; lines that are broken are left out. */
    public List<JobEntry> read() {
        try {
            check(older());
            HistoryLines all = new HistoryLines(kept);
            all.read(older());
            all.read(file);
            ConcurrentMap<String, JobSpec> specs = new ConcurrentHashMap<>();
            return all.last().parallelStream()
                    .flatMap(line -> Stream.ofNullable(entry(line, specs)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /**
     * Leaves out, from now on, the jobs that are not {@code known}; what is left out is set aside in a file of the same name with the
     * ending {@code .lost}.
     *
     * @return how many were left out
     */
    public synchronized int retain(Predicate<JobEntry> known) {
        try {
            List<String> lost = new ArrayList<>(retain(older(), known));
            lost.addAll(retain(file, known));
            if (!lost.isEmpty()) {
                Files.write(
                        file.resolveSibling(file.getFileName() + ".lost"),
                        lost,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            }
            return lost.size();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    private List<String> retain(Path part, Predicate<JobEntry> known) throws IOException {
        HistoryLines all = new HistoryLines(kept);
        all.read(part);
        ConcurrentMap<String, JobSpec> specs = new ConcurrentHashMap<>();
        List<String> left = new ArrayList<>();
        List<String> lost = new ArrayList<>();
        for (String line : all.last()) {
            JobEntry entry = entry(line, specs);
            (entry == null || known.test(entry) ? left : lost).add(line);
        }
        if (!lost.isEmpty()) {
            replace(part, left);
        }
        return lost;
    }

    private void replace(Path part, List<String> left) throws IOException {
        FileChannel before = channel;
        if (part.equals(file) && before != null) {
            channel = null;
            before.close();
        }
        Path unfinished = part.resolveSibling(part.getFileName() + ".tmp");
        Files.write(unfinished, left);
        Files.move(unfinished, part, StandardCopyOption.ATOMIC_MOVE);
        if (part.equals(file)) {
            lines = left.size();
            begin();
        }
    }

    /** Keeps a job that ended. */
    @Override
    public void accept(JobEntry job) {
        JobSpec spec = EndedSpec.withoutEnvironment(job.spec());
        JobTimes.Stay stay = job.stay();
        String line = Json.line(new Line(
                job.id(),
                job.phase().text(),
                job.exitCode(),
                job.attempt(),
                job.row().array(),
                job.trouble(),
                job.strategy(),
                stay.submitNanos(),
                stay.startNanos(),
                stay.endNanos(),
                stay.waitNanos(),
                stay.runNanos(),
                stay.evenEndNanos(),
                spec.phases().any() ? spec.phases().at() : null,
                JobWriter.document(spec)));
        keep(line + "\n");
    }

    private synchronized void keep(String line) {
        unwritten.addLast(line);
        if (unwritten.size() > kept) {
            // More is not listed by anybody.
            unwritten.removeFirst();
        }
        retry();
    }

    /** Writes what could not be written so far, as far as that goes now. */
    public synchronized void retry() {
        try {
            while (!unwritten.isEmpty()) {
                write(unwritten.getFirst());
                unwritten.removeFirst();
            }
            if (told) {
                notes.accept("the ends of jobs are all in " + file + " again");
            }
            told = false;
        } catch (IOException e) {
            if (!told) {
                notes.accept("the ends of jobs cannot be written to " + file + ", will try again: " + e.getMessage());
            }
            told = true;
        }
    }

    private static void check(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file) || Files.exists(file) && Files.size(file) > MOST_BYTES) {
            throw new InputException(
                    file.toString(),
                    "is no history of jobs: it must be a file of at most " + (MOST_BYTES >> 20)
                            + " MiB; move it away, and the jobs that ended before are not listed any more");
        }
    }

    private void write(String line) throws IOException {
        if (lines >= kept && Files.exists(file)) {
            FileChannel full = channel;
            channel = null;
            if (full != null) {
                full.close();
            }
            Files.move(file, older(), StandardCopyOption.REPLACE_EXISTING);
            lines = 0;
        }
        FileChannel open = channel == null ? begin() : channel;
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        int length = bytes.remaining();
        if (open.position() != written) {
            cut(open);
        }
        try {
            while (bytes.hasRemaining()) {
                open.write(bytes);
            }
        } catch (IOException e) {
            cut(open);
            throw e;
        }
        written += length;
        lines++;
    }

    private void cut(FileChannel open) throws IOException {
        open.truncate(written);
        open.position(written);
    }

    @Override
    public synchronized void close() {
        retry();
        try (FileChannel open = channel) {
            if (open != null) {
                open.force(false);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close " + file + ": " + e.getMessage(), e);
        }
    }

    private Path older() {
        return file.resolveSibling(file.getFileName() + ".1");
    }

    /**
     * The job of a line; null where it was cut off by a crash, or is of a version that knew other words: the other jobs are still
     * worth listing.
     *
     * @param specs by their text: many jobs are alike, and a start is not to wait until each was read
     */
    private static @Nullable JobEntry entry(String line, ConcurrentMap<String, JobSpec> specs) {
        int at = line.indexOf(SPEC);
        if (at < 0 || !line.endsWith("}")) {
            return null;
        }
        try {
            Tree head = JsonReader.read(Source.text("history", line.substring(0, at) + "}"));
            String text = line.substring(at + SPEC.length(), line.length() - 1);
            JobSpec spec =
                    specs.computeIfAbsent(text, _ -> JobReader.read(JsonReader.read(Source.text("history", text)), ""));
            return JobEntry.of(ended(head, spec), stay(head));
        } catch (InputException | IllegalArgumentException e) {
            return null;
        }
    }

    /** Lines of earlier versions do not say how long; then no step of the clock was left out. */
    private static JobTimes.Stay stay(Tree head) {
        long submit = head.require("submit_nanos").whole();
        long start = head.require("start_nanos").whole();
        long end = head.require("end_nanos").whole();
        Tree wait = head.get("wait_nanos");
        Tree run = head.get("run_nanos");
        Tree even = head.get("even_end_nanos");
        return new JobTimes.Stay(
                submit,
                start,
                end,
                wait == null ? (start < 0 ? end : start) - submit : wait.whole(),
                run != null ? run.whole() : start < 0 ? -1 : end - start,
                even == null ? end : even.whole());
    }

    /** Lines of earlier versions have neither attempt nor array nor trouble nor strategy. */
    private static JobEntry.Ended ended(Tree head, JobSpec spec) {
        Tree attempt = head.get("attempt");
        Tree trouble = head.get("trouble");
        Tree strategy = head.get("strategy");
        return new JobEntry.Ended(
                head.require("id").whole(),
                inPhase(head, inArray(head, spec)),
                JobPhase.valueOf(head.require("state").text().toUpperCase(Locale.ROOT)),
                (int) head.require("exit_code").whole(),
                attempt == null ? 1 : (int) attempt.whole(),
                trouble == null ? "" : trouble.text(),
                strategy == null ? "" : strategy.text());
    }

    /** The job in the phase in which it ended, which its own document does not say. */
    private static JobSpec inPhase(Tree head, JobSpec spec) {
        Tree phase = head.get("phase");
        return phase == null || phase.isNull() || !spec.phases().any()
                ? spec
                : spec.withPhases(new Phases(spec.phases().all(), (int) phase.whole()));
    }

    /** The job as the one of its array that it was, which its own document does not say. */
    private static JobSpec inArray(Tree head, JobSpec spec) {
        Tree array = head.get("array");
        if (array == null || array.isNull()) {
            return spec;
        }
        int count = (int) array.require("count").whole();
        int index = (int) array.require("index").whole();
        JobArray place = new JobArray(array.require("id").whole(), index, count, count);
        return spec.withTerms(spec.terms().withArray(place));
    }
}
