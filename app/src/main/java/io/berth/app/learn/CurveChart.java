package io.berth.app.learn;

import io.berth.learn.training.TrainingPoint;
import io.berth.sim.report.page.HtmlText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Curves of trainings as a drawing (SVG) that needs no script: a curve for each seed, point by point, and levels to compare with. */
final class CurveChart {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 320;
    private static final int LEFT = 84;
    private static final int RIGHT = 110;
    private static final int TOP = 16;
    private static final int BOTTOM = 34;
    private static final int TICKS = 5;
    private static final int LABELS = 10;
    private static final int COLOURS = 8;
    private static final int LINE_OF_TEXT = 13;

    private final String title;
    private final List<TrainDocument.Seed> seeds;
    private final ToDoubleFunction<TrainingPoint> value;
    private final Map<String, Double> levels;
    private final int columns;
    private double low = Double.POSITIVE_INFINITY;
    private double high = Double.NEGATIVE_INFINITY;

    /**
     * @param value what is drawn of each point; what is no number is left out
     * @param levels by name
     */
    CurveChart(
            String title,
            List<TrainDocument.Seed> seeds,
            ToDoubleFunction<TrainingPoint> value,
            Map<String, Double> levels) {
        this.title = title;
        this.seeds = seeds;
        this.value = value;
        this.levels = levels;
        this.columns =
                seeds.stream().mapToInt(seed -> seed.curve().size()).max().orElse(0);
        seeds.forEach(seed -> seed.curve().forEach(point -> include(value.applyAsDouble(point))));
        levels.values().forEach(this::include);
        double margin = Math.max((high - low) * 0.05, Math.max(Math.abs(high), 1e-9) * 1e-3);
        low -= margin;
        high += margin;
    }

    private void include(double number) {
        if (Double.isFinite(number)) {
            low = Math.min(low, number);
            high = Math.max(high, number);
        }
    }

    /** The drawing with its title; a sentence where there is nothing to draw. */
    String draw() {
        String head = "<figure class=\"card\"><figcaption><h3>" + HtmlText.escaped(title) + "</h3></figcaption>\n";
        if (columns == 0 || !Double.isFinite(low)) {
            return head + "<p class=\"empty\">Nothing was learnt.</p></figure>\n";
        }
        StringBuilder svg = new StringBuilder(head);
        svg.append("<svg viewBox=\"0 0 " + WIDTH + " " + HEIGHT + "\" role=\"img\" aria-label=\"")
                .append(HtmlText.escaped(title))
                .append("\">\n");
        for (int tick = 0; tick <= TICKS; tick++) {
            double level = low + (high - low) * tick / TICKS;
            svg.append(across("grid-line", level)).append(text(LEFT - 8, y(level) + 4, "end", label(level)));
        }
        levels(svg);
        columns(svg);
        for (int seed = 0; seed < seeds.size(); seed++) {
            svg.append(curve(seeds.get(seed), "var(--s" + seed % COLOURS + ")"));
        }
        return svg.append("</svg>\n").append(legend()).append("</figure>\n").toString();
    }

    /** Levels with their names, which make way for each other. */
    private void levels(StringBuilder svg) {
        double free = Double.NEGATIVE_INFINITY;
        List<Map.Entry<String, Double>> fromAbove = new ArrayList<>(levels.entrySet());
        fromAbove.sort(Comparator.comparingDouble(level -> -level.getValue()));
        for (Map.Entry<String, Double> level : fromAbove) {
            if (Double.isFinite(level.getValue())) {
                double at = Math.max(y(level.getValue()) + 4, free);
                free = at + LINE_OF_TEXT;
                svg.append(across("baseline", level.getValue()))
                        .append(text(WIDTH - RIGHT + 6, at, "start", HtmlText.escaped(level.getKey())));
            }
        }
    }

    /** What the points are, below them; where learning begins after a rule, a line. */
    private void columns(StringBuilder svg) {
        List<TrainingPoint> longest = seeds.stream()
                .map(TrainDocument.Seed::curve)
                .max(Comparator.comparingInt(List::size))
                .orElseThrow();
        int step = Math.max(1, (columns + LABELS - 1) / LABELS);
        for (int column = 0; column < columns; column++) {
            TrainingPoint point = longest.get(column);
            boolean begins =
                    column > 0 && !point.stage().equals(longest.get(column - 1).stage());
            if (begins) {
                double at = (x(column) + x(column - 1)) / 2;
                svg.append("<line class=\"cross\" x1=\"" + one(at) + "\" x2=\"" + one(at) + "\" y1=\"" + TOP
                        + "\" y2=\"" + (HEIGHT - BOTTOM) + "\"/>\n");
            }
            if (column % step == 0) {
                svg.append(text(x(column), HEIGHT - 10, "middle", point.stage() + " " + point.update()));
            }
        }
    }

    private String curve(TrainDocument.Seed seed, String colour) {
        StringBuilder path = new StringBuilder();
        StringBuilder marks = new StringBuilder();
        for (int column = 0; column < seed.curve().size(); column++) {
            TrainingPoint point = seed.curve().get(column);
            double number = value.applyAsDouble(point);
            if (!Double.isFinite(number)) {
                continue;
            }
            String place = one(x(column)) + " " + one(y(number));
            path.append(path.isEmpty() ? "M" : "L").append(place);
            marks.append(String.format(
                    Locale.ROOT,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"><title>seed %d, %s %d: %s</title></circle>%n",
                    x(column),
                    y(number),
                    colour,
                    seed.seed(),
                    point.stage(),
                    point.update(),
                    label(number)));
        }
        return "<path class=\"curve\" stroke=\"" + colour + "\" d=\"" + path + "\"/>\n" + marks;
    }

    private String legend() {
        StringBuilder legend = new StringBuilder("<ul class=\"legend\">");
        for (int seed = 0; seed < seeds.size(); seed++) {
            legend.append("<li><span class=\"swatch\" style=\"background:var(--s" + seed % COLOURS + ")\"></span>seed ")
                    .append(seeds.get(seed).seed())
                    .append("</li>");
        }
        return legend.append("</ul>").toString();
    }

    private double x(int column) {
        double part = columns == 1 ? 0.5 : (double) column / (columns - 1);
        return LEFT + 12 + (WIDTH - LEFT - RIGHT - 24) * part;
    }

    private double y(double level) {
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (level - low) / (high - low);
    }

    private String across(String type, double level) {
        String at = one(y(level));
        return "<line class=\"" + type + "\" x1=\"" + LEFT + "\" x2=\"" + (WIDTH - RIGHT) + "\" y1=\"" + at + "\" y2=\""
                + at + "\"/>\n";
    }

    private String label(double level) {
        int digits = (int) Math.clamp(Math.ceil(1 - Math.log10((high - low) / TICKS)), 0, 9);
        return String.format(Locale.ROOT, "%." + digits + "f", level);
    }

    private static String text(double x, double y, String anchor, String words) {
        return "<text x=\"" + one(x) + "\" y=\"" + one(y) + "\" text-anchor=\"" + anchor + "\">" + words + "</text>\n";
    }

    private static String one(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }
}
