package io.berth.sim.trace.csv;

import io.berth.core.time.Nanos;
import io.berth.sim.trace.BadRow;
import io.berth.sim.trace.CsvTable;
import io.berth.sim.trace.Lenience;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Choices of a recorded run as {@code berth replay --choices} writes them, read group by group; {@code docs/reference/choices.md}. */
public final class ChoiceLog {
    /** The columns, in the order in which they are written. */
    public static final List<String> COLUMNS = List.of(
            "choice",
            "time_ns",
            "job",
            "wait_ns",
            "expected_run_ns",
            "processors_milli",
            "free_milli",
            "total_milli",
            "fits",
            "started",
            "outcome",
            "jct_ns",
            "bounded_slowdown");

    private static final int CHOICE = 0;
    private static final int WAIT = 3;
    private static final int EXPECTED = 4;
    private static final int PROCESSORS = 5;
    private static final int FREE = 6;
    private static final int TOTAL = 7;
    private static final int FITS = 8;
    private static final int STARTED = 9;

    private ChoiceLog() {}

    /**
     * A job that waited when a choice was made.
     *
     * @param expectedNanos of run time; {@link Nanos#NEVER} where its user expected nothing
     */
    public record Row(
            long waitNanos, long expectedNanos, long processorsMilli, long freeMilli, long totalMilli, boolean fits) {}

    /**
     * A choice.
     *
     * @param rows the jobs that waited
     * @param started the place in {@code rows} of the one that was started
     */
    public record Choice(long id, List<Row> rows, int started) {
        /** @throws IllegalArgumentException where no row was started */
        public Choice {
            rows = List.copyOf(rows);
            if (started < 0 || started >= rows.size()) {
                throw new IllegalArgumentException("Of the rows of choice " + id + " one must have started.");
            }
        }
    }

    /**
     * Reads the file, plain or gzip, and tells of each choice in turn.
     *
     * @throws InputException where the file is none of choices; names the line and the column
     */
    public static void read(Path file, Consumer<Choice> each) {
        try (CsvTable table = CsvTable.open(file, Lenience.STRICT).expecting(COLUMNS, List.of())) {
            Groups groups = new Groups(table, each);
            while (table.next()) {
                try {
                    groups.row();
                } catch (BadRow bad) {
                    table.skip(bad);
                }
            }
            groups.finish();
        }
    }

    private static final class Groups {
        private final CsvTable table;
        private final Consumer<Choice> each;
        private final int[] at;
        private final List<Row> rows = new ArrayList<>();
        private long id = -1;
        private int started = -1;

        Groups(CsvTable table, Consumer<Choice> each) {
            this.table = table;
            this.each = each;
            this.at = COLUMNS.stream().mapToInt(table::column).toArray();
        }

        void row() {
            long choice = number(CHOICE);
            if (choice != id) {
                finish();
                id = choice;
            }
            long expected = table.numberOrAbsent(at[EXPECTED], Nanos.NEVER - 1);
            rows.add(new Row(
                    number(WAIT),
                    expected < 0 ? Nanos.NEVER : expected,
                    number(PROCESSORS),
                    table.number(at[FREE], Long.MIN_VALUE + 1, Long.MAX_VALUE - 1),
                    number(TOTAL),
                    flag(FITS)));
            if (flag(STARTED)) {
                if (started >= 0) {
                    throw table.bad(at[STARTED], "is there twice in a choice", "one job that started");
                }
                started = rows.size() - 1;
            }
        }

        void finish() {
            if (rows.isEmpty()) {
                return;
            }
            if (started < 0) {
                throw table.file()
                        .problem(
                                table.line(),
                                COLUMNS.get(STARTED),
                                "0",
                                "no row of choice " + id + " started",
                                "one that did");
            }
            each.accept(new Choice(id, rows, started));
            rows.clear();
            started = -1;
        }

        private long number(int column) {
            return table.number(at[column], 0, Long.MAX_VALUE - 1);
        }

        private boolean flag(int column) {
            return table.number(at[column], 0, 1) == 1;
        }
    }
}
