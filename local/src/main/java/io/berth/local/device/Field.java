package io.berth.local.device;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One value of a tool's output, as text. Tools write {@code [N/A]}, {@code [Not Supported]}, {@code ERR!}, {@code -} or
 * {@code N/A (Secondary die)} where they have none; all that is no number is unknown here.
 */
public final class Field {
    public static final long MIB = 1L << 20;
    public static final long GIB = 1L << 30;

    /** More devices of one vendor are no machine. */
    public static final int MOST_DEVICES = 1024;

    /** No memory is larger, so that sums and products stay in a {@code long}. */
    private static final double MOST_BYTES = 1L << 50;

    private static final Pattern NUMBER = Pattern.compile("(-?[0-9]{1,18}(?:\\.[0-9]{1,9})?) ?([A-Za-z%]{0,3})");
    private static final Pattern ESCAPES = Pattern.compile("\u001b\\[[0-9;]*[A-Za-z]");
    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cntrl}&&[^\r\n\t]]");
    private static final Pattern UUID = Pattern.compile("[A-Za-z0-9/-]{1,80}");
    private static final int LONGEST_QUOTE = 160;

    private Field() {}

    /** The number at the beginning of {@code text}, with at most a short unit behind it, or NaN. */
    public static double number(String text) {
        Matcher matcher = NUMBER.matcher(text.strip());
        return matcher.matches() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
    }

    /** A share of 0 to 100, or NaN. */
    public static double percent(String text) {
        double percent = number(text);
        return percent >= 0 && percent <= 100 ? percent : Double.NaN;
    }

    /** A size in units of {@code unitBytes}, as bytes, or NaN. */
    public static double size(String text, long unitBytes) {
        double bytes = number(text) * (double) unitBytes;
        return bytes >= 0 && bytes <= MOST_BYTES ? bytes : Double.NaN;
    }

    /** The same; 0 where it is unknown. */
    public static long bytes(String text, long unitBytes) {
        double bytes = size(text, unitBytes);
        return Double.isNaN(bytes) ? 0 : (long) bytes;
    }

    /** A size with its unit, {@code 196592 MB}; AMD's tools mean 2^20 bytes by MB. NaN where it is none. */
    public static double sizeWithUnit(String text) {
        Matcher matcher = NUMBER.matcher(text.strip());
        if (!matcher.matches()) {
            return Double.NaN;
        }
        return switch (matcher.group(2)) {
            case "B" -> size(matcher.group(1), 1);
            case "KB", "KiB" -> size(matcher.group(1), 1 << 10);
            case "MB", "MiB" -> size(matcher.group(1), MIB);
            case "GB", "GiB" -> size(matcher.group(1), GIB);
            default -> Double.NaN;
        };
    }

    /** The number of a device or NUMA node, or {@link Accelerator#UNKNOWN}. */
    public static int index(String text) {
        String digits = text.strip();
        boolean fits =
                !digits.isEmpty() && digits.length() <= 4 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        int index = fits ? Integer.parseInt(digits) : Accelerator.UNKNOWN;
        return index < MOST_DEVICES ? index : Accelerator.UNKNOWN;
    }

    /** True where the tool has no value or lost the device, in the words of nvidia-smi and amd-smi. */
    public static boolean isAbsent(String text) {
        String value = text.strip();
        return value.isEmpty()
                || value.equals("-")
                || value.startsWith("N/A")
                || value.startsWith("ERR!")
                || value.startsWith("[") && value.endsWith("]");
    }

    /** {@code text} without the escape sequences by which tools underline and colour, and without control characters. */
    public static String plain(String text) {
        return CONTROLS.matcher(ESCAPES.matcher(text).replaceAll("")).replaceAll("");
    }

    /** True for what may stand in a list of devices. */
    public static boolean isUuid(String text) {
        return UUID.matcher(text).matches();
    }

    /** What {@code text} says, in one line: its first line that is not blank, without control characters, cut. */
    public static String firstLine(String text) {
        String line = plain(text)
                .lines()
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .findFirst()
                .orElse("(no output)")
                .replaceAll("\\p{Cntrl}", " ");
        return line.length() <= LONGEST_QUOTE ? line : line.substring(0, LONGEST_QUOTE) + "...";
    }
}
