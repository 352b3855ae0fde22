package io.berth.app.learn;

import io.berth.learn.transfer.Fact;
import io.berth.learn.transfer.Trait;
import io.berth.learn.transfer.WorkloadDistance;
import io.berth.learn.transfer.WorkloadProfile;
import io.berth.sim.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;

/** What {@code berth models similar} prints for people: how far each model's workload is, and what the nearest ones are like. */
final class SimilarText {
    /** More columns do not fit beside each other. */
    private static final int SHOWN = 4;

    private SimilarText() {}

    static String of(Similarity similarity) {
        StringBuilder text = new StringBuilder();
        if (!similarity.models().isEmpty()) {
            text.append(
                    "distance of the workload that a model comes from; in each part 1 is a factor of ten, or the range\n\n");
            text.append(distances(similarity)).append('\n');
        }
        text.append(profiles(similarity));
        if (!similarity.unknown().isEmpty()) {
            text.append("\nnothing is known of the workload of ").append(String.join(", ", similarity.unknown()));
            text.append('\n');
        }
        return text.toString();
    }

    private static String distances(Similarity similarity) {
        List<String> parts = new ArrayList<>();
        for (Trait trait : Trait.values()) {
            parts.add(trait.key());
        }
        for (Fact fact : Fact.values()) {
            parts.add(fact.key());
        }
        parts.add(WorkloadDistance.ORDERS);
        List<String> heads = new ArrayList<>(List.of("model", "data", "distance"));
        heads.addAll(parts);
        TextTable table = new TextTable(heads, 2);
        for (Similarity.Compared one : similarity.models()) {
            List<String> row = new ArrayList<>(List.of(
                    one.model().id(),
                    one.model().model().lineage().getOrDefault(Lineage.DATA, "-"),
                    fixed(one.distance().total())));
            parts.forEach(part ->
                    row.add(fixed(Objects.requireNonNull(one.distance().parts().get(part)))));
            table.row(row);
        }
        return table.text();
    }

    private static String profiles(Similarity similarity) {
        List<Similarity.Compared> nearest = similarity
                .models()
                .subList(0, Math.min(SHOWN, similarity.models().size()));
        List<WorkloadProfile> all = new ArrayList<>(List.of(similarity.own()));
        nearest.forEach(one -> all.add(one.profile()));
        List<String> heads = new ArrayList<>(List.of("workload", "this one"));
        nearest.forEach(one -> heads.add(one.model().id()));
        TextTable table = new TextTable(heads);
        table.row(cells("jobs", all, profile -> Integer.toString(profile.jobs())));
        for (Trait trait : Trait.values()) {
            table.row(cells(trait.key() + " 10 / 50 / 90 %", all, profile -> range(profile, trait)));
        }
        for (Fact fact : Fact.values()) {
            table.row(cells(fact.key(), all, profile -> fixed(profile.fact(fact))));
        }
        for (String order : similarity.own().orders().keySet()) {
            table.row(cells("slowdown " + order, all, profile -> slowdown(profile, order)));
        }
        return table.text();
    }

    private static List<String> cells(String name, List<WorkloadProfile> all, Function<WorkloadProfile, String> cell) {
        List<String> cells = new ArrayList<>(List.of(name));
        all.forEach(profile -> cells.add(cell.apply(profile)));
        return cells;
    }

    private static String range(WorkloadProfile profile, Trait trait) {
        return brief(profile.quantile(trait, 1)) + " / " + brief(profile.quantile(trait, 5)) + " / "
                + brief(profile.quantile(trait, 9));
    }

    private static String slowdown(WorkloadProfile profile, String order) {
        Double value = profile.orders().get(order);
        return value == null ? "-" : brief(Math.exp(value));
    }

    private static String brief(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%.0f" : "%.3g", value);
    }

    private static String fixed(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
