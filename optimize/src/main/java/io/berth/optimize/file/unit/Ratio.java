package io.berth.optimize.file.unit;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * An exact fraction in lowest terms.
 *
 * @param denominator above 0
 */
public record Ratio(BigInteger numerator, BigInteger denominator) {
    public static final Ratio ZERO = new Ratio(BigInteger.ZERO, BigInteger.ONE);

    public Ratio {
        BigInteger common = numerator.gcd(denominator);
        numerator = numerator.divide(common);
        denominator = denominator.divide(common);
    }

    public static Ratio of(long whole) {
        return new Ratio(BigInteger.valueOf(whole), BigInteger.ONE);
    }

    public static Ratio of(BigDecimal decimal) {
        BigInteger digits = decimal.unscaledValue();
        return decimal.scale() >= 0
                ? new Ratio(digits, BigInteger.TEN.pow(decimal.scale()))
                : new Ratio(digits.multiply(BigInteger.TEN.pow(-decimal.scale())), BigInteger.ONE);
    }

    public Ratio plus(Ratio other) {
        return new Ratio(
                numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                denominator.multiply(other.denominator));
    }

    public Ratio times(Ratio other) {
        return new Ratio(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    /** This part of {@code divisor}, which is above 0. */
    public Ratio over(Ratio divisor) {
        return new Ratio(numerator.multiply(divisor.denominator), denominator.multiply(divisor.numerator));
    }
}
