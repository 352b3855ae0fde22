package io.berth.spec.quantity;

import io.berth.spec.input.Quote;
import java.math.BigDecimal;

/**
 * GPUs as users write them: whole devices ({@code 2}) or a share of one ({@code 0.5}, {@code 500m}).
 *
 * @param gpus how many devices; 0 for none
 * @param gpuMilli thousandths of each device: 1000 for whole ones, 1 to 999 for a share of exactly one, 0 for none
 */
public record GpuShare(int gpus, int gpuMilli) {
    public static final String ALLOWED = "whole GPUs like 2, or a share of one like 0.5 or 500m";

    public static final GpuShare NONE = new GpuShare(0, 0);

    private static final int WHOLE = 1000;

    /** The GPUs in {@code text}. */
    public static GpuShare parse(String text) {
        return ofMilli(Cpus.milli(text, ALLOWED, "thousandths of a GPU"), text);
    }

    /** The thousandths in {@code text}, which may be of any number of GPUs. */
    public static long parseMilli(String text) {
        return Cpus.milli(text, "a number of GPUs like 16 or 0.5", "thousandths of a GPU");
    }

    /** The text of these, {@code 2} or {@code 0.5}. */
    public String format() {
        return format(totalMilli());
    }

    /** The text of {@code gpuMilli} thousandths in all, {@code 2} or {@code 0.5}. */
    public static String format(long gpuMilli) {
        return BigDecimal.valueOf(gpuMilli, 3).stripTrailingZeros().toPlainString();
    }

    /** Thousandths in all. */
    public long totalMilli() {
        return (long) gpus * gpuMilli;
    }

    private static GpuShare ofMilli(long milli, String text) {
        if (milli == 0) {
            return NONE;
        }
        if (milli < WHOLE) {
            return new GpuShare(1, (int) milli);
        }
        if (milli % WHOLE != 0) {
            throw new QuantityException(
                    "must be " + ALLOWED + ", but is " + Quote.of(text) + " (several GPUs are taken whole)");
        }
        if (milli / WHOLE > Integer.MAX_VALUE) {
            throw new QuantityException("is too large: " + Quote.of(text));
        }
        return new GpuShare((int) (milli / WHOLE), WHOLE);
    }
}
