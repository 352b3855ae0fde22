package io.berth.live.journal.file;

/** The file that says how far a journal was acknowledged is not what was written. */
public final class DamagedMarkException extends JournalException {
    private static final long serialVersionUID = 1;

    public DamagedMarkException(String message) {
        super(message);
    }
}
