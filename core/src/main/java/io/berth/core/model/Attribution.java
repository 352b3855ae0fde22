package io.berth.core.model;

import io.berth.core.model.column.Feature;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a model scores one job or node above another: what each column adds to the lead.
 *
 * <p>Algorithm: integrated gradients from the second row to the first: the difference of a column times the mean slope of the score on
 * the straight line between the rows, taken in the middle of {@value #STEPS} pieces, in doubles and in a fixed order. Without hidden
 * layers that is weight × difference. What all columns add is the lead but for the error, which is told; it comes from bends of the
 * network within a piece.
 *
 * <p>Worked example: weights −2 for run and 1 for wait, run 0.3 against 0.8 and wait 0.1 against 0.4: the lead of 0.7 is run +1.0
 * and wait −0.3.
 *
 * <p>Source: Sundararajan, Taly, Yan: Axiomatic attribution for deep networks, ICML 2017, §3 and §5.
 *
 * @param lead the score of the first row less that of the second
 * @param error what the contributions miss of it: lead − their sum
 * @param contributions of the columns, in their order
 */
public record Attribution(double lead, double error, List<Contribution> contributions) {
    private static final int STEPS = 1024;

    public Attribution {
        contributions = List.copyOf(contributions);
    }

    /**
     * What one column adds.
     *
     * @param feature its name
     * @param first its value in the first row
     * @param second its value in the second row
     * @param points of the lead; below 0 where it spoke for the second
     */
    public record Contribution(String feature, float first, float second, double points) {}

    /**
     * Why {@code model} scores {@code first} as far from {@code second} as it does; both have the columns of the model. Null where the
     * score of a row is not its own matter but depends on the other rows.
     */
    public static @Nullable Attribution of(LearntModel model, float[] first, float[] second) {
        return model.shape() instanceof LayerSizes shape ? of(model, shape, first, second) : null;
    }

    private static Attribution of(LearntModel model, LayerSizes shape, float[] first, float[] second) {
        Slopes slopes = new Slopes(shape, model.parameters());
        double[] points = new double[shape.inputs()];
        double[] at = new double[shape.inputs()];
        int steps = shape.layers() == 1 ? 1 : STEPS;
        for (int step = 0; step < steps; step++) {
            double share = (step + 0.5) / steps;
            for (int i = 0; i < at.length; i++) {
                at[i] = second[i] + share * ((double) first[i] - second[i]);
            }
            slopes.add(at, points);
        }
        double lead = slopes.score(widened(first)) - slopes.score(widened(second));
        double sum = 0;
        List<Contribution> contributions = new ArrayList<>();
        List<Feature> features = model.features();
        for (int i = 0; i < points.length; i++) {
            double added = points[i] / steps * ((double) first[i] - second[i]);
            sum += added;
            contributions.add(new Contribution(features.get(i).name(), first[i], second[i], added + 0.0));
        }
        return new Attribution(lead, lead - sum, contributions);
    }

    private static double[] widened(float[] row) {
        double[] wide = new double[row.length];
        for (int i = 0; i < row.length; i++) {
            wide[i] = row[i];
        }
        return wide;
    }

    /** The score of a row and how it changes with each of its columns. */
    private static final class Slopes {
        private final LayerSizes shape;
        private final float[] parameters;
        /** What goes into each layer, and what comes out of the last. */
        private final double[][] values;

        Slopes(LayerSizes shape, float[] parameters) {
            this.shape = shape;
            this.parameters = parameters;
            this.values = new double[shape.layers() + 1][];
        }

        double score(double[] row) {
            values[0] = row;
            int at = 0;
            for (int layer = 0; layer < shape.layers(); layer++) {
                values[layer + 1] = forward(layer, at, values[layer]);
                at += shape.parameters(layer);
            }
            return values[shape.layers()][0];
        }

        private double[] forward(int layer, int at, double[] from) {
            int in = shape.inputs(layer);
            int out = shape.outputs(layer);
            double[] to = new double[out];
            boolean last = layer + 1 == shape.layers();
            for (int j = 0; j < out; j++) {
                double sum = parameters[at + in * out + j];
                for (int i = 0; i < in; i++) {
                    sum += parameters[at + j * in + i] * from[i];
                }
                to[j] = last ? sum : shape.hidden().of(sum);
            }
            return to;
        }

        /** Adds the slopes at {@code row} to {@code into}. */
        void add(double[] row, double[] into) {
            score(row);
            double[] slopes = {1};
            int at = shape.parameters();
            for (int layer = shape.layers() - 1; layer >= 0; layer--) {
                at -= shape.parameters(layer);
                slopes = backward(layer, at, slopes);
            }
            for (int i = 0; i < into.length; i++) {
                into[i] += slopes[i];
            }
        }

        private double[] backward(int layer, int at, double[] slopes) {
            int in = shape.inputs(layer);
            double[] before = new double[in];
            for (int i = 0; i < in; i++) {
                double sum = 0;
                for (int j = 0; j < slopes.length; j++) {
                    sum += parameters[at + j * in + i] * slopes[j];
                }
                before[i] = layer == 0 ? sum : sum * shape.hidden().slope(values[layer][i]);
            }
            return before;
        }
    }
}
