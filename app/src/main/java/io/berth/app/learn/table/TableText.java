package io.berth.app.learn.table;

import io.berth.sim.report.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A learnt table as people read it. */
public final class TableText {
    private TableText() {}

    /** The cost that each seed reaches, and the table of the one that reaches least. */
    public static String of(TableDocument learnt) {
        TextTable seeds = new TextTable(List.of("policy", "cost"));
        seeds.row(List.of("optimum", fixed(learnt.optimum())));
        learnt.seeds().forEach(seed -> seeds.row(List.of("table, seed " + seed.seed(), fixed(seed.cost()))));
        TableDocument.Seed best = learnt.seeds().stream()
                .min(Comparator.comparingDouble(TableDocument.Seed::cost))
                .orElseThrow();
        List<String> heads = new ArrayList<>(learnt.tasks());
        heads.addAll(List.of("next", "cost from here", "at best"));
        TextTable states = new TextTable(heads, learnt.tasks().size() + 1);
        for (TableDocument.Row row : best.table()) {
            List<String> cells = new ArrayList<>();
            row.given().forEach(agent -> cells.add(agent.isEmpty() ? "-" : agent));
            cells.addAll(List.of(row.task() + " -> " + row.agent(), fixed(row.learnt()), fixed(row.exact())));
            states.row(cells);
        }
        return seeds.text() + "\n" + learnt.states() + " states, " + learnt.steps() + " steps, seed " + best.seed()
                + ": where each task is, what is given next, and what all that is left costs\n\n" + states.text();
    }

    private static String fixed(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
