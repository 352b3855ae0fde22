package io.berth.local.device.tool;

import java.time.Duration;
import java.util.List;

/** Other programs of this machine. The boundary of the package: everything else is a function of what they print. */
public interface Tools {
    /**
     * Runs {@code command}, its first word a program on the PATH, and waits at most {@code limit} for its end; a program
     * that is not done by then is ended with all it started. Never throws, but {@link Answer.Late} also stands for an
     * interrupt, which stays set.
     */
    Answer run(List<String> command, Duration limit);

    /** What came of it. */
    sealed interface Answer {
        /** It ended well and printed {@code output}. */
        record Text(String output) implements Answer {}

        /** There is no such program. */
        record Missing() implements Answer {}

        /** It took longer than {@code limit}. */
        record Late(Duration limit) implements Answer {}

        /** It ended with {@code code}, or could not be run; {@code output} is what it said, both streams. */
        record Failed(int code, String output) implements Answer {}
    }
}
