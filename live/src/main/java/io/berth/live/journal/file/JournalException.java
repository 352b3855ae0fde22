package io.berth.live.journal.file;

/** A journal cannot be used as it lies there: locked, foreign, incomplete, of a newer version. The message says what to do. */
public sealed class JournalException extends RuntimeException permits DamagedJournalException, DamagedMarkException {
    private static final long serialVersionUID = 1;

    public JournalException(String message) {
        super(message);
    }
}
