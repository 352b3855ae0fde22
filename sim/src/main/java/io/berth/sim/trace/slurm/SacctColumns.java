package io.berth.sim.trace.slurm;

import io.berth.sim.trace.BadRow;
import io.berth.sim.trace.TraceLines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The header line of what sacct printed, and the fields of one row by the names in it, written in any case. */
final class SacctColumns {
    private static final int DATE_TIME_LENGTH = "2026-01-31T23:59:59".length();

    private final TraceLines lines;
    private final List<String> names = new ArrayList<>();
    private final List<String> fields = new ArrayList<>();
    private final Map<String, Integer> places = new LinkedHashMap<>();

    private final boolean rowsBegin;

    /** Reads the header of {@code lines}; there need be none where {@code given} names the columns. */
    SacctColumns(TraceLines lines, List<String> given) {
        this.lines = lines;
        if (!lines.next() || lines.line().toString().isBlank()) {
            throw lines.file().problem(1, "header", "", "is empty", "the column names that sacct prints");
        }
        split(lines.line().toString(), names);
        boolean row = SacctJobId.matches(names.getFirst()) || names.stream().anyMatch(SacctColumns::isTime);
        if (given.isEmpty() && row) {
            throw lines.file()
                    .problem(
                            1,
                            "header",
                            names.getFirst(),
                            "begins a row, not the names of columns",
                            "what sacct prints without --noheader; or name the columns in the scenario, as"
                                    + " workload.columns: JobID,State,... in the order of --format");
        }
        rowsBegin = !given.isEmpty()
                && names.stream().noneMatch(name -> name.strip().equalsIgnoreCase("JobID"));
        if (rowsBegin) {
            names.clear();
            names.addAll(given);
        }
        names.replaceAll(name -> name.strip().toLowerCase(Locale.ROOT));
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            if (!name.isEmpty() && names.indexOf(name) < i) {
                throw lines.file().problem(1, "header", name, "is there twice", "each column once");
            }
        }
    }

    /** Moves to the first row, which is the first line where that names no columns; false where there is none. */
    boolean beginRows() {
        return rowsBegin || lines.next();
    }

    private static boolean isTime(String field) {
        return field.length() >= DATE_TIME_LENGTH && SlurmText.timeNanos(field) >= 0;
    }

    /** Refuses a header with none of {@code alternatives}. */
    void require(String... alternatives) {
        for (String name : alternatives) {
            if (has(name)) {
                return;
            }
        }
        String fault = alternatives.length == 1 ? "is missing" : "or a column like it is missing";
        throw lines.file()
                .problem(
                        1,
                        "header",
                        alternatives[0],
                        fault,
                        "columns of sacct --parsable2, with " + String.join(" or ", alternatives));
    }

    boolean has(String name) {
        return place(name) >= 0;
    }

    /** Takes the fields of the current line. */
    void take() {
        fields.clear();
        split(lines.line().toString(), fields);
        // What --parsable prints ends with a bar.
        if (fields.size() == names.size() + 1 && fields.getLast().isEmpty()) {
            fields.removeLast();
        }
        if (fields.size() != names.size()) {
            String fault = fields.size() < names.size() ? "has too few fields" : "has too many fields";
            throw new BadRow("", fields.size() + " fields", fault, names.size() + ", as the header; no | in names");
        }
    }

    /** The field of the column {@code name}; empty where there is no such column. */
    String text(String name) {
        int place = place(name);
        return place < 0 ? "" : fields.get(place);
    }

    private int place(String name) {
        Integer known = places.get(name);
        if (known == null) {
            known = names.indexOf(name.toLowerCase(Locale.ROOT));
            places.put(name, known);
        }
        return known;
    }

    private static void split(String line, List<String> parts) {
        int start = 0;
        for (int bar = line.indexOf('|'); bar >= 0; bar = line.indexOf('|', start)) {
            parts.add(line.substring(start, bar));
            start = bar + 1;
        }
        parts.add(line.substring(start));
    }
}
