package io.berth.spec.schema;

import io.berth.core.workload.Program;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.util.List;
import java.util.stream.Collectors;

/** What the value of a key may look like. */
public sealed interface Shape {
    /** Throws an {@link InputException} where {@code tree} is not of this shape, at the first value that is wrong. */
    void check(Tree tree);

    /** True where {@code tree} is a value, list or map as this shape is, whatever is in it. */
    boolean fits(Tree tree);

    /** What it allows, for errors and the reference. */
    String describe();

    /** A value of {@code type}. */
    static Value of(ValueType type) {
        return new Value(type, Range.ANY, List.of());
    }

    /** A whole number from {@code min} to {@code max}. */
    static Value whole(long min, long max) {
        return new Value(ValueType.WHOLE, new Range(min, max, false), List.of());
    }

    /** A number from {@code min} to {@code max}. */
    static Value number(double min, double max) {
        return new Value(ValueType.NUMBER, new Range(min, max, false), List.of());
    }

    /** A number above 0, up to {@code max}. */
    static Value positive(double max) {
        return new Value(ValueType.NUMBER, new Range(0, max, true), List.of());
    }

    /** One of a few words. */
    static Value choice(String... words) {
        return new Value(ValueType.TEXT, Range.ANY, List.of(words));
    }

    /** {@code item}, or a list of such. */
    static Shape oneOrMore(Value item) {
        return Either.of(item, new Items(item));
    }

    /**
     * One value.
     *
     * @param range the numbers allowed, where it is a number
     * @param words the words allowed; empty for any
     */
    record Value(ValueType type, Range range, List<String> words) implements Shape {
        public Value {
            words = List.copyOf(words);
        }

        @Override
        public void check(Tree tree) {
            ValueText.check(tree, this);
        }

        @Override
        public boolean fits(Tree tree) {
            return tree instanceof Tree.Scalar;
        }

        @Override
        public String describe() {
            if (!words.isEmpty()) {
                return "one of " + String.join(", ", words);
            }
            return type.allowed() + range.describe();
        }
    }

    /** A list. */
    record Items(Shape item) implements Shape {
        @Override
        public void check(Tree tree) {
            tree.items().forEach(item::check);
        }

        @Override
        public boolean fits(Tree tree) {
            return tree instanceof Tree.Items;
        }

        @Override
        public String describe() {
            return "a list";
        }
    }

    /** A map from values to their weights: numbers from 0 whose sum is above 0; only their ratios matter. */
    record Weights(Value key) implements Shape {
        @Override
        public void check(Tree tree) {
            WeightMap.check(tree, key);
        }

        @Override
        public boolean fits(Tree tree) {
            return tree instanceof Tree.Map;
        }

        @Override
        public String describe() {
            return "a map from " + key.type().label() + " to weight";
        }
    }

    /** A map from names of the author's choice to values of one shape. */
    record Each(Shape value) implements Shape {
        @Override
        public void check(Tree tree) {
            for (Tree.Entry entry : tree.entries()) {
                if (entry.key().isBlank()) {
                    throw InputException.about(entry.position(), tree.path(), entry.key(), "a name must not be blank");
                }
                value.check(entry.value());
            }
        }

        @Override
        public boolean fits(Tree tree) {
            return tree instanceof Tree.Map;
        }

        @Override
        public String describe() {
            return "a map from name to " + value.describe();
        }
    }

    /** A map from the names of environment variables to their values. */
    record Variables() implements Shape {
        private static final Value VALUE = Shape.of(ValueType.ARGUMENT);

        @Override
        public void check(Tree tree) {
            for (Tree.Entry entry : tree.entries()) {
                if (!Program.isName(entry.key())) {
                    throw InputException.about(
                            entry.position(),
                            tree.path(),
                            entry.key(),
                            "the name of a variable must not be empty and must not hold \"=\" or the character NUL");
                }
                VALUE.check(entry.value());
            }
        }

        @Override
        public boolean fits(Tree tree) {
            return tree instanceof Tree.Map || tree.isNull();
        }

        @Override
        public String describe() {
            return "a map from name to text";
        }
    }

    /** A map of known keys. */
    record Nested(Section section) implements Shape {
        @Override
        public void check(Tree tree) {
            section.read(tree);
        }

        @Override
        public boolean fits(Tree tree) {
            return tree instanceof Tree.Map || tree.isNull();
        }

        @Override
        public String describe() {
            return "a map of keys";
        }
    }

    /**
     * A map from one name to a map of values: a policy with its parameters, which the catalog of policies knows, as it knows which of
     * them take a map.
     *
     * @param weighed true where a weight may stand among the parameters, or alone in their place
     */
    record Named(boolean weighed) implements Shape {
        /** The key of a weight among parameters. */
        public static final String WEIGHT_KEY = "weight";

        /** What a weight may be: any positive number that is not a slip of the pen. */
        static final Value WEIGHT = new Value(ValueType.NUMBER, new Range(0, 1e9, true), List.of());

        @Override
        public void check(Tree tree) {
            if (tree.entries().size() != 1) {
                throw InputException.at(tree, "must be a name or " + describe());
            }
            Tree value = tree.entries().getFirst().value();
            if (weighed && value instanceof Tree.Scalar && !value.isNull()) {
                WEIGHT.check(value);
                return;
            }
            for (Tree.Entry parameter : value.entries()) {
                if (weighed && parameter.key().equals(WEIGHT_KEY)) {
                    WEIGHT.check(parameter.value());
                }
                if (parameter.value() instanceof Tree.Scalar) {
                    parameter.value().text();
                }
            }
        }

        @Override
        public boolean fits(Tree tree) {
            return tree instanceof Tree.Map;
        }

        @Override
        public String describe() {
            return weighed
                    ? "{name: weight} or {name: {weight: number, parameter: value}}"
                    : "{name: {parameter: value}}";
        }
    }

    /** One of several shapes that differ in being value, list or map. */
    record Either(List<Shape> shapes) implements Shape {
        public Either {
            shapes = List.copyOf(shapes);
        }

        public static Either of(Shape... shapes) {
            return new Either(List.of(shapes));
        }

        @Override
        public void check(Tree tree) {
            shapes.stream()
                    .filter(shape -> shape.fits(tree))
                    .findFirst()
                    .orElseThrow(() -> InputException.at(tree, "must be " + describe() + ", but is " + tree.describe()))
                    .check(tree);
        }

        @Override
        public boolean fits(Tree tree) {
            return shapes.stream().anyMatch(shape -> shape.fits(tree));
        }

        @Override
        public String describe() {
            return shapes.stream().map(Shape::describe).collect(Collectors.joining(" or "));
        }
    }
}
