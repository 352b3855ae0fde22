package io.berth.testkit.restore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** What happens to a journal while no Berth runs. */
enum Mishap {
    /** Nothing: it is only started again. */
    NONE,
    /** Its last segment loses its end. */
    CUT,
    /** A byte is another. */
    FLIPPED,
    /** An older copy is put in its place, or a newer one after that. */
    RESTORED,
    /** Its last segment is gone. */
    SEGMENT_GONE,
    /** All of it is gone. */
    JOURNAL_GONE;

    /** How often each comes, of all: what leaves most of a journal gives numbers again under the most that is there. */
    private static final List<Mishap> DRAWN = List.of(
            NONE, CUT, CUT, CUT, FLIPPED, FLIPPED, RESTORED, RESTORED, RESTORED, RESTORED, RESTORED, JOURNAL_GONE);

    /** Most of what is lost or changed lies so near the end, bytes: some jobs. */
    private static final int NEAR_END = 2_000;

    static Mishap drawn(Random random) {
        return random.nextInt(30) == 0 ? SEGMENT_GONE : DRAWN.get(random.nextInt(DRAWN.size()));
    }

    /** Does it to {@code journal}; {@code copies} are of any time. */
    void strike(Path journal, List<Path> copies, Random random) {
        try {
            List<Path> segments = segments(journal);
            Path last = segments.isEmpty() ? journal : segments.getLast();
            switch (this) {
                case NONE -> {}
                case CUT -> cut(last, random);
                case FLIPPED -> flip(segments.get(random.nextInt(segments.size())), random);
                case RESTORED -> {
                    if (!copies.isEmpty()) {
                        delete(journal);
                        copy(copies.get(random.nextInt(copies.size())), journal);
                    }
                }
                case SEGMENT_GONE -> Files.delete(last);
                case JOURNAL_GONE -> delete(journal);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void cut(Path segment, Random random) throws IOException {
        try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.WRITE)) {
            channel.truncate(place(channel.size(), random));
        }
    }

    /** A place in a file of {@code size} bytes. */
    private static long place(long size, Random random) {
        long span = random.nextInt(4) == 0 ? size : Math.min(size, NEAR_END);
        return Math.max(0, size - 1 - random.nextInt((int) Math.max(1, span)));
    }

    private static void flip(Path segment, Random random) throws IOException {
        byte[] bytes = Files.readAllBytes(segment);
        if (bytes.length > 0) {
            bytes[(int) place(bytes.length, random)] ^= (byte) (1 << random.nextInt(8));
            Files.write(segment, bytes);
        }
    }

    /** Copies a folder of files, as {@code cp -r} does while they are written. */
    static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (Path file : list(from)) {
            if (Files.isRegularFile(file) && !file.getFileName().toString().endsWith("lock")) {
                Files.write(to.resolve(file.getFileName()), Files.readAllBytes(file));
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        for (Path file : list(folder)) {
            Files.delete(file);
        }
        Files.delete(folder);
    }

    private static List<Path> segments(Path journal) throws IOException {
        List<Path> segments = new ArrayList<>();
        for (Path file : list(journal)) {
            if (file.getFileName().toString().startsWith("segment-")
                    && file.getFileName().toString().endsWith(".berth")) {
                segments.add(file);
            }
        }
        return segments;
    }

    private static List<Path> list(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
