package io.berth.core.policy.order;

import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.Model;
import io.berth.core.model.column.Columns;
import io.berth.core.model.column.Feature;
import io.berth.core.model.column.JobColumns;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.Parameter.Type;
import io.berth.core.strategy.Parameters;
import io.berth.core.strategy.PolicySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A rule that people can read: the score of a job is the sum of its scaled columns, each times its weight; the highest goes first. It
 * is a model without hidden layers, and decides as one.
 *
 * <p>Worked example: {@code {run: -1}} goes shortest first, {@code {wait: 1}} first come first, {@code {run: -1, wait: 1}} shortest
 * first until somebody has waited long.
 *
 * <p>Source: linear rules over such columns: Carastan-Santos and de Camargo, SC 2017; the columns are those of {@link Columns#SCALED}.
 */
public final class WeightedRule {
    /** What the order is called in the catalog. */
    public static final String NAME = "rule";

    private static final String LONGEST = "longest";
    private static final String JOBS = "jobs";
    private static final double NANOS_PER_HOUR = 3600e9;

    /** Which parameters a rule has: a weight per column, the longest run time, and how many jobs it looks at. */
    public static final List<Parameter> PARAMETERS = parameters();

    private WeightedRule() {}

    private static List<Parameter> parameters() {
        List<Parameter> parameters = new ArrayList<>();
        for (Feature feature : features()) {
            parameters.add(new Parameter(feature.name(), Type.NUMBER, "0", "weight of " + feature.meaning()));
        }
        parameters.add(new Parameter(
                LONGEST,
                Type.NUMBER,
                "168",
                "what counts as the longest run time, hours; jobs whose users expect nothing count as such"));
        parameters.add(new Parameter(
                JOBS, Type.INTEGER, "256", "jobs looked at; where more wait, the shortest and the smallest in turn"));
        return List.copyOf(parameters);
    }

    private static List<Feature> features() {
        return Columns.SCALED.columns().features();
    }

    /**
     * The model that a rule is.
     *
     * @throws IllegalArgumentException where a value is out of range
     */
    public static Model model(Parameters parameters) {
        float[] weights = new float[JobColumns.COUNT + 1];
        List<Feature> features = features();
        for (int i = 0; i < features.size(); i++) {
            weights[i] = weight(features.get(i).name(), parameters);
        }
        double hours = parameters.number(LONGEST);
        if (!(hours > 0 && hours * NANOS_PER_HOUR < Long.MAX_VALUE)) {
            throw new IllegalArgumentException(
                    "The parameter (" + LONGEST + ") must be above 0 and below 2,562,047 hours, not (" + hours + ").");
        }
        long jobs = parameters.integer(JOBS);
        if (jobs < 1 || jobs > Model.MAX_ROWS) {
            throw new IllegalArgumentException(
                    "The parameter (" + JOBS + ") must be from 1 to " + Model.MAX_ROWS + ", not (" + jobs + ").");
        }
        return new Model(
                Columns.SCALED,
                (int) jobs,
                StrictMath.max(StrictMath.round(hours * NANOS_PER_HOUR), 1),
                new LearntNetwork<>(LayerSizes.relu(JobColumns.COUNT, 1), weights, new TreeMap<>()));
    }

    private static float weight(String name, Parameters parameters) {
        float weight = Float.parseFloat(parameters.text(name));
        if (!Float.isFinite(weight)) {
            throw new IllegalArgumentException("The parameter (" + name + ") must be between -3.4e38 and 3.4e38, not ("
                    + parameters.text(name) + ").");
        }
        return weight;
    }

    /**
     * The rule that {@code model} is, to be read and changed.
     *
     * @throws IllegalArgumentException where the model has hidden layers or other columns
     */
    public static PolicySpec of(Model model) {
        boolean flat = model.shape() instanceof LayerSizes layers && layers.layers() == 1;
        if (!flat || model.columns() != Columns.SCALED) {
            throw new IllegalArgumentException("Only a model without hidden layers over the columns ("
                    + Columns.SCALED.key() + ") is a rule, not " + model.shape() + " over ("
                    + model.columns().key() + ").");
        }
        TreeMap<String, String> parameters = new TreeMap<>();
        float[] weights = model.parameters();
        List<Feature> features = features();
        for (int i = 0; i < features.size(); i++) {
            if (weights[i] != 0) {
                parameters.put(features.get(i).name(), Float.toString(weights[i]));
            }
        }
        parameters.put(LONGEST, Double.toString(model.longestNanos() / NANOS_PER_HOUR));
        parameters.put(JOBS, Integer.toString(model.rows()));
        return new PolicySpec(NAME, parameters);
    }
}
