package io.berth.app.inspect;

import io.berth.spec.input.Tree;
import io.berth.spec.table.Moments;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The document that explains a job, for people. */
public final class ExplainText {
    private ExplainText() {}

    /** What {@code why} says. */
    public static String of(Tree why) {
        StringBuilder text = new StringBuilder();
        text.append("job ")
                .append(why.require("id").text())
                .append(" is ")
                .append(why.require("state").text());
        text.append(": ").append(why.require("text").text());
        Tree cure = given(why, "cure");
        if (cure != null) {
            text.append(" (").append(cure.text().replace('_', ' ')).append(')');
        }
        Tree unmet = given(why, "unmet");
        if (unmet != null) {
            text.append(": ").append(unmet.text());
        }
        text.append('\n');
        for (Tree node : why.require("nodes").items()) {
            text.append("  ").append(node.require("nodes").text()).append(" × ");
            text.append(node.require("text").text()).append('\n');
        }
        reasons(why.require("preferences"), text);
        reasons(why.require("speeds"), text);
        bound(given(why, "bound"), text);
        Tree started = given(why, "started");
        boolean waits = why.require("waiting").flag();
        line("decided by ", started != null && !waits ? null : given(why, "strategy"), text);
        Tree again = given(why, "try_time");
        if (again != null) {
            text.append("  tried again at ").append(local(again.text())).append('\n');
        }
        if (started != null) {
            start(started, text);
        }
        return text.toString();
    }

    private static void bound(@Nullable Tree bound, StringBuilder text) {
        if (bound == null) {
            return;
        }
        String told = bound.require("text").text();
        for (String key : List.of("press_time", "by_time")) {
            Tree time = given(bound, key);
            told = time == null ? told : told.replace(time.text(), local(time.text()));
        }
        text.append("  ").append(told).append('\n');
    }

    private static void start(Tree started, StringBuilder text) {
        // The sentence names the moment as documents write it.
        String time = started.require("time").text();
        text.append("  ")
                .append(started.require("text").text().replace(time, local(time)))
                .append('\n');
        reasons(started.require("preferences"), text);
        reasons(started.require("placements"), text);
        line("decided by ", started.require("strategy"), text);
    }

    /** A line for each of {@code told}, with the model where there is one. */
    private static void reasons(Tree told, StringBuilder text) {
        for (Tree one : told.items()) {
            Tree model = given(one, "model");
            text.append("  ").append(one.require("text").text());
            text.append(model == null ? "" : " (model " + model.text() + ")").append('\n');
        }
    }

    private static void line(String head, @Nullable Tree told, StringBuilder text) {
        if (told != null) {
            text.append("  ").append(head).append(told.text()).append('\n');
        }
    }

    private static String local(String time) {
        return Moments.local(Instant.parse(time));
    }

    private static @Nullable Tree given(Tree map, String key) {
        Tree value = map.get(key);
        return value == null || value.isNull() ? null : value;
    }
}
