package io.berth.spec.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of texts under heads, each column as wide as its widest text, all of them within the width of a window: where they are wider,
 * the widest columns are cut first, then columns are left out. All rows are measured before the first is written; whoever has many
 * makes the texts of each twice rather than keep them.
 */
public final class TextTable {
    private static final String GAP = "  ";

    private final List<TableColumn> columns;
    private final int[] widths;
    private final boolean[] shown;
    private int most = Integer.MAX_VALUE;

    public TextTable(List<TableColumn> columns) {
        this.columns = List.copyOf(columns);
        this.widths = new int[columns.size()];
        this.shown = new boolean[columns.size()];
        Arrays.fill(shown, true);
        measure(columns.stream().map(TableColumn::head).toList());
    }

    /** The table of rows that are at hand, within {@code width} columns; 0 for any. */
    public static String of(List<TableColumn> columns, List<List<String>> rows, int width) {
        TextTable table = new TextTable(columns);
        rows.forEach(table::measure);
        table.fit(width);
        StringBuilder text = new StringBuilder(table.head());
        rows.forEach(row -> text.append(table.line(row)));
        return text.toString();
    }

    /** Makes the columns as wide as the texts of a row. */
    public void measure(List<String> cells) {
        for (int column = 0; column < widths.length; column++) {
            widths[column] = Math.max(widths[column], DisplayWidth.of(printable(cells.get(column))));
        }
    }

    /** Leaves a column out. */
    public void leaveOut(int column) {
        shown[column] = false;
    }

    /** Fits what was measured into {@code width} columns; 0 for any width. */
    public void fit(int width) {
        if (width <= 0) {
            return;
        }
        most = width;
        int[] natural = widths.clone();
        while (!cut(width) && dropOne()) {
            System.arraycopy(natural, 0, widths, 0, natural.length);
        }
    }

    /** The line of the heads. */
    public String head() {
        return line(columns.stream().map(TableColumn::head).toList());
    }

    /** The line of a row. */
    public String line(List<String> cells) {
        return line(cells, -1, "", "");
    }

    /**
     * The line of a row of which one cell stands between two texts that take no room, such as a colour and its end.
     *
     * @param marked which cell; -1 for none
     */
    public String line(List<String> cells, int marked, String before, String after) {
        List<Integer> order = new ArrayList<>();
        for (int column = 0; column < widths.length; column++) {
            if (shown[column]) {
                order.add(column);
            }
        }
        StringBuilder line = new StringBuilder();
        int at = 0;
        int end = 0;
        for (int column : order) {
            String cell = DisplayWidth.cut(printable(cells.get(column)), Math.min(widths[column], most - at));
            boolean mark = column == marked && !cell.isEmpty();
            line.append(mark ? before : "").append(cell).append(mark ? after : "");
            end = cell.isEmpty() ? end : line.length();
            line.append(" ".repeat(Math.max(0, widths[column] - DisplayWidth.of(cell))))
                    .append(GAP);
            at += widths[column] + GAP.length();
            if (at >= most) {
                break;
            }
        }
        line.setLength(end);
        return line.append('\n').toString();
    }

    /** Cuts the widest columns until all fit; false where they do not even when all are as narrow as they may be. */
    private boolean cut(int width) {
        int over = total() - width;
        while (over > 0) {
            int widest = -1;
            for (int column = 0; column < widths.length; column++) {
                boolean shrinks =
                        shown[column] && widths[column] > columns.get(column).least();
                if (shrinks && (widest < 0 || widths[column] >= widths[widest])) {
                    widest = column;
                }
            }
            if (widest < 0) {
                return false;
            }
            widths[widest]--;
            over--;
        }
        return true;
    }

    private boolean dropOne() {
        int first = -1;
        for (int column = 0; column < widths.length; column++) {
            int spare = columns.get(column).spare();
            if (shown[column]
                    && spare > 0
                    && (first < 0 || spare > columns.get(first).spare())) {
                first = column;
            }
        }
        if (first >= 0) {
            shown[first] = false;
        }
        return first >= 0;
    }

    private int total() {
        int total = -GAP.length();
        for (int column = 0; column < widths.length; column++) {
            total += shown[column] ? widths[column] + GAP.length() : 0;
        }
        return total;
    }

    /** On one line, without what would command a terminal. */
    private static String printable(String cell) {
        for (int at = 0; at < cell.length(); at++) {
            if (Character.isISOControl(cell.charAt(at))) {
                return cell.replaceAll("\\p{Cntrl}", "?").replaceAll("[\\x80-\\x9f]", "?");
            }
        }
        return cell;
    }
}
