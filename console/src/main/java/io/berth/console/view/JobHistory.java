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
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
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
 * ({@link LiveView#recover}), so a killed process loses none. Of the environment of jobs nothing is written.
 */
public final class JobHistory implements Consumer<JobEntry>, AutoCloseable {
    /** Before the last value of a line; the ones before it are numbers and words of ours. */
    private static final String SPEC = ",\"spec\":";

    private final Path file;
    private final int kept;
    private FileChannel channel;
    private int lines;

    /**
     * @param submitNanos as {@link JobEntry.Stay} has it, and those after it
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
            Object spec) {}

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
            ConcurrentMap<String, JobSpec> specs = new ConcurrentHashMap<>();
            return all.subList(Math.max(0, all.size() - kept), all.size()).parallelStream()
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
    public int retain(Predicate<JobEntry> known) {
        try {
            List<String> lost = new ArrayList<>(retain(older(), known));
            channel.close();
            lost.addAll(retain(file, known));
            channel = append(file);
            lines = text(file).size();
            if (!lost.isEmpty()) {
                Files.write(
                        file.resolveSibling(file.getFileName() + ".lost"),
                        lost,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            }
            return lost.size();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private static List<String> retain(Path file, Predicate<JobEntry> known) throws IOException {
        ConcurrentMap<String, JobSpec> specs = new ConcurrentHashMap<>();
        List<String> kept = new ArrayList<>();
        List<String> lost = new ArrayList<>();
        for (String line : text(file)) {
            JobEntry entry = entry(line, specs);
            (entry == null || known.test(entry) ? kept : lost).add(line);
        }
        if (!lost.isEmpty()) {
            Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
            Files.write(unfinished, kept);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        }
        return lost;
    }

    /** Keeps a job that ended. */
    @Override
    public void accept(JobEntry job) {
        JobSpec spec = job.spec().withProgram(job.spec().program().withEnvironment(new TreeMap<>()));
        JobEntry.Stay stay = job.stay();
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
                JobWriter.document(spec)));
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
    private static JobEntry.Stay stay(Tree head) {
        long submit = head.require("submit_nanos").whole();
        long start = head.require("start_nanos").whole();
        long end = head.require("end_nanos").whole();
        Tree wait = head.get("wait_nanos");
        Tree run = head.get("run_nanos");
        Tree even = head.get("even_end_nanos");
        return new JobEntry.Stay(
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
                inArray(head, spec),
                JobPhase.valueOf(head.require("state").text().toUpperCase(Locale.ROOT)),
                (int) head.require("exit_code").whole(),
                attempt == null ? 1 : (int) attempt.whole(),
                trouble == null ? "" : trouble.text(),
                strategy == null ? "" : strategy.text());
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
