package io.berth.core.journal.bytes;

/** Bytes that are no record of this format. */
public final class CorruptRecordException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CorruptRecordException(String message) {
        super(message);
    }

    public CorruptRecordException(String message, Throwable cause) {
        super(message, cause);
    }
}
