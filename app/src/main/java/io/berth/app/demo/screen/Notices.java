package io.berth.app.demo.screen;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Lines that are worth saying while a demo runs: printed at once, or held for the screen and printed after it. */
public final class Notices implements Consumer<String> {
    private final PrintStream err;
    private final List<String> held = new ArrayList<>();
    private boolean holding;
    private long lastNanos;

    public Notices(PrintStream err) {
        this.err = err;
    }

    @Override
    public synchronized void accept(String line) {
        if (holding) {
            held.add(line);
            lastNanos = System.nanoTime();
        } else {
            err.println(line);
        }
    }

    /** From now on a screen shows them. */
    public synchronized void hold() {
        holding = true;
    }

    /** The screen is gone. */
    public synchronized void release() {
        holding = false;
        held.forEach(err::println);
        held.clear();
    }

    /** The last line held, if it is not older than so long; else empty. */
    public synchronized String latest(long withinNanos) {
        boolean fresh = !held.isEmpty() && System.nanoTime() - lastNanos <= withinNanos;
        return fresh ? held.getLast() : "";
    }
}
