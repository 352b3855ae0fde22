package io.berth.app.inspect;

import io.berth.console.web.PageWords;
import io.berth.core.plan.trace.Shortage;
import io.berth.core.queue.QueueTree;
import io.berth.core.time.Nanos;
import io.berth.spec.input.Tree;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The document of what would start a job, a line for each; in another language than English made of its codes. */
record RemedyLines(PageWords words) {
    private static final double SHOWN = 1.005;
    private static final double LEAST_HOURS = 0.005;

    /** What {@code told} says of {@code job}. */
    String text(long job, Tree told) {
        List<Tree> remedies = told.require("remedies").items();
        String state = told.require("state").text();
        StringBuilder text = new StringBuilder(
                words.english()
                        ? "job " + job + " is " + state
                        : words.text("job.title", Map.of("id", Long.toString(job))) + " "
                                + words.or("state." + state, state));
        String why = told.require("text").text();
        String colon = words.english() ? ": " : "：";
        if (!why.isEmpty()) {
            boolean none = remedies.size() == 1;
            text.append(colon).append(words.english() || !none ? why : words.or("fix.none", why));
        }
        text.append('\n');
        for (Tree remedy : remedies) {
            text.append("  ").append(remedy.require("number").text()).append("  ");
            text.append(said(remedy)).append(colon).append(when(remedy)).append('\n');
        }
        return text.toString();
    }

    /** What somebody would do. */
    String said(Tree remedy) {
        String text = remedy.require("text").text();
        if (words.english()) {
            return text;
        }
        List<String> parts = new ArrayList<>();
        for (Tree part : remedy.require("parts").items()) {
            parts.add(words.text(
                    "fix." + part.require("what").text(),
                    Map.of(
                            "from",
                            part.require("from").text(),
                            "to",
                            part.require("to").text())));
        }
        remedy.require("raises").items().forEach(raise -> parts.add(raised(raise)));
        List<Tree> victims = remedy.require("victims").items();
        if (!victims.isEmpty()) {
            String jobs = victims.stream()
                    .map(victim -> victim.require("id").text() + "（"
                            + victim.require("name").text() + "）")
                    .collect(Collectors.joining("、"));
            parts.add(words.text("fix.victims", Map.of("count", Integer.toString(victims.size()), "jobs", jobs)));
        }
        return parts.isEmpty() ? words.or("fix." + remedy.require("kind").text(), text) : String.join("、", parts);
    }

    private String raised(Tree raise) {
        return words.text(
                "fix.rights",
                Map.of(
                        "right",
                                words.or(
                                        "fix.right." + raise.require("right").text(),
                                        raise.require("right").text()),
                        "queue", raise.require("queue").text(),
                        "from", amount(raise, "from"),
                        "to", amount(raise, "to")));
    }

    private String amount(Tree raise, String key) {
        double amount = raise.require(key).number();
        String resource = raise.require("resource").text();
        return resource.equals(QueueTree.MEMORY)
                ? Shortage.binary(amount)
                : plain(amount) + " " + words.or("fix.unit." + resource, resource);
    }

    private static String plain(double amount) {
        return BigDecimal.valueOf(amount).stripTrailingZeros().toPlainString();
    }

    /** When it starts then, and what that costs. */
    private String when(Tree remedy) {
        String once = given(remedy, "once");
        String start = once == null ? start(remedy) : words.or("fix.once." + once, once);
        String semicolon = words.english() ? "; " : "；";
        return start + price(remedy).stream().map(semicolon::concat).collect(Collectors.joining());
    }

    private List<String> price(Tree remedy) {
        List<String> price = new ArrayList<>();
        double slower = remedy.require("slower").number();
        if (slower >= SHOWN) {
            price.add(words.text("fix.slower", Map.of("times", String.format(Locale.ROOT, "%.2f", slower))));
        }
        for (String unit : List.of("gpu", "cpu")) {
            double hours = remedy.require("lost_" + unit + "_hours").number();
            if (hours >= LEAST_HOURS && price.isEmpty()) {
                price.add(words.text("fix.lost." + unit, Map.of("hours", String.format(Locale.ROOT, "%.2f", hours))));
            }
        }
        return price;
    }

    private String start(Tree remedy) {
        if (remedy.require("now").flag()) {
            return words.or("fix.now", "now");
        }
        String start = given(remedy, "start");
        if (start == null) {
            return words.or("fix.unknown", "nobody knows when");
        }
        String early = given(remedy, "early");
        String late = given(remedy, "late");
        if (early == null || start.equals(early) && start.equals(late)) {
            return far(start);
        }
        if (words.english()) {
            return far(start) + ", between " + far(early) + " and "
                    + (late == null ? "later than was looked" : far(late));
        }
        return far(start)
                + (late == null ? "" : "，" + words.text("eta.range", Map.of("early", far(early), "late", far(late))));
    }

    private static @Nullable String given(Tree row, String key) {
        Tree value = row.get(key);
        return value == null || value.isNull() ? null : value.text();
    }

    private String far(String time) {
        long nanos = Duration.between(Instant.now(), Instant.parse(time)).toNanos();
        if (nanos <= 0) {
            return words.or("fix.now", "now");
        }
        return words.english()
                ? "in " + Nanos.format(nanos)
                : words.text("eta.in", Map.of("time", Nanos.format(nanos)));
    }
}
