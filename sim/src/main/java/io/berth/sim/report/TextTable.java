package io.berth.sim.report;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in aligned columns: names to the left, numbers to the right. */
public final class TextTable {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private final int names;

    /** A table with these heads, the first of them that of names. */
    public TextTable(List<String> heads) {
        this(heads, 1);
    }

    /** The same where the first {@code names} columns are names. */
    public TextTable(List<String> heads, int names) {
        this.names = names;
        rows.add(heads);
    }

    /** Adds a row of as many cells as there are heads. */
    public void row(List<String> cells) {
        if (cells.size() != rows.getFirst().size()) {
            throw new IllegalArgumentException(
                    "The row (" + cells + ") must have " + rows.getFirst().size() + " cells.");
        }
        rows.add(cells);
    }

    /** All rows, each with a line feed. */
    public String text() {
        int[] widths = new int[rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = StrictMath.max(widths[column], width(row.get(column)));
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < widths.length; column++) {
                String cell = row.get(column);
                String pad = " ".repeat(widths[column] - width(cell));
                line.append(column == 0 ? "" : GAP).append(column < names ? cell + pad : pad + cell);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
