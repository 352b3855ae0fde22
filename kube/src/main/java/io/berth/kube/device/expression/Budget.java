package io.berth.kube.device.expression;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.values.MutableMapValue;
import dev.cel.runtime.CelEvaluationListener;
import dev.cel.runtime.ConcatenatedListView;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one evaluation may cost: about a million units, as in Kubernetes ({@code CELSelectorExpressionMaxCost}), which are counted much as
 * there (github.com/google/cel-go, interpreter/runtimecost.go). It is told each value when it is there, so no value may be so large that a
 * single step over one or two of them takes long: hence a bound on their weight, that of Berth alone.
 */
final class Budget implements CelEvaluationListener {
    private static final long MOST_UNITS = 1_000_000;

    /** Characters of texts and elements of lists and maps, with all that is in them. A device has a few thousand at most. */
    static final int MOST_WEIGHT = 10_000;

    /** Of weights; more is more than there is to spend. */
    private static final long MOST_PRODUCT = 100 * MOST_UNITS;

    private static final int LIST_UNITS = 10;
    private static final int MAP_UNITS = 30;

    private long units;
    private long[] weights = new long[64];
    private final IdentityHashMap<Object, Long> weighed = new IdentityHashMap<>();

    /** No exception, since CEL catches those: {@code dear || true} would be true, however dear. */
    static final class SpentError extends Error {
        SpentError(String message) {
            super(message, null, false, false);
        }
    }

    @Override
    public void callback(CelExpr step, Object value) {
        long weight = weight(value);
        if (weight > MOST_WEIGHT) {
            throw tooLarge();
        }
        remember(step.id(), weight);
        spend(units(step, weight));
    }

    static SpentError tooLarge() {
        return new SpentError("a value has more than " + MOST_WEIGHT + " characters or elements");
    }

    private void spend(long more) {
        units += more;
        if (units > MOST_UNITS) {
            throw new SpentError("it costs more than " + MOST_UNITS + " units to evaluate");
        }
    }

    private long units(CelExpr step, long weight) {
        return switch (step.getKind()) {
            case CALL -> call(step, weight);
            case LIST -> LIST_UNITS;
            case MAP, STRUCT -> MAP_UNITS;
            case IDENT, SELECT -> 1;
            case CONSTANT, COMPREHENSION, NOT_SET -> 0;
        };
    }

    private long call(CelExpr step, long weight) {
        CelExpr.CelCall call = step.call();
        long sum = weight;
        long product = 1;
        if (call.target().isPresent()) {
            sum += weights(call.target().get());
            product *= weights(call.target().get()) + 1;
        }
        for (CelExpr argument : call.args()) {
            sum += weights(argument);
            product = Math.min(MOST_PRODUCT, product * (weights(argument) + 1));
        }
        return 1 + (isQuadratic(call.function()) ? product : sum) / 10;
    }

    /** Whether it looks at all of one argument for each part of another. */
    private static boolean isQuadratic(String function) {
        return switch (function) {
            case "matches", "find", "findAll", "contains", "indexOf", "lastIndexOf", "replace", "split" -> true;
            case "sets.contains", "sets.equivalent", "sets.intersects" -> true;
            default -> false;
        };
    }

    private void remember(long step, long weight) {
        int at = Math.toIntExact(step);
        if (at >= weights.length) {
            weights = Arrays.copyOf(weights, Math.max(2 * weights.length, at + 1));
        }
        weights[at] = weight;
    }

    private long weights(CelExpr step) {
        return step.id() < weights.length ? weights[(int) step.id()] : 1;
    }

    private long weight(@Nullable Object value) {
        return switch (value) {
            case null -> 1;
            case String text -> text.length();
            case Collection<?> list -> known(list, list);
            case Map<?, ?> map -> known(map, map.values()) + map.size();
            case Optional<?> optional -> optional.isPresent() ? 1 + weight(optional.get()) : 1;
            default -> 1;
        };
    }

    /** Of what will not change, which it remembers: lists may hold the same list many times over. */
    private long known(Object whole, Collection<?> parts) {
        Long known = weighed.get(whole);
        if (known != null) {
            return known;
        }
        if (parts.size() > MOST_WEIGHT) {
            throw tooLarge();
        }
        spend(parts.size() / 10);
        long weight = parts.size();
        for (Object part : parts) {
            weight += weight(part);
        }
        if (!(whole instanceof ConcatenatedListView) && !(whole instanceof MutableMapValue)) {
            weighed.put(whole, weight);
        }
        return weight;
    }
}
