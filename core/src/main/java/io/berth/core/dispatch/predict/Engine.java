package io.berth.core.dispatch.predict;

import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.predict.Flights.Flight;

/**
 * What is known of a server as one whose requests share its steps: how much each slows the others ({@link Rates}), and what it has still
 * to read of prompts, which those that come later wait for. A token of a prompt costs the more the further from its beginning it is.
 */
final class Engine {
    /**
     * As many bytes before a byte double what it takes, for attention: 32,000 tokens of four bytes. By the FLOP of weights and of
     * attention it is 30,000 tokens for models of 8 billion parameters and 50,000 for those of 70.
     */
    private static final double HALF = 128_000;
    /** Requests that decode are stalled while a prompt is read, but some of them end before that: a share of them all. */
    private static final double STALLED = 0.3;
    /** What is left of a time when the wait is taken off, at least. */
    private static final double LEAST = 0.1;

    private final double own;
    private final double reading;
    private final Rates rates = new Rates();
    /** The same from answers that surely did not wait. */
    private final Rates unhindered = new Rates();
    /** Whether requests waited there when it said so last; that it said something. */
    private boolean waited;

    private boolean reports;
    /** What it had still to read at {@link #pendingNanos}, as far as its rate tells. */
    private double pendingBytes;

    private long pendingNanos;

    /** An answer, as {@link #answered} is told of it. */
    record Answer(double nanos, double work, double others, double unreadBytes, double waits) {}

    /**
     * @param own the part of its own work that a request counts
     * @param reading how many times it counts what it has to read
     */
    Engine(double own, double reading) {
        this.own = own;
        this.reading = reading;
    }

    void reported(int waiting) {
        reports = true;
        waited = waiting > 0;
    }

    boolean known() {
        return rates.known();
    }

    /** What a unit of work takes where {@code others} are. */
    double unit(double others) {
        return rates.work() + rates.other() * others;
    }

    /** {@code flight}, of whose prompt it has to read {@code unread} bytes, is sent there. */
    void sent(Flight flight, double unread, long nowNanos) {
        flight.waited = waited;
        flight.bytesAhead = pending(nowNanos);
        flight.slower = slower((double) flight.heldBytes, (double) flight.unreadBytes);
        pendingBytes = flight.bytesAhead + unread * flight.slower;
        pendingNanos = nowNanos;
    }

    /**
     * What a request costs here, beside the wait for a slot.
     *
     * @param unread bytes of {@code prompt} that are new here
     * @param there requests that are there
     */
    double cost(double work, Prompt prompt, double unread, double there, long nowNanos) {
        double read = rates.read() * unread * slower(prompt.bytes() - unread, unread);
        return rates.read() * pending(nowNanos)
                + read * (reading + STALLED * there)
                + rates.work() * own * work
                + rates.other() * there * work;
    }

    /** How long {@code work} takes here with nobody beside it. */
    double alone(double work) {
        return rates.work() * work;
    }

    /** How much longer than its work and the reading {@code flight} took, by its rates. */
    double beside(Flight flight, Answer answer) {
        double wait = hindered(flight) ? answer.waits * unit(answer.others) : 0;
        return answer.nanos - wait - rates.nanos(answer.work, answer.others, flight.bytesAhead);
    }

    /** Nanoseconds of a byte of the prompt of {@code flight}. */
    double perByte(Flight flight) {
        return rates.read() * flight.slower;
    }

    /** From an answer; {@code pace} and {@code perByte} are what is held true where nothing else is known. */
    void answered(Flight flight, Answer answer, double pace, double perByte) {
        if (reports) {
            double bytes = answer.unreadBytes * flight.slower + flight.bytesAhead;
            double each = rates.known() ? unit(answer.others) : pace;
            double wait = hindered(flight) ? answer.waits * each : 0;
            rates.before(pace, perByte);
            rates.answered(
                    StrictMath.max(LEAST * answer.nanos, answer.nanos - wait), answer.work, answer.others, bytes);
        }
    }

    /**
     * From an answer: which part of its time the others made, NaN where it may have waited for a slot. With slots that do not slow one
     * another it is nothing.
     */
    double crowded(Flight flight, Answer answer, double pace, double perByte) {
        if (!reports || hindered(flight) || answer.waits > 0) {
            return Double.NaN;
        }
        double bytes = answer.unreadBytes * flight.slower + flight.bytesAhead;
        unhindered.before(pace, perByte);
        unhindered.answered(answer.nanos, answer.work, answer.others, bytes);
        double took = unhindered.nanos(answer.work, answer.others, bytes);
        return took > 0 ? unhindered.other() * answer.work * answer.others / took : Double.NaN;
    }

    private boolean hindered(Flight flight) {
        return waited || flight.waited;
    }

    private double pending(long nowNanos) {
        double read = rates.read();
        return read == 0 ? 0 : StrictMath.max(0, pendingBytes - (nowNanos - pendingNanos) / read);
    }

    /** How many times as long {@code bytes} of a prompt take that come after {@code before} others of it as those of a short one. */
    private static double slower(double before, double bytes) {
        return 1 + (before + bytes / 2) / HALF;
    }
}
