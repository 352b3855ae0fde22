package io.berth.live.journal.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What lies in a journal's directory, by name.
 *
 * @param segments by first frame
 * @param snapshots the newest first
 * @param leftovers files whose writing was cut off before they got their name
 */
public record JournalFiles(List<Segment> segments, List<Snapshot> snapshots, List<Path> leftovers) {
    public static final String LOCK = "journal.lock";
    public static final String ACKNOWLEDGED = "acknowledged";
    static final String TEMPORARY = ".tmp";
    static final String DAMAGED = ".damaged";

    private static final Pattern NAME = Pattern.compile("(segment|snapshot)-(\\d{20})\\.berth");
    /** A damaged file of a name that is taken gets a number. */
    private static final Pattern ASIDE =
            Pattern.compile("((segment|snapshot)-\\d{20}\\.berth|acknowledged)\\.damaged(\\.\\d+)?");

    /** The files of {@code directory}; none where it is not there. */
    public static JournalFiles list(Path directory) {
        JournalFiles found = new JournalFiles(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        if (!Files.exists(directory)) {
            return found;
        }
        if (!Files.isDirectory(directory)) {
            throw new JournalException(
                    directory + " is no folder, so no journal: move it away, or name another folder");
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            files.forEach(found::add);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list the journal " + directory, e);
        }
        found.segments.sort(Comparator.comparingLong(Segment::firstFrame));
        found.snapshots.sort(Comparator.comparingLong(Snapshot::frames).reversed());
        return found;
    }

    private void add(Path file) {
        String name = file.getFileName().toString();
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            refuseForeign(file, name);
            if (name.endsWith(TEMPORARY)) {
                leftovers.add(file);
            }
        } else if (matcher.group(1).equals("segment")) {
            segments.add(new Segment(file, number(file, matcher.group(2))));
        } else {
            snapshots.add(new Snapshot(file, number(file, matcher.group(2))));
        }
    }

    public static Path segment(Path directory, long firstFrame) {
        return directory.resolve(String.format(Locale.ROOT, "segment-%020d.berth", firstFrame));
    }

    public static Path snapshot(Path directory, long frames) {
        return directory.resolve(String.format(Locale.ROOT, "snapshot-%020d.berth", frames));
    }

    /** Moves a file out of the journal; nothing is overwritten. */
    public static Path setAside(Path file) {
        Path target = aside(file);
        try {
            return Files.move(file, target);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot set " + file + " aside", e);
        }
    }

    /** A free name for what is set aside of {@code file}. */
    public static Path aside(Path file) {
        String name = file.getFileName() + DAMAGED;
        Path target = file.resolveSibling(name);
        for (int copy = 1; Files.exists(target); copy++) {
            target = file.resolveSibling(name + "." + copy);
        }
        return target;
    }

    private static void refuseForeign(Path file, String name) {
        boolean known = name.equals(LOCK)
                || name.equals(ACKNOWLEDGED)
                || name.startsWith(".")
                || name.endsWith(TEMPORARY)
                || ASIDE.matcher(name).matches();
        if (!known) {
            throw new JournalException("the file " + file + " is no part of a journal: name another folder for the"
                    + " journal, or move this file away");
        }
    }

    private static long number(Path file, String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw new JournalException("the file " + file + " has a frame number that is too large: it is no part of a"
                    + " journal, move it away");
        }
    }
}
