package io.berth.spec.cluster;

import io.berth.core.cluster.device.link.Links;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How devices are connected, as text: a matrix of numbers (GB/s one way) and of the words of {@code nvidia-smi topo -m}, or all that this
 * command prints.
 *
 * <p>{@code NV2} is two NVLinks. {@code PIX}, {@code PXB}, {@code PHB}, {@code NODE} and {@code SYS} are ways over PCIe, each longer than
 * the one before, of 16 GB/s as PCIe 3.0 with 16 lanes has; a shorter one counts a thousandth more, so that it is preferred.
 */
public final class LinkText {
    /** GB/s one way of an NVLink of Volta, Ampere and Hopper; of Blackwell 50. */
    public static final double NVLINK = 25;

    private static final int MEGA = 1_000;
    private static final int PCIE = 16 * MEGA;
    private static final int SWITCHED = 8;
    private static final List<String> PCIE_WAYS = List.of("SYS", "NODE", "PHB", "PXB", "PIX");
    private static final Pattern NVLINKS = Pattern.compile("NV([1-9]\\d?)");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,5}(\\.\\d{1,3})?");
    private static final Pattern DEVICE = Pattern.compile("GPU(\\d{1,2})");
    private static final Pattern ESCAPE = Pattern.compile("\u001b\\[[0-9;]*m");

    /** Matrices that have a name. */
    private static final Map<String, String> KNOWN = new TreeMap<>(Map.of(
            "hgx-a100", allToAll("NV12"),
            "hgx-h100", allToAll("NV18"),
            "dgx-1-v100", """
            X   NV1 NV1 NV2 NV2 SYS SYS SYS
            NV1 X   NV2 NV1 SYS NV2 SYS SYS
            NV1 NV2 X   NV2 SYS SYS NV1 SYS
            NV2 NV1 NV2 X   SYS SYS SYS NV1
            NV2 SYS SYS SYS X   NV1 NV1 NV2
            SYS NV2 SYS SYS NV1 X   NV2 NV1
            SYS SYS NV1 SYS NV1 NV2 X   NV2
            SYS SYS SYS NV1 NV2 NV1 NV2 X
            """));

    private LinkText() {}

    /** Eight devices behind switches. */
    private static String allToAll(String word) {
        StringBuilder rows = new StringBuilder();
        for (int row = 0; row < SWITCHED; row++) {
            rows.append((word + " ").repeat(row))
                    .append('X')
                    .append((" " + word).repeat(SWITCHED - 1 - row))
                    .append('\n');
        }
        return rows.toString();
    }

    /** One entry of a matrix: where it stands, and what. */
    private record Cell(int row, int column, String word) {
        IllegalArgumentException wrong(String problem) {
            return new IllegalArgumentException(
                    "row " + row + ", column " + column + " (" + Quote.of(word) + ") " + problem);
        }
    }

    /**
     * The links that {@code text} says, or is the name of.
     *
     * @param nvlink GB/s of one NVLink one way
     * @throws IllegalArgumentException where it says none, with the row and column that is wrong
     */
    public static Links read(String text, double nvlink) {
        String plain = ESCAPE.matcher(text).replaceAll("").strip();
        String known = KNOWN.get(plain);
        if (known == null && plain.matches("[a-z][\\w-]+")) {
            throw new IllegalArgumentException(InputException.unknown("links", plain, KNOWN.keySet()));
        }
        return matrix(rows(known == null ? plain : known), nvlink);
    }

    /** A matrix of numbers that {@link #read} reads back to {@code links}. */
    public static String write(Links links) {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < links.devices(); row++) {
            for (int column = 0; column < links.devices(); column++) {
                text.append(column == 0 ? "" : " ").append(row == column ? "X" : number(links.between(row, column)));
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static String number(int megabytesPerSecond) {
        return BigDecimal.valueOf(megabytesPerSecond).movePointLeft(3).toPlainString();
    }

    private static List<List<String>> rows(String text) {
        List<List<String>> plain = new ArrayList<>();
        List<List<String>> named = new ArrayList<>();
        for (String line : text.split("\\R")) {
            List<String> words = List.of(line.strip().split("\\s+"));
            boolean row = DEVICE.matcher(words.getFirst()).matches()
                    && (words.size() == 1 || !DEVICE.matcher(words.get(1)).matches());
            if (row) {
                named.add(words.subList(1, words.size()));
            } else if (!words.getFirst().isEmpty()) {
                plain.add(words);
            }
        }
        // What a tool prints has more columns and rows: of network cards, affinities, a legend.
        return named.isEmpty()
                ? plain
                : named.stream()
                        .map(row -> row.subList(0, Math.min(row.size(), named.size())))
                        .toList();
    }

    private static Links matrix(List<List<String>> rows, double nvlink) {
        int devices = rows.size();
        if (devices < 2) {
            throw new IllegalArgumentException(
                    "must be a matrix of 2 to " + Links.MAX_DEVICES + " rows, or the name of one");
        }
        List<Integer> pairs = new ArrayList<>();
        for (int row = 0; row < devices; row++) {
            int entries = rows.get(row).size();
            if (entries != devices) {
                throw new IllegalArgumentException(
                        "row " + (row + 1) + " has " + entries + " entries, but there are " + devices + " rows");
            }
        }
        for (int row = 0; row < devices; row++) {
            for (int column = row; column < devices; column++) {
                Cell cell = new Cell(row + 1, column + 1, rows.get(row).get(column));
                Cell other = new Cell(column + 1, row + 1, rows.get(column).get(row));
                if (row == column) {
                    diagonal(cell);
                } else {
                    pairs.add(both(cell, other, nvlink));
                }
            }
        }
        return new Links(devices, pairs);
    }

    private static void diagonal(Cell cell) {
        if (!cell.word.matches("[Xx.-]|0+(\\.0+)?")) {
            throw cell.wrong("must be X: a device has no link to itself");
        }
    }

    private static int both(Cell cell, Cell other, double nvlink) {
        int speed = speed(cell, nvlink);
        if (speed(other, nvlink) != speed) {
            throw other.wrong("must be as row " + cell.row + ", column " + cell.column + " (" + Quote.of(cell.word)
                    + "): links are the same both ways");
        }
        return speed;
    }

    private static int speed(Cell cell, double nvlink) {
        Matcher links = NVLINKS.matcher(cell.word);
        if (links.matches()) {
            return (int) Math.round(Integer.parseInt(links.group(1)) * nvlink * MEGA);
        }
        int way = PCIE_WAYS.indexOf(cell.word);
        if (way >= 0) {
            return PCIE + way;
        }
        Integer number = number(cell.word);
        if (number == null) {
            throw cell.wrong("must be GB/s, NV with how many, PIX, PXB, PHB, NODE or SYS");
        }
        return number;
    }

    private static @Nullable Integer number(String word) {
        return NUMBER.matcher(word).matches() ? (int) Math.round(Double.parseDouble(word) * MEGA) : null;
    }
}
