package io.berth.core.journal.bytes;

/** More was written into a buffer than one may hold. */
public final class BufferLimitException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BufferLimitException(long bytes) {
        super("A buffer of " + bytes + " bytes is more than the " + ByteSink.MOST_BYTES + " that one may have.");
    }
}
