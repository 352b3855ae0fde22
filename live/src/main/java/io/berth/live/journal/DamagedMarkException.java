package io.berth.live.journal;

/** The file that says how far a journal was acknowledged is not what was written. */
final class DamagedMarkException extends JournalException {
    private static final long serialVersionUID = 1;

    DamagedMarkException(String message) {
        super(message);
    }
}
