package io.berth.sim.report;

import io.berth.spec.table.DisplayWidth;
import io.berth.spec.table.TableColumn;
import java.util.ArrayList;
import java.util.List;

/** Rows of text in aligned columns: names to the left, numbers to the right. Columns that tell most come first. */
public final class TextTable {
    /** What tables fit into where nobody says how wide the window is. */
    public static final int USUAL_WIDTH = 100;

    /** Any width. */
    public static final int WIDE = 0;

    /** To so much of its columns a name is cut before a column of numbers is left out. */
    private static final int LEAST_NAME = 30;

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
        return text(WIDE);
    }

    /** The same within {@code width} columns: numbers are never cut, the last of them are left out; {@link #WIDE} for all. */
    public String text(int width) {
        int[] widths = widths();
        List<List<String>> aligned =
                rows.stream().map(row -> aligned(row, widths)).toList();
        List<TableColumn> columns = new ArrayList<>();
        for (int column = 0; column < widths.length; column++) {
            boolean name = column < names;
            int least = name ? StrictMath.min(widths[column], LEAST_NAME) : widths[column];
            columns.add(new TableColumn(aligned.getFirst().get(column), least, column <= names ? 0 : column));
        }
        return io.berth.spec.table.TextTable.of(columns, aligned.subList(1, aligned.size()), width);
    }

    /** The heads of the columns of numbers for which there is no room within {@code width} columns. */
    public List<String> leftOut(int width) {
        String shown = text(width).lines().findFirst().orElse("");
        List<String> heads = rows.getFirst();
        List<String> out = new ArrayList<>();
        int from = 0;
        for (int column = 0; column < heads.size(); column++) {
            String head = heads.get(column).strip();
            int at = shown.indexOf(head, from);
            if (at < 0 && column >= names) {
                out.add(head);
            }
            from = at < 0 ? from : at + head.length();
        }
        return out;
    }

    private int[] widths() {
        int[] widths = new int[rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = StrictMath.max(widths[column], DisplayWidth.of(row.get(column)));
            }
        }
        return widths;
    }

    private List<String> aligned(List<String> row, int[] widths) {
        List<String> cells = new ArrayList<>(row.subList(0, names));
        for (int column = names; column < widths.length; column++) {
            String cell = row.get(column);
            cells.add(" ".repeat(widths[column] - DisplayWidth.of(cell)) + cell.stripTrailing());
        }
        return cells;
    }
}
