package io.berth.console.alert;

/**
 * What a look found about one thing.
 *
 * @param subject the number of the task, or of the GPU
 * @param level how it stands
 * @param forNanos how long the condition must hold before the alert is raised, beside what its kind asks for
 * @param text a sentence for people, where it is bad
 */
record Finding(AlertKind kind, int subject, Level level, long forNanos, String text) {
    /** How it stands with a condition. */
    enum Level {
        /** The condition holds. */
        BAD,
        /** Neither: whatever was raised stays, whatever was not is not. */
        BETWEEN,
        /** Its opposite holds. */
        GOOD
    }

    /** {@code BAD} where {@code bad}, {@code GOOD} where {@code good}. */
    static Level level(boolean bad, boolean good) {
        if (bad) {
            return Level.BAD;
        }
        return good ? Level.GOOD : Level.BETWEEN;
    }
}
