package io.berth.sim.portfolio;

import io.berth.sim.comparison.Goal;
import io.berth.spec.input.InputException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;

/**
 * The figure that a choice goes by, compared as a ratio. What is smaller than {@code least} counts as that: of two waits of a second and of
 * two nobody would say that one is half of the other.
 *
 * @param figure its name in what {@code berth simulate --json} prints
 * @param goal which way it is better; never {@link Goal#NEITHER}
 * @param least above 0
 */
public record Objective(String figure, Goal goal, double least) {
    /** A run shorter than this counts as that in a slowdown, and a wait likewise. */
    private static final double SHORT_SECONDS = 10;

    /** Of a percentage. */
    private static final double SMALL_PERCENT = 0.1;

    /** Of a rate from 0 to 1. */
    private static final double SMALL_RATE = 0.01;

    /** Of what is neither a time nor a part of something, such as money. */
    private static final double SMALL = 1e-3;

    /** Of the many figures of a curve, which nobody would choose by. */
    private static final String ARRIVED = "_at_arrived_";

    private static final SequencedMap<String, String> NAMES = names();

    public Objective {
        if (goal == Goal.NEITHER || least <= 0) {
            throw new IllegalArgumentException("The figure (" + figure
                    + ") is neither better high nor better low, or its least (" + least + ") is not above 0.");
        }
    }

    private static SequencedMap<String, String> names() {
        SequencedMap<String, String> names = new LinkedHashMap<>();
        names.put("mean-wait", "wait_mean_s");
        names.put("p90-wait", "wait_p90_s");
        names.put("p99-wait", "wait_p99_s");
        names.put("mean-jct", "jct_mean_s");
        names.put("p99-jct", "jct_p99_s");
        names.put("bounded-slowdown", "bounded_slowdown_mean");
        names.put("makespan", "makespan_s");
        names.put("allocation", "gpu_allocation_pct");
        names.put("utilisation", "gpu_allocation_pct");
        names.put("fragmentation", "fragmentation_pct");
        names.put("fairness", "jain_fairness");
        names.put("deadlines", "deadline_miss_rate");
        names.put("rejected", "request_rejection_rate");
        names.put("cost", "cost");
        names.put("energy", "energy_kwh");
        return Collections.unmodifiableSequencedMap(names);
    }

    /** Short names of figures, in the order in which help lists them. */
    public static List<String> shortNames() {
        return List.copyOf(NAMES.keySet());
    }

    /**
     * What {@code text} names: a short name, or a figure itself.
     *
     * @param place what the error names: an option or a key
     * @throws InputException where the figure is neither better high nor better low
     */
    public static Objective of(String text, String place) {
        String figure = NAMES.getOrDefault(text, text);
        Goal goal = Goal.of(figure);
        if (goal == Goal.NEITHER) {
            throw new InputException(place, figure + " is neither better high nor better low");
        }
        return new Objective(figure, goal, least(figure));
    }

    private static double least(String figure) {
        if (figure.endsWith("_s")) {
            return SHORT_SECONDS;
        }
        if (figure.endsWith("_pct")) {
            return SMALL_PERCENT;
        }
        if (counts(figure)) {
            return 1;
        }
        return figure.endsWith("_rate") || figure.contains("fairness") ? SMALL_RATE : SMALL;
    }

    /** True where it says how many, so that people want the numbers and no ratio. */
    public boolean counts() {
        return counts(figure);
    }

    private static boolean counts(String figure) {
        return figure.startsWith("jobs_") || figure.equals("preemptions");
    }

    /** True where it is the same under all strategies as long as no job has to wait. */
    public boolean ofWaiting() {
        return figure.startsWith("wait_") || figure.startsWith("jct_") || figure.startsWith("bounded_slowdown");
    }

    /** Its short name where it has one, else the figure. */
    public String text() {
        for (Map.Entry<String, String> name : NAMES.entrySet()) {
            if (name.getValue().equals(figure)) {
                return name.getKey();
            }
        }
        return figure;
    }

    /** The figure among {@code figures}; NaN where it has no meaning for the run, or the run has none of that name. */
    public double value(Map<String, Double> figures) {
        return figures.getOrDefault(figure, Double.NaN);
    }

    /** @throws InputException where {@code figures}, those of a run, have none of that name */
    public void check(Map<String, Double> figures) {
        if (figures.containsKey(figure)) {
            return;
        }
        List<String> known = new ArrayList<>();
        NAMES.forEach((name, of) -> {
            if (figures.containsKey(of)) {
                known.add(name);
            }
        });
        figures.keySet().stream().filter(name -> !name.contains(ARRIVED)).forEach(known::add);
        String wanted = NAMES.containsValue(figure) ? text() : figure;
        throw new InputException("objective", InputException.unknown("figure", wanted, known));
    }

    /** As {@link #check}, before there is a run: {@code figures} are those of one with nothing in it, and what only some runs have is known by name. */
    public void checkName(Map<String, Double> figures) {
        if (!NAMES.containsValue(figure)) {
            check(figures);
        }
    }

    /** The natural logarithm of a value, so turned that less is better; NaN of NaN. */
    public double cost(double value) {
        double logarithm = StrictMath.log(StrictMath.max(least, value));
        return goal == Goal.MORE ? -logarithm : logarithm;
    }

    /** By which share of itself the figure changes where its {@link #cost} falls by {@code gain}; below 0 where it falls. */
    public double change(double gain) {
        return goal == Goal.MORE ? StrictMath.exp(gain) - 1 : StrictMath.exp(-gain) - 1;
    }

    /** How the figure changes where its {@link #cost} falls by {@code gain}, in words, such as {@code falls by 41.2 % (35.0 to 46.9)}. */
    public String moves(Gain gain) {
        double change = change(gain.mean());
        double one = change(gain.low());
        double other = change(gain.high());
        double least = StrictMath.min(one, other);
        double most = StrictMath.max(one, other);
        if (change == 0 && least == 0 && most == 0) {
            return "stays the same";
        }
        boolean falls = change < 0;
        String by = (falls ? "falls" : "rises") + " by " + number(StrictMath.abs(change)) + " %";
        if (!Double.isFinite(least) || !Double.isFinite(most)) {
            return by;
        }
        return by + " (" + number(falls ? -most : least) + " to " + number(falls ? -least : most) + ")";
    }

    private static String number(double share) {
        return String.format(Locale.ROOT, "%.1f", 100 * share);
    }
}
