package io.berth.live.disk;

/** Something cannot be written down now, as the disk is full; nothing was changed. The message is one line for whoever asked. */
public final class DiskFullException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public DiskFullException(String message) {
        super(message);
    }

    public DiskFullException(String message, Throwable cause) {
        super(message, cause);
    }
}
