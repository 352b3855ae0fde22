package io.berth.spec.schema;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.quantity.ArrayIndices;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.quantity.Cpus;
import io.berth.spec.quantity.Cut;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.GpuShare;
import io.berth.spec.quantity.Instants;
import io.berth.spec.quantity.Money;
import io.berth.spec.quantity.Percents;
import io.berth.spec.quantity.QuantityException;
import java.util.function.Function;

/** Reads the text of one value as its type says; a text that is none is an error at its place. */
final class ValueText {
    private ValueText() {}

    static void check(Tree tree, Shape.Value shape) {
        switch (shape.type()) {
            case TEXT, FILE, FOLDER -> word(tree, shape);
            case ARGUMENT -> argument(tree);
            case FLAG -> tree.flag();
            case WHOLE -> whole(tree, shape);
            case NUMBER -> number(tree, shape);
            case NUMBER_OR_NULL -> numberOrNull(tree, shape);
            case CPUS -> quantity(tree, Cpus::parseMilli);
            case BYTES -> quantity(tree, Bytes::parse);
            case DURATION -> quantity(tree, Durations::parseNanos);
            case DURATION_OR_NEVER -> quantity(tree, Durations::parseNanosOrNever);
            case TIME -> quantity(tree, Instants::parseNanos);
            case CUT -> quantity(tree, Cut::parse);
            case CUT_OR_AUTO -> quantity(tree, Cut::parseOrAuto);
            case PERCENT -> quantity(tree, Percents::parseFraction);
            case MONEY -> quantity(tree, Money::parseMicros);
            case GPUS -> quantity(tree, GpuShare::parse);
            case ARRAY -> quantity(tree, ArrayIndices::parse);
            case SEEDS -> quantity(tree, SeedRange::parse);
        }
    }

    static <T> T quantity(Tree tree, Function<String, T> parser) {
        try {
            return parser.apply(tree.text());
        } catch (QuantityException e) {
            throw InputException.at(tree, e.problem());
        }
    }

    private static void argument(Tree tree) {
        if (tree.text().indexOf('\0') >= 0) {
            throw InputException.at(tree, "must not hold the character NUL");
        }
    }

    private static void word(Tree tree, Shape.Value shape) {
        argument(tree);
        String text = tree.text();
        if (text.isBlank()) {
            throw InputException.at(tree, "must not be blank");
        }
        if (!shape.words().isEmpty() && !shape.words().contains(text)) {
            throw InputException.at(tree, InputException.unknown("value", text, shape.words()));
        }
    }

    private static void whole(Tree tree, Shape.Value shape) {
        if (!shape.range().contains((double) tree.whole())) {
            throw outside(tree, shape);
        }
    }

    private static void number(Tree tree, Shape.Value shape) {
        if (!shape.range().contains(tree.number())) {
            throw outside(tree, shape);
        }
    }

    private static void numberOrNull(Tree tree, Shape.Value shape) {
        if (!tree.isNull()) {
            number(tree, shape);
        }
    }

    private static InputException outside(Tree tree, Shape.Value shape) {
        return InputException.at(tree, "must be " + shape.describe() + ", but is " + tree.describe());
    }
}
