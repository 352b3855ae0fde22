package io.berth.sim.table.m4;

import io.berth.core.series.Ensemble;
import io.berth.sim.trace.BadRow;
import io.berth.sim.trace.CsvTable;
import io.berth.sim.trace.Lenience;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A file of series as M4 has them: a row for each, its name first, then its values, empty fields at the end of the shorter ones. */
final class SeriesFile {
    private SeriesFile() {}

    /** The files in {@code folder} whose names begin so, by name. */
    static List<Path> find(Path folder, String beginning) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith(beginning))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new InputException(folder.toString(), "cannot be read, or is no folder (" + e.getMessage() + ")");
        }
    }

    /** The series by name, in the order of the file. */
    static Map<String, double[]> read(Path file) {
        return CsvTable.read(file, Lenience.STRICT, table -> {
            Map<String, double[]> all = new LinkedHashMap<>();
            while (table.next()) {
                try {
                    all.put(table.name(0), values(table));
                } catch (BadRow bad) {
                    table.skip(bad);
                }
            }
            return all;
        });
    }

    private static double[] values(CsvTable table) {
        double[] values = new double[table.columns() - 1];
        int count = 0;
        while (count < values.length && !table.blank(count + 1)) {
            values[count] = table.real(count + 1, Ensemble.MOST);
            count++;
        }
        return Arrays.copyOf(values, count);
    }

    /** Of series that both files have, all values of the one and of the other. */
    static List<double[][]> pairs(Path train, Path test, int horizon) {
        Map<String, double[]> later = read(test);
        List<double[][]> pairs = new ArrayList<>();
        read(train).forEach((name, past) -> {
            double[] came = later.get(name);
            if (came == null || came.length < horizon || past.length == 0) {
                throw new InputException(
                        test.toString(),
                        name + ": has not " + horizon + " values after those in " + train.getFileName());
            }
            pairs.add(new double[][] {past, Arrays.copyOf(came, horizon)});
        });
        return pairs;
    }
}
