package io.berth.app.command;

import io.berth.core.time.Nanos;
import java.io.PrintStream;
import java.util.concurrent.atomic.LongAdder;

/**
 * How far a long work is, on stderr: a bar on a terminal, plain lines elsewhere, nothing at all for what is over within a
 * second. Counted from any thread.
 */
public final class Progress implements AutoCloseable {
    private static final long QUIET_MILLIS = 1000;
    private static final long BAR_MILLIS = 200;
    private static final long LINE_MILLIS = 5000;
    private static final int BAR_WIDTH = 30;

    private final String what;
    private final long total;
    private final PrintStream err;
    private final long startNanos = System.nanoTime();
    private final LongAdder done = new LongAdder();
    private final Thread printer;
    private boolean barShown;

    /**
     * @param what is counted, in the plural
     * @param total how many there will be; 0 or less where nobody knows
     */
    public Progress(String what, long total, PrintStream err) {
        this.what = what;
        this.total = total;
        this.err = err;
        printer = new Thread(this::print, "berth-progress");
        printer.setDaemon(true);
        printer.start();
    }

    /** So many more are done. */
    public void add(long more) {
        done.add(more);
    }

    @Override
    public void close() {
        printer.interrupt();
        try {
            printer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (barShown) {
            err.print("\r" + " ".repeat(BAR_WIDTH + 60) + "\r");
            err.flush();
        }
    }

    private void print() {
        try {
            Thread.sleep(QUIET_MILLIS);
            boolean terminal = System.console() != null && System.console().isTerminal();
            while (true) {
                if (terminal) {
                    barShown = true;
                    err.print("\r" + bar() + state() + "   ");
                    err.flush();
                } else {
                    err.println(state());
                }
                Thread.sleep(terminal ? BAR_MILLIS : LINE_MILLIS);
            }
        } catch (InterruptedException e) {
            // The work is over.
        }
    }

    private String bar() {
        if (total <= 0) {
            return "";
        }
        int full = (int) Math.min(BAR_WIDTH, BAR_WIDTH * done.sum() / total);
        return "[" + "#".repeat(full) + ".".repeat(BAR_WIDTH - full) + "] ";
    }

    private String state() {
        long now = done.sum();
        long elapsed = System.nanoTime() - startNanos;
        if (total <= 0) {
            return now + " " + what + ", " + Nanos.format(elapsed);
        }
        String part = now + " of " + total + " " + what + " (" + 100 * now / total + " %)";
        if (now == 0 || now >= total) {
            return part + ", " + Nanos.format(elapsed);
        }
        long left = (long) ((double) elapsed / now * (total - now));
        return part + ", " + Nanos.format(left) + " left";
    }
}
