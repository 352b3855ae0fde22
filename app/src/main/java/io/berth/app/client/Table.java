package io.berth.app.client;

import io.berth.spec.table.TableColumn;
import io.berth.spec.table.TextTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows of texts under heads, each column as wide as its widest text, within the width of a window. */
public final class Table {
    private final List<TableColumn> columns;
    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... heads) {
        this(Arrays.stream(heads).map(TableColumn::text).toList());
    }

    public Table(List<TableColumn> columns) {
        this.columns = List.copyOf(columns);
    }

    public void add(String... cells) {
        rows.add(List.of(cells));
    }

    /** @param width of the window; 0 for any */
    public String text(int width) {
        return TextTable.of(columns, rows, width);
    }
}
