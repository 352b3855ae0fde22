package io.berth.live.driver;

/** A request cannot be met as the state is now; nothing was changed. The message is one line for whoever asked. */
public sealed class RefusedException extends RuntimeException permits OverBoundsException {
    private static final long serialVersionUID = 1;

    private final boolean early;

    public RefusedException(String message) {
        this(message, false);
    }

    /** @param early true where the same may be taken when what belongs before it was */
    RefusedException(String message, boolean early) {
        super(message);
        this.early = early;
    }

    /** True where nothing is wrong with the request but that others belong before it. */
    public boolean early() {
        return early;
    }
}
