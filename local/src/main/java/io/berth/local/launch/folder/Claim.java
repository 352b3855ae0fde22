package io.berth.local.launch.folder;

import io.berth.local.launch.process.Boot;
import io.berth.local.launch.process.ProcessIdentity;
import org.jspecify.annotations.Nullable;

/** What the file {@code started} of a task says: who may start it. */
public sealed interface Claim {
    /** Nobody claimed the task so far. */
    public record None() implements Claim {}

    /**
     * Claimed by someone who has not said yet who he is, or who died before he could.
     *
     * @param empty true where nothing was written; else somebody wrote who is no launcher
     */
    public record Unsigned(boolean empty) implements Claim {}

    /** Berth claimed it so that nobody starts it, and says as what it ended instead. */
    public record Barred(TaskExit.Cause cause, String reason) implements Claim {}

    /** A launcher claimed it. */
    public record By(ProcessIdentity launcher, String boot) implements Claim {
        public boolean alive() {
            return boot.equals(Boot.id()) && launcher.alive();
        }
    }

    /** How a claim of Berth begins; a launcher's begins with a number. */
    String BARRED = "barred ";

    /**
     * A line counts only with its end: it is written in one piece, and a launcher that died between making the file and writing
     * the line leaves it empty.
     */
    public static Claim parse(@Nullable String text) {
        if (text == null) {
            return new None();
        }
        if (!text.endsWith("\n")) {
            return new Unsigned(text.isEmpty());
        }
        try {
            if (text.startsWith(BARRED)) {
                String[] fields = text.strip().split(" ", 3);
                return new Barred(TaskExit.Cause.valueOf(fields[1]), fields[2]);
            }
            String[] fields = text.strip().split(" ");
            return new By(new ProcessIdentity(Long.parseLong(fields[0]), Long.parseLong(fields[1])), fields[2]);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            // Its task wrote over it.
            return new Unsigned(false);
        }
    }
}
