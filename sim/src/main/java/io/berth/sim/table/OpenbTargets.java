package io.berth.sim.table;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.SiblingName;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The published GPU allocation of the openb experiments: a row per list, policy and seed, a column per per cent arrived. */
final class OpenbTargets {
    private static final String COLUMN_PREFIX = "alloc_pct_at_arrived_";

    private final Path file;
    private final List<Target> targets = new ArrayList<>();
    private final int[] arrivedPcts;
    private int[] columns = {};
    private int fields;

    /**
     * One published run.
     *
     * @param list the pod list
     * @param label the policy as the paper's artifact calls it
     * @param allocatedPcts GPU allocation in per cent, one for each of the wanted arrived per cents
     */
    record Target(String list, String label, long seed, double[] allocatedPcts) {}

    private OpenbTargets(Path file, int[] arrivedPcts) {
        this.file = file;
        this.arrivedPcts = arrivedPcts;
    }

    /** The published runs in {@code file} at {@code arrivedPcts}. */
    static List<Target> read(Path file, int... arrivedPcts) {
        OpenbTargets reader = new OpenbTargets(file, arrivedPcts);
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            String header = lines.readLine();
            reader.header(header == null ? "" : header);
            int number = 1;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (!line.isBlank()) {
                    reader.row(line, number);
                }
            }
        } catch (NoSuchFileException e) {
            throw new InputException(file.toString(), "does not exist" + SiblingName.hint(file));
        } catch (IOException e) {
            throw new InputException(file.toString(), "cannot be read (" + e.getMessage() + ")");
        }
        return reader.targets;
    }

    private void header(String line) {
        List<String> names = List.of(line.split(",", -1));
        fields = names.size();
        columns = new int[3 + arrivedPcts.length];
        columns[0] = column(names, "trace");
        columns[1] = column(names, "policy");
        columns[2] = column(names, "seed");
        for (int i = 0; i < arrivedPcts.length; i++) {
            columns[3 + i] = column(names, COLUMN_PREFIX + arrivedPcts[i]);
        }
    }

    private int column(List<String> names, String name) {
        int column = names.indexOf(name);
        if (column < 0) {
            throw new InputException(file + ":1", "header: the column " + Quote.of(name) + " is missing");
        }
        return column;
    }

    private void row(String line, int number) {
        String[] values = line.split(",", -1);
        if (values.length != fields) {
            throw wrong(number, "the row", values.length + " fields", fields + ", as the header");
        }
        double[] allocatedPcts = new double[arrivedPcts.length];
        for (int i = 0; i < arrivedPcts.length; i++) {
            allocatedPcts[i] = pct(values[columns[3 + i]], COLUMN_PREFIX + arrivedPcts[i], number);
        }
        long seed = seed(values[columns[2]], number);
        targets.add(new Target(values[columns[0]], values[columns[1]], seed, allocatedPcts));
    }

    private long seed(String text, int number) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw wrong(number, "seed", Quote.of(text), "a whole number");
        }
    }

    private double pct(String text, String column, int number) {
        try {
            double pct = Double.parseDouble(text);
            if (pct >= 0 && pct <= 100) {
                return pct;
            }
        } catch (NumberFormatException e) {
            // The same error as for a number out of range.
        }
        throw wrong(number, column, Quote.of(text), "a number, 0 to 100");
    }

    private InputException wrong(int line, String column, String value, String allowed) {
        return new InputException(file + ":" + line, column + ": is " + value + "; allowed: " + allowed);
    }
}
