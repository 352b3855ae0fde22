package io.berth.app.env;

import io.berth.core.model.column.Feature;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.Observation;
import io.berth.sim.report.TextTable;
import java.util.List;

/** An environment for people. */
final class WorldText {
    /** Of name and meaning; the columns after them are numbers. */
    private static final int TEXT_COLUMNS = 2;

    private WorldText() {}

    static String of(WorldDocument document) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < document.processes().size(); i++) {
            if (document.shared()) {
                text.append(i == 0 ? "" : "\n")
                        .append("agent ")
                        .append(document.agents().get(i))
                        .append('\n');
            }
            append(document.processes().get(i), document.acts(), text);
        }
        return text.toString();
    }

    private static void append(Mdp mdp, String acts, StringBuilder text) {
        Observation seen = mdp.observation();
        text.append(mdp.name()).append(": ").append(mdp.summary()).append("\n\n");
        line("state", seen.rows() + " x " + seen.features().size() + ", rows: " + seen.row(), text);
        line("actions", mdp.actions().count() + ": " + mdp.actions().meaning(), text);
        line("acts", acts, text);
        line("reward", mdp.reward() + "; discount " + mdp.discount(), text);
        line("end", mdp.end(), text);
        if (!mdp.source().isEmpty()) {
            line("source", mdp.source(), text);
        }
        TextTable features = new TextTable(List.of("feature", "meaning", "low", "high", "padding"), TEXT_COLUMNS);
        for (Feature feature : seen.features()) {
            features.row(List.of(
                    feature.name(),
                    feature.meaning(),
                    number(feature.low()),
                    number(feature.high()),
                    number(feature.padding())));
        }
        text.append('\n').append(features.text());
    }

    private static void line(String head, String words, StringBuilder text) {
        text.append(head)
                .append(" ".repeat("actions".length() - head.length() + 2))
                .append(words)
                .append('\n');
    }

    private static String number(float number) {
        boolean whole = number == Math.rint(number) && Math.abs(number) < 1e6;
        return whole ? Integer.toString((int) number) : Float.toString(number);
    }
}
