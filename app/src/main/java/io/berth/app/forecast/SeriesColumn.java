package io.berth.app.forecast;

import io.berth.core.series.Ensemble;
import io.berth.sim.trace.BadRow;
import io.berth.sim.trace.CsvTable;
import io.berth.sim.trace.Lenience;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The numbers of one column of a file. */
record SeriesColumn(String column, double[] values) {
    /**
     * The column {@code name} of {@code file}, or its only one where no name is given.
     *
     * @throws InputException where there is no such column, no value, or one that is not a number
     */
    static SeriesColumn read(Path file, @Nullable String name) {
        return CsvTable.read(file, Lenience.STRICT, table -> {
            int column = column(file, table.header(), name);
            double[] values = new double[64];
            int count = 0;
            while (table.next()) {
                try {
                    if (count == values.length) {
                        values = Arrays.copyOf(values, 2 * count);
                    }
                    values[count++] = table.real(column, Ensemble.MOST);
                } catch (BadRow bad) {
                    table.skip(bad);
                }
            }
            if (count == 0) {
                throw new InputException(file.toString(), "has a header and no values");
            }
            return new SeriesColumn(table.header().get(column), Arrays.copyOf(values, count));
        });
    }

    private static int column(Path file, List<String> header, @Nullable String name) {
        if (header.stream().allMatch(SeriesColumn::number)) {
            throw new InputException(file + ":1", "has numbers only; the first line names the columns");
        }
        if (name != null) {
            if (!header.contains(name)) {
                throw new InputException("--column", InputException.unknown("column", name, header));
            }
            return header.indexOf(name);
        }
        if (header.size() > 1) {
            throw new InputException("berth forecast", "needs --column, one of " + String.join(", ", header));
        }
        return 0;
    }

    private static boolean number(String text) {
        try {
            return Double.isFinite(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
