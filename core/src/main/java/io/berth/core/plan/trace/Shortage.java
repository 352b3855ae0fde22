package io.berth.core.plan.trace;

import java.util.Locale;

/**
 * What a node has too little of for a task.
 *
 * @param resource {@code cpu}, {@code memory}, {@code disk}, {@code disk_io}, {@code network}, {@code tasks}, the kind of a device such as {@code gpu}
 *     with {@code _memory} behind it for that of one, or the name of an extended resource
 * @param asked what a task asks for
 * @param has what the node has left of it, or has in all where that is not enough either; negative where others use more than there was
 */
public record Shortage(String resource, Unit unit, long asked, long has) {
    private static final double OF_ONE = 1_000;
    private static final int BASE = 1_024;
    private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

    /** In what amounts are counted. */
    public enum Unit {
        /** Thousandths of a CPU or of a device. */
        MILLI,
        BYTES,
        BYTES_PER_SECOND,
        /** Whole ones. */
        COUNT
    }

    /** How much is missing, above 0. */
    public long lacks() {
        return asked - has;
    }

    /** {@code amount} as documents write it: CPUs and devices, bytes, whole units. */
    public double told(long amount) {
        return unit == Unit.MILLI ? amount / OF_ONE : amount;
    }

    /** What is missing in words: {@code 2 GPUs}, {@code 0.3 of a GPU}, {@code 4 GiB of memory}. */
    public String text() {
        return switch (unit) {
            case MILLI -> counted(device());
            case BYTES -> binary((double) lacks()) + " of " + words();
            case BYTES_PER_SECOND -> binary((double) lacks()) + "/s of " + words();
            case COUNT -> lacks() + " " + (resource.equals("tasks") ? "task slots" : resource);
        };
    }

    private String device() {
        return resource.toUpperCase(Locale.ROOT);
    }

    private String words() {
        return switch (resource) {
            case "disk_io" -> "disk bandwidth";
            case "network" -> "network bandwidth";
            case "memory", "disk" -> resource;
            default -> resource.replace("_memory", "").toUpperCase(Locale.ROOT) + " memory";
        };
    }

    private String counted(String one) {
        double missing = told(lacks());
        if (missing < 1) {
            return decimal(missing) + " of a " + one;
        }
        return decimal(missing) + " " + one + (missing == 1 ? "" : "s");
    }

    /** {@code bytes} in the largest binary unit of which they are one at least: {@code 1.5 GiB}. */
    public static String binary(double bytes) {
        double amount = bytes;
        int power = 0;
        while (amount >= BASE && power < BINARY.length - 1) {
            amount /= BASE;
            power++;
        }
        return decimal(amount) + " " + BINARY[power];
    }

    private static String decimal(double amount) {
        return String.format(Locale.ROOT, "%.2f", amount).replaceAll("\\.?0+$", "");
    }
}
