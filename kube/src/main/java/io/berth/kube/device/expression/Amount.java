package io.berth.kube.device.expression;

import io.berth.kube.object.Quantity;
import java.math.BigDecimal;

/**
 * A quantity, as an expression sees it: {@code kubernetes.Quantity} (k8s.io/apiserver, pkg/cel/library/quantity.go). Sums are exact.
 *
 * @param value without trailing zeros, so that equal amounts are equal
 */
record Amount(BigDecimal value) implements Comparable<Amount> {
    private static final BigDecimal LEAST_WHOLE = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MOST_WHOLE = BigDecimal.valueOf(Long.MAX_VALUE);

    Amount {
        value = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    }

    /** @throws IllegalArgumentException where it is no quantity */
    static Amount of(String quantity) {
        return new Amount(Quantity.held(quantity));
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
