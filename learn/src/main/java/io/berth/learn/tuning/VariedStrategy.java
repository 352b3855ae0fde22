package io.berth.learn.tuning;

import io.berth.core.strategy.StrategySpec;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.strategy.StrategyReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/** A strategy as it is written, with the numbers that are tuned in it. */
public final class VariedStrategy {
    private final Tree written;
    private final List<Variation> variations;
    private final StrategyReader reader;

    /**
     * @param written a map; parts that are varied and not there are made
     * @throws InputException where a key is varied twice, or nothing is
     */
    public VariedStrategy(Tree written, List<Variation> variations, StrategyReader reader) {
        this.written = written;
        this.variations = List.copyOf(variations);
        this.reader = reader;
        TreeSet<String> keys = new TreeSet<>();
        for (Variation variation : variations) {
            if (!keys.add(variation.key())) {
                throw new InputException(Variation.OPTION + " " + variation.key(), "is varied twice");
            }
        }
        if (keys.isEmpty()) {
            throw new InputException(Variation.OPTION, "is needed: key.path=LOW..HIGH, such as order.rule.wait=-3..3");
        }
    }

    /** What is tuned, in the order of a point's numbers. */
    public List<Range> ranges() {
        return variations.stream()
                .flatMap(variation -> variation.ranges().stream())
                .toList();
    }

    /** The strategy as it is written. */
    public StrategySpec before() {
        return reader.read(written);
    }

    /** The numbers as they are written, or by default; in the middle of their ranges where they are outside. */
    public double[] start() {
        return variations.stream()
                .flatMapToDouble(variation -> Arrays.stream(variation.numbers(value(variation))))
                .toArray();
    }

    private String value(Variation variation) {
        Tree tree = written;
        for (String step : variation.key().split("\\.")) {
            Tree next = tree instanceof Tree.Map map ? map.get(step) : null;
            if (next == null) {
                return variation.fallback();
            }
            tree = next;
        }
        return tree instanceof Tree.Scalar scalar && !scalar.isNull() ? scalar.value() : variation.fallback();
    }

    /** The strategy with the numbers of {@code point}. */
    public StrategySpec at(double[] point) {
        return reader.read(tree(point));
    }

    /** The same as it is written. */
    public Tree tree(double[] point) {
        Tree tree = written;
        int at = 0;
        for (Variation variation : variations) {
            String value = variation.value(point, at);
            tree = Assignment.parse(Variation.OPTION, variation.key() + "=" + value)
                    .applyTo(tree);
            at += variation.ranges().size();
        }
        return tree;
    }

    /** The corners of the box where all numbers are the least and where all are the most. */
    public List<double[]> corners() {
        List<double[]> corners = new ArrayList<>();
        corners.add(ranges().stream().mapToDouble(Range::low).toArray());
        corners.add(ranges().stream().mapToDouble(Range::high).toArray());
        return corners;
    }
}
