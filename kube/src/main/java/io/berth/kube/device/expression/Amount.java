package io.berth.kube.device.expression;

import io.berth.kube.object.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A quantity, as an expression sees it: {@code kubernetes.Quantity} (k8s.io/apiserver, pkg/cel/library/quantity.go). Sums are exact.
 *
 * @param value without trailing zeros, so that equal amounts are equal
 */
record Amount(BigDecimal value) implements Comparable<Amount> {
    /** Kubernetes holds no quantity with a binary suffix that is more than 63 bits hold. */
    private static final BigDecimal MOST_BINARY = BigDecimal.valueOf(Long.MAX_VALUE);
    /** What is smaller is rounded up, away from zero. */
    private static final int DIGITS = 9;

    private static final BigDecimal LEAST_WHOLE = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MOST_WHOLE = BigDecimal.valueOf(Long.MAX_VALUE);

    Amount {
        value = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    }

    /** @throws IllegalArgumentException where it is no quantity */
    static Amount of(String quantity) {
        BigDecimal exact = Quantity.exact(quantity);
        if (exact.scale() > DIGITS) {
            exact = exact.setScale(DIGITS, RoundingMode.UP);
        }
        return new Amount(quantity.endsWith("i") ? exact.min(MOST_BINARY).max(MOST_BINARY.negate()) : exact);
    }

    static boolean isQuantity(String text) {
        try {
            of(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    Amount plus(Amount other) {
        return new Amount(value.add(other.value));
    }

    Amount plus(long other) {
        return new Amount(value.add(BigDecimal.valueOf(other)));
    }

    Amount minus(Amount other) {
        return new Amount(value.subtract(other.value));
    }

    Amount minus(long other) {
        return new Amount(value.subtract(BigDecimal.valueOf(other)));
    }

    /** -1, 0 or 1. */
    long sign() {
        return value.signum();
    }

    double approximate() {
        return value.doubleValue();
    }

    /** Whether {@link #whole} has an answer. */
    boolean isWhole() {
        return value.scale() <= 0 && value.compareTo(LEAST_WHOLE) >= 0 && value.compareTo(MOST_WHOLE) <= 0;
    }

    /** @throws IllegalArgumentException where it is no whole number of 64 bits */
    long whole() {
        if (!isWhole()) {
            throw new IllegalArgumentException("cannot convert value to integer");
        }
        return value.longValueExact();
    }

    @Override
    public int compareTo(Amount other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
