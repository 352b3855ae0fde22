package io.berth.core.policy.window;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * How many GPUs one window may give to the jobs of a queue and of those below it.
 *
 * @param queue its name
 * @param milli thousandths of a GPU; -1 where {@code millionths} says it
 * @param millionths of what is free when the window is planned; -1 where {@code milli} says it
 */
public record QueueCap(String queue, long milli, long millionths) {
    private static final long WHOLE = 1_000_000;
    private static final BigDecimal MOST_GPUS = BigDecimal.valueOf(1_000_000);
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final int MILLI_DIGITS = 3;
    private static final int SHARE_DIGITS = 4;

    /** Thousandths of a GPU, where {@code freeMilli} are free. */
    public long of(long freeMilli) {
        return millionths < 0 ? milli : (long) StrictMath.floor((double) freeMilli * millionths / WHOLE);
    }

    /**
     * The caps that a text such as {@code team-a=4,team-b=50%} says.
     *
     * @throws IllegalArgumentException where it says none
     */
    public static List<QueueCap> parse(String text) {
        List<QueueCap> caps = new ArrayList<>();
        TreeSet<String> queues = new TreeSet<>();
        for (String part : text.isBlank() ? new String[0] : text.split(",", -1)) {
            int equals = part.lastIndexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "The cap (" + part.strip() + ") of a window must be QUEUE=GPUS or QUEUE=PERCENT%.");
            }
            String queue = part.substring(0, equals).strip();
            if (!queues.add(queue)) {
                throw new IllegalArgumentException("The caps of a window name the queue (" + queue + ") twice.");
            }
            caps.add(cap(queue, part.substring(equals + 1).strip()));
        }
        return List.copyOf(caps);
    }

    private static QueueCap cap(String queue, String amount) {
        boolean share = amount.endsWith("%");
        String digits = share ? amount.substring(0, amount.length() - 1).strip() : amount;
        try {
            BigDecimal number = new BigDecimal(digits);
            BigDecimal most = share ? HUNDRED : MOST_GPUS;
            if (digits.length() <= 16 && number.signum() > 0 && number.compareTo(most) <= 0) {
                return share
                        ? new QueueCap(
                                queue, -1, number.movePointRight(SHARE_DIGITS).longValueExact())
                        : new QueueCap(
                                queue, number.movePointRight(MILLI_DIGITS).longValueExact(), -1);
            }
        } catch (ArithmeticException | NumberFormatException _) {
            // What it must be is said below.
        }
        throw new IllegalArgumentException("The cap (" + amount + ") of a window for the queue (" + queue
                + ") must be GPUs, above 0 and in thousandths at most, such as 4 or 0.5, or a part of those that are free, "
                + "above 0% and at most 100%, such as 50%.");
    }
}
