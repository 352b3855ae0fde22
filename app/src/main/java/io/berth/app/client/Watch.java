package io.berth.app.client;

import io.berth.app.Output;
import java.util.function.Supplier;

/** Shows a text again and again. */
final class Watch {
    private static final long EACH_MILLIS = 1_000;

    /** To the upper left corner, and what was there is gone (ECMA-48, CUP and ED). */
    private static final String CLEAR = "\u001b[H\u001b[2J";

    private Watch() {}

    /** Shows what {@code text} gives, each second, until the process or the thread is interrupted. */
    static int show(Output output, Supplier<String> text) {
        while (!Thread.currentThread().isInterrupted()) {
            output.out().print(CLEAR + text.get());
            output.out().flush();
            try {
                Thread.sleep(EACH_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return 0;
    }
}
