package io.berth.live.journal.file;

import java.nio.file.Path;

/** Bytes of a journal are not what was written. Nothing was changed; the message names file, offset and what to do. */
public final class DamagedJournalException extends JournalException {
    private static final long serialVersionUID = 1;

    private final transient Path segment;
    private final long offset;

    public DamagedJournalException(Path segment, long offset, String problem) {
        super("journal segment " + segment + " is damaged at byte " + offset + ": " + problem
                + "; restore what is missing from a copy, or repair the journal with " + cure(segment)
                + ", which sets what follows this byte aside as *.damaged files and goes on without it");
        this.segment = segment;
        this.offset = offset;
    }

    /** The command that repairs the journal that {@code file} is part of. */
    public static String cure(Path file) {
        Path directory = file.getParent();
        return "berth replay " + (directory == null ? "." : directory) + " --repair";
    }

    /** The damaged file. */
    public Path segment() {
        return segment;
    }

    /** Where in the file the first bad record begins, bytes. */
    public long offset() {
        return offset;
    }
}
