package io.berth.sim.trace;

import io.berth.spec.input.InputException;
import io.berth.spec.input.NearestName;
import io.berth.spec.input.Quote;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file with a header line, read row by row; plain or gzip. Columns are found by name, in any order. What is wrong
 * with the file or its header ends the reading; what is wrong with a row is left to the {@link Lenience}:
 *
 * <pre>{@code
 * while (table.next()) {
 *     try {
 *         add(table);
 *     } catch (BadRow bad) {
 *         table.skip(bad);
 *     }
 * }
 * }</pre>
 */
public final class CsvTable implements AutoCloseable {
    private final TraceFile file;
    private final InputStream in;
    private final CsvScanner scanner;
    private final Lenience lenience;
    private final List<String> header = new ArrayList<>();

    private CsvTable(TraceFile file, InputStream in, Lenience lenience) {
        this.file = file;
        this.in = in;
        this.scanner = new CsvScanner(in);
        this.lenience = lenience;
    }

    /** The table in {@code path}, its header read. */
    public static CsvTable open(Path path, Lenience lenience) {
        TraceFile file = new TraceFile(path.toString());
        return of(file, file.open(path), lenience);
    }

    /** The table in {@code raw}, which it closes, its header read; {@code file} is named in errors. */
    public static CsvTable of(TraceFile file, InputStream raw, Lenience lenience) {
        CsvTable table = new CsvTable(file, file.unpacked(raw), lenience);
        table.readHeader();
        return table;
    }

    /** What {@code rows} makes of the table in {@code path}. */
    public static <T> T read(Path path, Lenience lenience, Function<CsvTable, T> rows) {
        try (CsvTable table = open(path, lenience)) {
            return rows.apply(table);
        }
    }

    /** What {@code rows} makes of the table in {@code raw}, which {@code name} names in errors. */
    public static <T> T read(String name, InputStream raw, Lenience lenience, Function<CsvTable, T> rows) {
        try (CsvTable table = of(new TraceFile(name), raw, lenience)) {
            return rows.apply(table);
        }
    }

    /** Refuses a header that lacks one of {@code required}, repeats a column, or has one named nowhere. */
    public CsvTable expecting(List<String> required, List<String> optional) {
        for (int i = 0; i < header.size(); i++) {
            String column = header.get(i);
            if (!required.contains(column) && !optional.contains(column)) {
                throw wrongHeader(column, "is an unknown column", required, optional);
            }
            if (header.indexOf(column) < i) {
                throw wrongHeader(column, "is there twice", required, optional);
            }
        }
        for (String column : required) {
            if (!header.contains(column)) {
                throw wrongHeader(column, "is missing", required, optional);
            }
        }
        return this;
    }

    private InputException wrongHeader(String column, String fault, List<String> required, List<String> optional) {
        List<String> known = new ArrayList<>(required);
        known.addAll(optional);
        String nearest = known.contains(column) ? "" : NearestName.of(column, known);
        String hint = nearest.isEmpty() ? "" : " (did you mean " + Quote.of(nearest) + "?)";
        String allowed = String.join(",", required)
                + (optional.isEmpty() ? "" : " and, if at hand, " + String.join(",", optional));
        return file.problem(1, "header", column, fault + hint, allowed);
    }

    public TraceFile file() {
        return file;
    }

    /** Where a column stands; -1 where there is none of that name. */
    public int column(String name) {
        return header.indexOf(name);
    }

    /** How many columns there are. */
    public int columns() {
        return header.size();
    }

    /** The names of the columns, in their order. */
    public List<String> header() {
        return List.copyOf(header);
    }

    /** Moves to the next row that has as many fields as the header; false at the end. */
    public boolean next() {
        while (scan()) {
            BadRow bad = shape();
            if (bad == null) {
                return true;
            }
            skip(bad);
        }
        return false;
    }

    /** The line on which the row begins, from 1. */
    public long line() {
        return scanner.line();
    }

    /** The field is empty. */
    public boolean blank(int column) {
        return scanner.blank(column);
    }

    /** The field; never empty. */
    public String text(int column) {
        if (scanner.blank(column)) {
            throw bad(column, "is empty", "some text");
        }
        return scanner.text(column);
    }

    /** The field as a name: neither blank nor with control characters. */
    public String name(int column) {
        String name = text(column);
        if (name.isBlank()) {
            throw bad(column, "is blank", "a name");
        }
        for (int i = 0; i < name.length(); i++) {
            if (Character.isISOControl(name.charAt(i))) {
                throw bad(column, "has a control character", "a name on one line");
            }
        }
        return name;
    }

    /** The field, which may be empty. */
    public String textOrEmpty(int column) {
        return scanner.blank(column) ? "" : scanner.text(column);
    }

    /** The field as a whole number of {@code min} to {@code max}, which must be below the largest long. */
    public long number(int column, long min, long max) {
        long value = scanner.number(column);
        if (value >= min && value <= max) {
            return value;
        }
        String fault;
        if (scanner.blank(column)) {
            fault = "is empty";
        } else if (value == CsvScanner.NOT_A_NUMBER) {
            fault = "is not a whole number";
        } else if (value < 0 && min >= 0) {
            fault = "is negative";
        } else {
            fault = value < min ? "is too small" : "is too large";
        }
        throw bad(column, fault, "a whole number, " + min + " to " + max);
    }

    /** The same, -1 for an empty field. */
    public long numberOrAbsent(int column, long max) {
        return scanner.blank(column) ? -1 : number(column, 0, max);
    }

    /** The field as a number that is at most {@code most} away from 0. */
    public double real(int column, double most) {
        try {
            double value = Double.parseDouble(text(column));
            if (value >= -most && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // The same error as for a number out of range.
        }
        throw bad(column, "is not a number, or is too large", "a number, " + -most + " to " + most);
    }

    /**
     * Reads all rows, each of which {@code named} may be there once.
     *
     * @param column where the name stands
     * @param what a row is, for errors
     */
    public <T> List<T> distinct(int column, String what, Supplier<T> row, Function<T, String> named) {
        List<T> rows = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        while (next()) {
            try {
                T read = row.get();
                if (!names.add(named.apply(read))) {
                    throw bad(column, "is there twice", "every " + what + " once");
                }
                rows.add(read);
            } catch (BadRow bad) {
                skip(bad);
            }
        }
        return List.copyOf(rows);
    }

    /** What is wrong with a field of this row. */
    public BadRow bad(int column, String fault, String allowed) {
        return new BadRow(header.get(column), scanner.text(column), fault, allowed);
    }

    /** Counts this row as skipped, or ends the reading. */
    public void skip(BadRow bad) {
        file.skip(lenience, line(), bad);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw file.broken(line(), e);
        }
    }

    private void readHeader() {
        if (!scan()) {
            throw file.problem(1, "", "", "is empty", "a header line and rows");
        }
        if (!scanner.fault().isEmpty()) {
            throw file.problem(line(), "header", "", scanner.fault(), "plain or quoted column names");
        }
        for (int i = 0; i < scanner.fields(); i++) {
            header.add(scanner.text(i));
        }
    }

    private @Nullable BadRow shape() {
        if (!scanner.fault().isEmpty()) {
            return new BadRow("", "", scanner.fault(), "fields plain, or quoted as a whole");
        }
        if (scanner.fields() == header.size()) {
            return null;
        }
        String fault = scanner.fields() < header.size() ? "has too few fields" : "has too many fields";
        return new BadRow("", scanner.fields() + " fields", fault, header.size() + ", as the header");
    }

    private boolean scan() {
        try {
            return scanner.next();
        } catch (IOException e) {
            throw file.broken(line(), e);
        }
    }
}
