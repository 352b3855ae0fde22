package io.berth.app.inspect;

import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.Reply;
import io.berth.app.client.Table;
import io.berth.app.command.Sparkline;
import io.berth.core.time.Nanos;
import io.berth.spec.input.Tree;
import io.berth.spec.table.Moments;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What people read of the training of a job: how far it is, its last values, and what somebody should look at. */
final class Training {
    private static final int WIDTH = 32;
    private static final int BAR = 20;

    /** Points that are asked for: a few for each character. */
    private static final int POINTS = 100;

    private Training() {}

    /** The text of the curve and alerts of {@code job}, whose document is {@code shown}; empty where there is nothing to say. */
    static String text(Client client, long job, Tree shown, int width) {
        Reply reply = client.get(Api.job(job) + "/curve?points=" + POINTS);
        StringBuilder text = new StringBuilder();
        if (reply.status() == 200) {
            Tree curve = reply.tree();
            progress(curve.get("progress"), text);
            values(curve, width, text);
        }
        Tree alerts = shown.get("alerts");
        if (alerts != null && !alerts.isNull()) {
            for (Tree alert : alerts.items()) {
                text.append("alert: ")
                        .append(alert.require("kind").text())
                        .append(" since ")
                        .append(Moments.local(
                                Instant.parse(alert.require("since").text())))
                        .append(": ")
                        .append(alert.require("text").text())
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static void progress(@Nullable Tree progress, StringBuilder text) {
        if (progress == null || progress.isNull()) {
            return;
        }
        Tree fraction = progress.get("fraction");
        text.append("progress:");
        if (fraction != null && !fraction.isNull()) {
            int filled = (int) Math.floor(fraction.number() * (double) BAR);
            text.append(" [")
                    .append("#".repeat(filled))
                    .append(".".repeat(BAR - filled))
                    .append(String.format(Locale.ROOT, "] %.0f %%", 100 * fraction.number()));
        }
        Tree step = progress.get("step");
        Tree steps = progress.get("steps");
        if (step != null && !step.isNull()) {
            text.append(" step ").append(step.text());
            text.append(steps == null || steps.isNull() ? "" : " of " + steps.text());
        }
        Tree ends = progress.get("ends");
        if (ends != null && !ends.isNull()) {
            long left =
                    Duration.between(Instant.now(), Instant.parse(ends.text())).toNanos();
            text.append(", ends in about ").append(Nanos.format(Math.max(Nanos.SECOND, left)));
        }
        text.append('\n');
    }

    private static void values(Tree curve, int width, StringBuilder text) {
        List<Tree> series = curve.require("series").items();
        if (series.isEmpty()) {
            return;
        }
        Table table = new Table("METRIC", "TASK", "STEP", "LAST", "LEAST", "MOST", "CURVE");
        for (Tree line : series) {
            List<Tree> points = line.require("points").items();
            List<Double> values = points.stream().map(Training::value).toList();
            Tree last = points.getLast();
            table.add(
                    line.require("metric").text(),
                    line.require("task").text(),
                    last.require("step").text(),
                    number(values.getLast()),
                    number(values.stream()
                            .filter(Double::isFinite)
                            .mapToDouble(value -> value)
                            .min()
                            .orElse(Double.NaN)),
                    number(values.stream()
                            .filter(Double::isFinite)
                            .mapToDouble(value -> value)
                            .max()
                            .orElse(Double.NaN)),
                    Sparkline.of(values, WIDTH));
        }
        text.append(table.text(width));
        long skipped = curve.require("skipped_bytes").whole();
        if (skipped > 0) {
            text.append("at least ")
                    .append(skipped >> 10)
                    .append(" KiB of output were not read: more came than is read\n");
        }
    }

    private static double value(Tree point) {
        Tree value = point.get("value");
        return value == null || value.isNull() ? Double.NaN : value.number();
    }

    /** Five digits tell curves apart. */
    private static String number(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.5g", value);
    }
}
