package io.berth.optimize.file.unit;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * The unit in which numbers that a user wrote are whole, or to which they are rounded: {@code perOne} of it make {@code ones}.
 *
 * @param perOne above 0
 * @param ones above 0
 */
public record Unit(BigInteger perOne, BigInteger ones) {
    /** 1 itself. */
    public static final Unit ONE = new Unit(BigInteger.ONE, BigInteger.ONE);

    /** Digits after the point that are shown of a number that has no end. */
    private static final int SHOWN_DIGITS = 9;

    public Unit {
        BigInteger common = perOne.gcd(ones);
        perOne = perOne.divide(common);
        ones = ones.divide(common);
    }

    /** One of which {@code perOne} make 1. */
    public Unit(BigInteger perOne) {
        this(perOne, BigInteger.ONE);
    }

    /** A tenth, a hundredth and so on, {@code 10^-digits}; ten, a hundred and so on for negative digits. */
    public static Unit decimal(int digits) {
        BigInteger power = BigInteger.TEN.pow(Math.abs(digits));
        return digits < 0 ? new Unit(BigInteger.ONE, power) : new Unit(power);
    }

    /** The largest unit of which some make 1, in which all that were whole in this one are, and {@code number} too. */
    Unit with(Ratio number) {
        BigInteger common = perOne.gcd(number.denominator());
        return new Unit(perOne.multiply(number.denominator().divide(common)));
    }

    /** A unit as large as so many of this. */
    Unit times(BigInteger factor) {
        return new Unit(perOne, ones.multiply(factor));
    }

    /** How many units {@code number} is, rounded down where it is not whole in them. */
    public BigInteger floor(Ratio number) {
        return floorOf(number.numerator().multiply(perOne), number.denominator().multiply(ones));
    }

    /** How many units {@code number} is, rounded up where it is not whole in them. */
    public BigInteger ceil(Ratio number) {
        return floorOf(
                        number.numerator().negate().multiply(perOne),
                        number.denominator().multiply(ones))
                .negate();
    }

    /** How many units {@code number} is, to the nearest. */
    public BigInteger nearest(Ratio number) {
        BigInteger whole = number.denominator().multiply(ones);
        BigInteger raised = number.numerator().multiply(perOne).shiftLeft(1).add(whole);
        return floorOf(raised, whole.shiftLeft(1));
    }

    /** How many of it make 1. */
    public double perOneAsDouble() {
        return perOne.doubleValue() / ones.doubleValue();
    }

    /** The number that so many units are: exact where it has an end, to nine digits where it has none. */
    public BigDecimal toNumber(long units) {
        BigDecimal whole = new BigDecimal(BigInteger.valueOf(units).multiply(ones));
        BigDecimal divisor = new BigDecimal(perOne);
        BigDecimal number =
                hasEnd() ? whole.divide(divisor) : whole.divide(divisor, SHOWN_DIGITS, RoundingMode.HALF_EVEN);
        BigDecimal shortest = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
        return shortest.scale() < 0 ? shortest.setScale(0) : shortest;
    }

    private boolean hasEnd() {
        BigInteger rest = perOne;
        for (BigInteger prime : new BigInteger[] {BigInteger.TWO, BigInteger.valueOf(5)}) {
            while (rest.mod(prime).signum() == 0) {
                rest = rest.divide(prime);
            }
        }
        return rest.equals(BigInteger.ONE);
    }

    private static BigInteger floorOf(BigInteger numerator, BigInteger denominator) {
        BigInteger[] parts = numerator.divideAndRemainder(denominator);
        return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }
}
