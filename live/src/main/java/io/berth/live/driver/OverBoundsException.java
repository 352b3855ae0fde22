package io.berth.live.driver;

/** What was handed in is more than the {@link Bounds} allow. */
public final class OverBoundsException extends RefusedException {
    private static final long serialVersionUID = 1;

    private final String key;
    private final boolean passing;

    /** One that holds whatever else lives; {@code key} of the document is to blame, empty for all of it. */
    OverBoundsException(String key, String message) {
        super(message);
        this.key = key;
        this.passing = false;
    }

    /** One that passes when jobs that live have ended. */
    OverBoundsException(String message) {
        super(message);
        this.key = "";
        this.passing = true;
    }

    /** The key of the document that is to blame; empty for all of it. */
    public String key() {
        return key;
    }

    /** True where the same may be taken when jobs that live have ended. */
    public boolean passing() {
        return passing;
    }
}
