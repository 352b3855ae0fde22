package io.berth.console.curve;

import io.berth.console.view.job.JobEntry;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The curves in files of JSON lines, one for each job, so that they outlive this process and their job: first how the job stands,
 * then its series. A file also holds how far the output of
 * each task was read, so that a restart reads nothing twice.
 */
final class CurveFile {
    /** Jobs of so many numbers share a folder. */
    private static final long JOBS_PER_FOLDER = 1_000;

    private final Path folder;

    /** @param folder where the files are */
    CurveFile(Path folder) {
        this.folder = folder;
    }

    /** A series. */
    record Kept(
            int task,
            String metric,
            long perBucket,
            List<Point> points,
            @Nullable Point last) {}

    /**
     * A curve.
     *
     * @param moments of its job
     * @param marks by task, how far its output was read
     */
    record Content(
            long job,
            Moments moments,
            long decision,
            long skippedBytes,
            List<Kept> series,
            CurvePage.@Nullable Progress progress,
            TreeMap<Integer, String> marks) {
        /** The same, of the job and the start of {@code moments}. */
        Content at(Moments moments) {
            return new Content(job, moments, decision, skippedBytes, series, progress, marks);
        }
    }

    /**
     * What tells a job and a start of it from others of their numbers, in nanoseconds of Berth's time.
     *
     * @param submitNanos when the job was submitted; 0 where that is not known
     * @param decidedNanos when the start was decided; 0 where that is not known
     */
    record Moments(long submitNanos, long decidedNanos) {
        static final Moments UNKNOWN = new Moments(0, 0);
    }

    /** Writes a curve; a crash leaves the file as it was. */
    void write(Content content) throws IOException {
        Path file = file(content.job);
        Files.createDirectories(file.getParent());
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("job", content.job);
        document.put("submitted", content.moments.submitNanos);
        document.put("decided", content.moments.decidedNanos);
        document.put("decision", content.decision);
        document.put("skipped_bytes", content.skippedBytes);
        document.put("progress", content.progress);
        document.put("marks", content.marks);
        StringBuilder text = new StringBuilder(Json.line(document)).append('\n');
        for (Kept kept : content.series) {
            SequencedMap<String, Object> line = new LinkedHashMap<>();
            line.put("task", kept.task);
            line.put("metric", kept.metric);
            line.put("per_bucket", kept.perBucket);
            line.put("points", kept.points.stream().map(CurveFile::numbers).toList());
            line.put("last", kept.last == null ? null : numbers(kept.last));
            text.append(Json.line(line)).append('\n');
        }
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        Files.writeString(unfinished, text);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * The curve of {@code job}; null where there is none that can be read, and where what is there is of another job that had its
     * number, or of a start that had its decision's: a journal that lost its end gives both again.
     */
    @Nullable
    Content read(JobEntry job) throws IOException {
        Path file = file(job.id());
        Content content = Files.exists(file) ? read(job.id(), file) : null;
        if (content == null) {
            return null;
        }
        Moments moments = content.moments;
        // An earlier build did not write moments down; its time was the machine's.
        boolean same = moments.submitNanos == 0
                ? Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS) >= job.submitNanos()
                : moments.submitNanos == job.submitNanos();
        boolean other = job.decision() != 0
                && content.decision == job.decision()
                && moments.decidedNanos != 0
                && moments.decidedNanos != job.decidedNanos();
        return same && !other ? content : null;
    }

    private static @Nullable Content read(long job, Path file) throws IOException {
        try {
            List<String> lines = Files.readAllLines(file);
            Tree tree = tree(lines.getFirst());
            TreeMap<Integer, String> marks = new TreeMap<>();
            tree.require("marks")
                    .entries()
                    .forEach(entry -> marks.put(
                            Integer.parseInt(entry.key()), entry.value().text()));
            return new Content(
                    job,
                    new Moments(wholeOrZero(tree.get("submitted")), wholeOrZero(tree.get("decided"))),
                    tree.require("decision").whole(),
                    tree.require("skipped_bytes").whole(),
                    lines.stream().skip(1).map(CurveFile::kept).toList(),
                    progress(tree.get("progress")),
                    marks);
        } catch (InputException | NumberFormatException | NoSuchElementException e) {
            // Written by another version: the output is read again.
            return null;
        }
    }

    private Path file(long job) {
        return folder.resolve(Long.toString(job / JOBS_PER_FOLDER)).resolve(job + ".json");
    }

    private static long wholeOrZero(@Nullable Tree number) {
        return number == null ? 0 : number.whole();
    }

    private static Tree tree(String line) {
        return JsonReader.read(Source.text("curve", line));
    }

    private static Kept kept(String text) {
        Tree line = tree(text);
        List<Point> points =
                line.require("points").items().stream().map(CurveFile::point).toList();
        Tree last = line.get("last");
        return new Kept(
                (int) line.require("task").whole(),
                line.require("metric").text(),
                line.require("per_bucket").whole(),
                points,
                last == null || last.isNull() ? null : point(last));
    }

    /** Step, time and value; a value that JSON has no number for is its name. */
    private static List<Object> numbers(Point point) {
        Object value = Double.isFinite(point.value()) ? point.value() : Double.toString(point.value());
        return List.of(point.step(), point.timeNanos(), value);
    }

    private static Point point(Tree numbers) {
        List<Tree> items = numbers.items();
        return new Point(
                items.get(0).whole(),
                items.get(1).whole(),
                Double.parseDouble(items.get(2).text()));
    }

    private static CurvePage.@Nullable Progress progress(@Nullable Tree tree) {
        if (tree == null || tree.isNull()) {
            return null;
        }
        return new CurvePage.Progress(
                number(tree.get("fraction")), whole(tree.get("step")), whole(tree.get("steps")), null);
    }

    private static @Nullable Double number(@Nullable Tree tree) {
        return tree == null || tree.isNull() ? null : Double.valueOf(tree.text());
    }

    private static @Nullable Long whole(@Nullable Tree tree) {
        return tree == null || tree.isNull() ? null : Long.valueOf(tree.whole());
    }
}
