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

/** A file of published figures: a CSV with a header, fields plain, columns found by name and any more of them passed over. */
public final class TargetFile {
    private final String file;
    private final List<String> header;

    private TargetFile(String file, List<String> header) {
        this.file = file;
        this.header = header;
    }

    /**
     * The rows of {@code file}.
     *
     * @throws InputException where it cannot be read, lacks one of {@code columns}, or has a row of another length
     */
    public static List<Row> read(Path file, List<String> columns) {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            String first = lines.readLine();
            TargetFile target = new TargetFile(file.toString(), List.of((first == null ? "" : first).split(",", -1)));
            target.require(columns);
            List<Row> rows = new ArrayList<>();
            int number = 1;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (!line.isBlank()) {
                    rows.add(target.row(line, number));
                }
            }
            return rows;
        } catch (NoSuchFileException e) {
            throw new InputException(file.toString(), "does not exist" + SiblingName.hint(file));
        } catch (IOException e) {
            throw new InputException(file.toString(), "cannot be read (" + e.getMessage() + ")");
        }
    }

    private void require(List<String> columns) {
        for (String column : columns) {
            if (!header.contains(column)) {
                throw new InputException(file + ":1", "header: the column " + Quote.of(column) + " is missing");
            }
        }
    }

    private Row row(String line, int number) {
        String[] values = line.split(",", -1);
        if (values.length != header.size()) {
            throw wrong(number, "the row", values.length + " fields", header.size() + ", as the header");
        }
        return new Row(this, number, List.of(values));
    }

    private InputException wrong(int line, String column, String value, String allowed) {
        return new InputException(file + ":" + line, column + ": is " + value + "; allowed: " + allowed);
    }

    /** One row. */
    public static final class Row {
        private final TargetFile file;
        private final int line;
        private final List<String> values;

        private Row(TargetFile file, int line, List<String> values) {
            this.file = file;
            this.line = line;
            this.values = values;
        }

        /** The columns of the file. */
        public List<String> columns() {
            return file.header;
        }

        /** The field as it stands there. */
        public String text(String column) {
            return values.get(file.header.indexOf(column));
        }

        /** The field as a name, which says what else is read: never empty, and no path. */
        public String name(String column) {
            String name = text(column);
            boolean plain = !name.isBlank() && !name.startsWith(".");
            for (int i = 0; i < name.length(); i++) {
                plain &= Character.isLetterOrDigit(name.charAt(i)) || "._-".indexOf(name.charAt(i)) >= 0;
            }
            if (!plain) {
                throw file.wrong(line, column, Quote.of(name), "letters, digits, dots, dashes and underlines");
            }
            return name;
        }

        /** The field as a whole number. */
        public long whole(String column) {
            try {
                return Long.parseLong(text(column));
            } catch (NumberFormatException e) {
                throw file.wrong(line, column, Quote.of(text(column)), "a whole number");
            }
        }

        /** The field as a number of 0 to {@code max}. */
        public double number(String column, double max) {
            try {
                double number = Double.parseDouble(text(column));
                if (number >= 0 && number <= max) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // The same error as for a number out of range.
            }
            String range = max == Double.MAX_VALUE ? "0 or more" : "0 to " + max;
            throw file.wrong(line, column, Quote.of(text(column)), "a number, " + range);
        }

        /** The field as a number of at least 0. */
        public double number(String column) {
            return number(column, Double.MAX_VALUE);
        }
    }
}
