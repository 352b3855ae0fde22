package io.berth.optimize.file;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * The unit in which numbers that a user wrote are whole.
 *
 * @param perOne how many of it make 1; above 0
 */
public record Unit(BigInteger perOne) {
    /** 1 itself. */
    public static final Unit ONE = new Unit(BigInteger.ONE);

    /** Digits after the point that are shown of a number that has no end. */
    private static final int SHOWN_DIGITS = 9;

    /** A tenth, a hundredth and so on: {@code 10^-digits}. */
    static Unit decimal(int digits) {
        return new Unit(BigInteger.TEN.pow(digits));
    }

    /** The largest unit in which all that were whole in this one are, and {@code number} too. */
    Unit with(Ratio number) {
        BigInteger common = perOne.gcd(number.denominator());
        return new Unit(perOne.multiply(number.denominator().divide(common)));
    }

    /** How many units {@code number} is, rounded down where it is not whole in them. */
    BigInteger floor(Ratio number) {
        BigInteger[] parts = number.numerator().multiply(perOne).divideAndRemainder(number.denominator());
        return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }

    /** How many units {@code number} is, to the nearest. */
    BigInteger nearest(Ratio number) {
        BigInteger twice = number.denominator().shiftLeft(1);
        BigInteger raised = number.numerator().multiply(perOne).shiftLeft(1).add(number.denominator());
        return floorOf(raised, twice);
    }

    /** The number that so many units are: exact where it has an end, to nine digits where it has none. */
    public BigDecimal toNumber(long units) {
        BigDecimal whole = BigDecimal.valueOf(units);
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
