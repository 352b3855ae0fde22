package io.berth.app.inspect;

import io.berth.console.web.PageWords;
import io.berth.core.decision.Reason;
import io.berth.core.plan.trace.Shortage;
import io.berth.spec.input.Tree;
import io.berth.spec.table.Moments;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The document that explains a job, for people. */
public final class ExplainText {
    private final Tree why;
    private final PageWords words;
    private final StringBuilder text = new StringBuilder();

    private ExplainText(Tree why, PageWords words) {
        this.why = why;
        this.words = words;
    }

    /** What {@code why} says in English. */
    public static String of(Tree why) {
        return of(why, PageWords.of("language", PageWords.ENGLISH));
    }

    /** What {@code why} says; in another language than English it is made of codes, and what has none stays in English. */
    public static String of(Tree why, PageWords words) {
        return new ExplainText(why, words).text();
    }

    private String text() {
        head();
        for (Tree node : why.require("nodes").items()) {
            text.append("  ").append(node.require("nodes").text()).append(" × ");
            text.append(reason(node)).append('\n');
        }
        near();
        reasons(why.require("preferences"), text);
        reasons(why.require("speeds"), text);
        bound(given(why, "bound"), text);
        deadline(given(why, "deadline"));
        Tree started = given(why, "started");
        boolean waits = why.require("waiting").flag();
        line("decided by ", started != null && !waits ? null : given(why, "strategy"), text);
        Tree again = given(why, "try_time");
        if (again != null) {
            text.append("  ").append(said("why.at", "tried again at {time}", Map.of("time", local(again.text()))));
            text.append('\n');
        }
        if (started != null) {
            start(started, text);
        }
        return text.toString();
    }

    private void head() {
        String state = why.require("state").text();
        String id = why.require("id").text();
        text.append(
                words.english()
                        ? "job " + id + " is " + state + ": "
                        : words.text("job.title", Map.of("id", id)) + " " + words.or("state." + state, state) + "：");
        text.append(given(why, "reason") == null ? otherwise() : reason(why));
        Tree cure = given(why, "cure");
        if (cure != null && words.english()) {
            text.append(" (").append(cure.text().replace('_', ' ')).append(')');
        } else if (cure != null) {
            text.append("（")
                    .append(words.or("cure." + cure.text(), cure.text()))
                    .append('）');
        }
        Tree unmet = given(why, "unmet");
        if (unmet != null) {
            text.append(": ").append(unmet.text());
        }
        text.append('\n');
    }

    /** What is said where there is no reason. */
    private String otherwise() {
        String told = why.require("text").text();
        return words.english() || !why.require("startable").flag() ? told : words.or("why.startable", told);
    }

    /** In another language the words of the code, with what the server says beside it where that is more. */
    private String reason(Tree of) {
        String told = of.require("text").text();
        String code = of.require("reason").text();
        String own = words.or("reason." + code, "");
        if (words.english() || own.isEmpty()) {
            return told;
        }
        boolean more = Arrays.stream(Reason.values())
                .noneMatch(reason ->
                        reason.name().equalsIgnoreCase(code) && reason.text().equals(told));
        return more ? own + " (" + told + ")" : own;
    }

    /** How near it is: how many tasks fit, which node lacks least, and when its turn comes. */
    private void near() {
        int tasks = (int) why.require("tasks").whole();
        if (why.require("waiting").flag() && tasks > 1) {
            String room = why.require("room").text();
            String nodes = why.require("fitting_nodes").text();
            String fit = room + " of " + tasks + " tasks fit now; nodes on which one fits: " + nodes;
            Map<String, String> values = Map.of("tasks", Integer.toString(tasks), "room", room, "nodes", nodes);
            text.append("  ").append(said("why.room", fit, values)).append('\n');
        }
        Tree nearest = given(why, "nearest");
        if (nearest != null) {
            text.append("  ").append(nearest(nearest)).append('\n');
        }
        Tree place = given(why, "place");
        if (place != null) {
            Map<String, String> values = new TreeMap<>();
            for (String key : List.of("position", "of", "queue_position", "of_queue")) {
                values.put(key, place.require(key).text());
            }
            String turn = values.get("position") + " of " + values.get("of") + " in the order";
            String inQueue =
                    place.require("of").text().equals(place.require("of_queue").text())
                            ? ""
                            : ", " + values.get("queue_position") + " of " + values.get("of_queue") + " in its queue";
            text.append("  ").append(said("why.place", turn + inQueue, values)).append('\n');
        }
    }

    private String nearest(Tree nearest) {
        if (words.english()) {
            return "nearest: " + nearest.require("text").text();
        }
        String lacks = "";
        for (Tree lack : nearest.require("lacks").items()) {
            String one = lack(lack);
            lacks = lacks.isEmpty() ? one : words.text("lack.and", Map.of("first", lacks, "next", one));
        }
        String node = nearest.require("node").text();
        if (lacks.isEmpty()) {
            String code = nearest.require("reason").text();
            return words.text("why.nearestOther", Map.of("node", node, "reason", words.or("reason." + code, code)));
        }
        String key = nearest.require("when_empty").flag() ? "why.nearestEmpty" : "why.nearest";
        return words.text(key, Map.of("node", node, "lacks", lacks));
    }

    private String lack(Tree lack) {
        String resource = lack.require("resource").text();
        double missing = lack.require("lacks").number();
        String amount = lack.require("unit").text().equals("count")
                ? BigDecimal.valueOf(missing).stripTrailingZeros().toPlainString()
                : Shortage.binary(missing);
        String key = "lack." + resource;
        boolean known = !words.or(key, "").isEmpty();
        return words.text(known ? key : "lack.named", Map.of("amount", amount, "resource", resource));
    }

    /** {@code english}, or in another language the text of {@code key}. */
    private String said(String key, String english, Map<String, String> values) {
        if (!words.english()) {
            return words.text(key, values);
        }
        String said = english;
        for (Map.Entry<String, String> value : values.entrySet()) {
            said = said.replace("{" + value.getKey() + "}", value.getValue());
        }
        return said;
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

    private void deadline(@Nullable Tree missed) {
        if (missed == null) {
            return;
        }
        Map<String, String> times = new TreeMap<>();
        String told = missed.require("text").text();
        for (String key : List.of("due_time", "end_time")) {
            Tree time = given(missed, key);
            if (time != null) {
                times.put(key, local(time.text()));
                told = told.replace(time.text(), local(time.text()));
            }
        }
        String key = times.containsKey("end_time") ? "why.deadline" : "why.deadlineOver";
        text.append("  ").append(said(key, told, times)).append('\n');
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
