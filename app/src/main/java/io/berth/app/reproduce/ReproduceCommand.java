package io.berth.app.reproduce;

import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Failure;
import io.berth.app.command.Output;
import io.berth.app.command.Progress;
import io.berth.app.command.SideBySide;
import io.berth.app.option.Arguments;
import io.berth.app.option.Operand;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.sim.report.TextTable;
import io.berth.sim.table.Cell;
import io.berth.sim.table.Table;
import io.berth.sim.table.gavel.GavelTable;
import io.berth.sim.table.helios.HeliosTable;
import io.berth.sim.table.m4.M4Table;
import io.berth.sim.table.muri.MuriTable;
import io.berth.sim.table.openb.OpenbTable;
import io.berth.sim.table.rlscheduler.RlSchedulerTable;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/** {@code berth reproduce}: published tables, ours beside theirs. */
public record ReproduceCommand(Output output) implements Command {
    private static final List<Table> TABLES = List.of(
            new OpenbTable(),
            new RlSchedulerTable(),
            new MuriTable(),
            new HeliosTable(),
            new GavelTable(),
            new M4Table());

    private static final Option DATA = Option.value("--data", "DIR", "The folder of inputs and published results.");
    private static final Option LIST = Option.flag("--list", "List the tables and end.");

    @Override
    public Options options() {
        return Options.of(
                        "[OPTION...] [TABLE...]",
                        "Runs published experiments again and prints ours beside theirs; exit code 0 when all cells are near.",
                        DATA,
                        LIST,
                        Answer.JSON)
                .with(Operand.of("TABLE...", "Which tables; --list names them."));
    }

    private record Document(List<Reproduced> tables) {}

    private record Reproduced(
            String table, String source, List<Cell> cells, int cellsTotal, int cellsWithin, List<String> skipped) {}

    private record Listing(List<Listed> tables) {}

    private record Listed(String table, String source, String compared, String expectedTime) {}

    @Override
    public int run(Arguments typed) {
        List<String> names = typed.once().words();
        List<Table> tables = tables(names);
        boolean json = typed.flag(Answer.JSON.name());
        if (typed.flag(LIST.name())) {
            return list(tables, json);
        }
        Path data = typed.path(DATA.name());
        if (names.isEmpty() || data == null) {
            throw new InputException("berth reproduce", "needs a table and its data: berth reproduce TABLE --data DIR");
        }
        List<Reproduced> all = new ArrayList<>();
        for (Table table : tables) {
            all.add(reproduce(table, data));
        }
        boolean within = true;
        for (Reproduced table : all) {
            within &= table.cellsWithin == table.cellsTotal;
        }
        if (json) {
            output.json(new Document(all));
        } else {
            all.forEach(this::print);
        }
        return within ? 0 : Failure.WORK_FAILED;
    }

    private static List<Table> tables(List<String> names) {
        if (names.isEmpty()) {
            return TABLES;
        }
        List<Table> chosen = new ArrayList<>();
        for (String name : names) {
            List<String> known = new ArrayList<>();
            int before = chosen.size();
            for (Table table : TABLES) {
                known.add(table.name());
                if (table.name().equals(name)) {
                    chosen.add(table);
                }
            }
            if (chosen.size() == before) {
                throw new InputException("berth reproduce", InputException.unknown("table", name, known));
            }
        }
        return chosen;
    }

    private int list(List<Table> tables, boolean json) {
        if (json) {
            List<Listed> rows = new ArrayList<>();
            for (Table table : tables) {
                rows.add(new Listed(table.name(), table.source(), table.compared(), table.expectedTime()));
            }
            output.json(new Listing(rows));
            return 0;
        }
        for (Table table : tables) {
            output.out().println(table.name() + ": " + table.source());
            output.out().println("  " + table.compared());
            output.out().println("  " + table.expectedTime());
        }
        return 0;
    }

    private Reproduced reproduce(Table table, Path folder) {
        Table.Experiment experiment = table.open(folder);
        experiment.skipped().forEach(line -> output.note("skipped " + line));
        try (Progress progress =
                new Progress(table.name() + " runs", experiment.runs().size(), output.err())) {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (Runnable run : experiment.runs()) {
                tasks.add(() -> {
                    run.run();
                    progress.add(1);
                    return true;
                });
            }
            SideBySide.run(tasks);
        }
        List<Cell> cells = experiment.cells();
        int within = 0;
        for (Cell cell : cells) {
            within += cell.within() ? 1 : 0;
        }
        return new Reproduced(table.name(), table.source(), cells, cells.size(), within, experiment.skipped());
    }

    private void print(Reproduced reproduced) {
        output.out().println(reproduced.table + ": " + reproduced.source);
        output.out().println();
        TextTable table = new TextTable(
                List.of("input", "row", "column", "seeds", "published", "ours", "difference", "tolerance", ""));
        for (Cell cell : reproduced.cells) {
            table.row(List.of(
                    cell.input(),
                    cell.row(),
                    cell.column(),
                    cell.seeds().isEmpty() ? "" : Integer.toString(cell.seeds().size()),
                    fixed("%.3f", cell.published()),
                    fixed("%.3f", cell.ours()),
                    fixed("%+.3f", cell.difference()),
                    fixed("%.3f", cell.tolerance()),
                    cell.within() ? "within" : "NOT within"));
        }
        output.out().print(table.text());
        output.out().println();
        output.out().println(reproduced.cellsWithin + " of " + reproduced.cellsTotal + " cells are within.");
    }

    private static String fixed(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
