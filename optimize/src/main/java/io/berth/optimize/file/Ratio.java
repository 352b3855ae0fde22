package io.berth.optimize.file;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * An exact fraction in lowest terms.
 *
 * @param denominator above 0
 */
record Ratio(BigInteger numerator, BigInteger denominator) {
    static final Ratio ZERO = new Ratio(BigInteger.ZERO, BigInteger.ONE);

    Ratio {
        BigInteger common = numerator.gcd(denominator);
        numerator = numerator.divide(common);
        denominator = denominator.divide(common);
    }

    static Ratio of(long whole) {
        return new Ratio(BigInteger.valueOf(whole), BigInteger.ONE);
    }

    static Ratio of(BigDecimal decimal) {
        BigInteger digits = decimal.unscaledValue();
        return decimal.scale() >= 0
                ? new Ratio(digits, BigInteger.TEN.pow(decimal.scale()))
                : new Ratio(digits.multiply(BigInteger.TEN.pow(-decimal.scale())), BigInteger.ONE);
    }

    Ratio plus(Ratio other) {
        return new Ratio(
                numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                denominator.multiply(other.denominator));
    }

    Ratio times(Ratio other) {
        return new Ratio(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    /** This part of {@code divisor}, which is above 0. */
    Ratio over(Ratio divisor) {
        return new Ratio(numerator.multiply(divisor.denominator), denominator.multiply(divisor.numerator));
    }
}
