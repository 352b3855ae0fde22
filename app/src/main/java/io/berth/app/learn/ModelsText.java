package io.berth.app.learn;

import io.berth.core.model.LearntModel;
import io.berth.core.model.Model;
import io.berth.learn.store.StoredModel;
import io.berth.learn.transfer.WorkloadProfile;
import io.berth.sim.report.TextTable;
import java.util.List;

/** What {@code berth models} prints for people. */
final class ModelsText {
    private ModelsText() {}

    static String list(List<StoredModel> all) {
        if (all.isEmpty()) {
            return "no models are kept here; berth train --store adds one\n";
        }
        TextTable table = new TextTable(List.of("model", "decides", "data", "agent", "seed", "test", "parent"), 7);
        StringBuilder damaged = new StringBuilder();
        for (StoredModel stored : all) {
            switch (stored) {
                case StoredModel.Sound sound -> {
                    LearntModel model = sound.model();
                    table.row(List.of(
                            sound.id(),
                            model.decides(),
                            fact(model, Lineage.DATA),
                            fact(model, "agent"),
                            fact(model, "seed"),
                            fact(model, Lineage.TEST),
                            fact(model, Lineage.PARENT)));
                }
                case StoredModel.Damaged bad -> damaged.append(damaged(bad));
            }
        }
        return table.text() + (damaged.isEmpty() ? "" : "\n" + damaged);
    }

    private static String fact(LearntModel model, String name) {
        return model.lineage().getOrDefault(name, "-");
    }

    private static String damaged(StoredModel.Damaged bad) {
        return "damaged: " + bad.file() + ":" + bad.line() + ": " + bad.problem() + "\n";
    }

    static String one(StoredModel stored) {
        return switch (stored) {
            case StoredModel.Sound sound -> {
                LearntModel model = sound.model();
                TextTable table = new TextTable(List.of("model", sound.id()), 2);
                table.row(List.of("decides", model.decides()));
                table.row(List.of("columns", model.columnsKey()));
                table.row(List.of("layers", model.shape().toString()));
                if (model instanceof Model order) {
                    table.row(List.of("rows", Integer.toString(order.rows())));
                }
                model.lineage().forEach((name, value) -> {
                    boolean forPeople = !name.equals(WorkloadProfile.LINEAGE);
                    table.row(List.of(name, forPeople ? value : "berth models similar compares it"));
                });
                yield table.text();
            }
            case StoredModel.Damaged bad -> damaged(bad);
        };
    }
}
