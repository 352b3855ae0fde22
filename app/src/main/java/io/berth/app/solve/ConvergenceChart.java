package io.berth.app.solve;

import io.berth.app.solve.run.Convergence;
import io.berth.app.solve.run.Outcome;
import io.berth.optimize.file.StatedProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Value and bound over time as a drawing (SVG) that needs no script. */
final class ConvergenceChart {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 340;
    private static final int LEFT = 90;
    private static final int RIGHT = 80;
    private static final int TOP = 16;
    private static final int BOTTOM = 34;
    private static final int TICKS = 5;

    /** Early values and bounds far away from the last are cut off: of the last distance, so many times. */
    private static final double MOST_SPAN = 6;

    /** And at least this part of the value. */
    private static final double LEAST_SPAN = 0.01;

    private final StatedProblem problem;
    private final List<Convergence.Point> points;
    private final double seconds;
    private double low = Double.POSITIVE_INFINITY;
    private double high = Double.NEGATIVE_INFINITY;

    private ConvergenceChart(StatedProblem problem, List<Convergence.Point> points, double seconds) {
        this.problem = problem;
        this.points = points;
        this.seconds = Math.max(seconds, 1e-3);
    }

    /** The drawing; a sentence where nothing was found. */
    static String of(Outcome outcome) {
        StatedProblem problem = outcome.problem();
        if (problem == null || outcome.points().isEmpty()) {
            return "<p>Nothing was found, and nothing proved, on the way.</p>";
        }
        return new ConvergenceChart(problem, outcome.points(), outcome.seconds()).draw();
    }

    private String draw() {
        fitRange();
        StringBuilder svg = new StringBuilder();
        svg.append("<svg viewBox=\"0 0 " + WIDTH + " " + HEIGHT
                + "\" role=\"img\" aria-label=\"Value and bound over time\">\n");
        svg.append("<clipPath id=\"plot\"><rect x=\"" + LEFT + "\" y=\"" + TOP + "\" width=\"" + (WIDTH - LEFT - RIGHT)
                + "\" height=\"" + (HEIGHT - TOP - BOTTOM) + "\"/></clipPath>\n");
        for (int tick = 0; tick <= TICKS; tick++) {
            double level = low + (high - low) * tick / TICKS;
            svg.append(line(level));
            svg.append(text(LEFT - 8, y(level) + 4, "end", "", label(level)));
            double time = seconds * tick / TICKS;
            svg.append(text(x(time), HEIGHT - 10, "middle", "", String.format(Locale.ROOT, "%.3g s", time)));
        }
        svg.append(path(true)).append(path(false));
        svg.append("</svg>");
        return svg.toString();
    }

    private void fitRange() {
        Convergence.Point last = points.getLast();
        double value = value(last.value() == Long.MAX_VALUE ? last.bound() : last.value());
        double bound = value(last.bound() == Long.MIN_VALUE ? last.value() : last.bound());
        double span = Math.max(Math.abs(value - bound), LEAST_SPAN * Math.max(1e-9, Math.abs(value))) * MOST_SPAN;
        for (Convergence.Point point : points) {
            include(point.value() == Long.MAX_VALUE ? value : value(point.value()), value, span);
            include(point.bound() == Long.MIN_VALUE ? bound : value(point.bound()), bound, span);
        }
        double margin = Math.max((high - low) * 0.06, Math.max(Math.abs(high), 1e-6) * 1e-3);
        low -= margin;
        high += margin;
    }

    private void include(double each, double end, double span) {
        double shown = Math.clamp(each, end - span, end + span);
        low = Math.min(low, shown);
        high = Math.max(high, shown);
    }

    /** A line of steps, and its name at its end. */
    private String path(boolean ofValue) {
        List<String> steps = new ArrayList<>();
        Double before = null;
        for (Convergence.Point point : points) {
            long cost = ofValue ? point.value() : point.bound();
            if (cost == (ofValue ? Long.MAX_VALUE : Long.MIN_VALUE)) {
                continue;
            }
            double now = value(cost);
            steps.add(step(before, now, point.seconds()));
            before = now;
        }
        if (before == null) {
            return "";
        }
        String name = ofValue ? "value" : "bound";
        steps.add("H" + one(x(seconds)));
        double side = (ofValue == above() ? -6 : 14);
        return "<path clip-path=\"url(#plot)\" class=\"" + name + "\" d=\"" + String.join("", steps) + "\"/>\n"
                + text(WIDTH - RIGHT + 6, y(before) + 4 + (isTight() ? side : 0), "start", "of-" + name, name);
    }

    private String step(@Nullable Double before, double now, double time) {
        String to = one(x(time)) + " " + one(y(now));
        return before == null ? "M" + to : "H" + one(x(time)) + "V" + one(y(now));
    }

    /** Whether values lie above bounds: where they are to be small. */
    private boolean above() {
        return problem.value(1).signum() > 0;
    }

    private boolean isTight() {
        Convergence.Point last = points.getLast();
        boolean both = last.value() != Long.MAX_VALUE && last.bound() != Long.MIN_VALUE;
        return both && Math.abs(y(value(last.value())) - y(value(last.bound()))) < 20;
    }

    private double value(long cost) {
        return problem.value(cost).doubleValue();
    }

    private double x(double time) {
        return LEFT + (WIDTH - LEFT - RIGHT) * Math.clamp(time / seconds, 0, 1);
    }

    private double y(double level) {
        double part = Math.clamp((level - low) / (high - low), -1.0, 2.0);
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * part;
    }

    private String line(double level) {
        return "<line class=\"grid\" x1=\"" + LEFT + "\" x2=\"" + (WIDTH - RIGHT) + "\" y1=\"" + one(y(level))
                + "\" y2=\"" + one(y(level)) + "\"/>\n";
    }

    private String label(double level) {
        double step = (high - low) / TICKS;
        int digits = (int) Math.clamp(Math.ceil(1 - Math.log10(step)), 0, 9);
        return String.format(Locale.ROOT, "%." + digits + "f", level);
    }

    private static String text(double x, double y, String anchor, String type, String words) {
        return "<text x=\"" + one(x) + "\" y=\"" + one(y) + "\" text-anchor=\"" + anchor + "\""
                + (type.isEmpty() ? "" : " class=\"" + type + "\"") + ">" + words + "</text>\n";
    }

    private static String one(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }
}
