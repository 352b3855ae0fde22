package io.berth.optimize.file.unit;

import io.berth.optimize.problem.Problem;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chooses the units in which numbers of a document are integers that solvers take. */
public final class Units {
    /** The smallest power of ten to round to. */
    private static final int MOST_DIGITS = 9;

    private Units() {}

    /** A unit in which all are whole and none is larger than {@code largest}; null where there is none. */
    public static @Nullable Unit exact(List<Cell> cells, long largest) {
        Unit unit = common(cells);
        if (fit(cells, unit, largest)) {
            return unit;
        }
        BigInteger divisor = BigInteger.ZERO;
        for (Cell cell : cells) {
            divisor = divisor.gcd(unit.floor(cell.number()));
        }
        Unit larger = unit.times(divisor.max(BigInteger.ONE));
        return fit(cells, larger, largest) ? larger : null;
    }

    /** That of the sizes; where it goes, one in which capacities are whole, too, so that they are told as they were written. */
    public static @Nullable Unit ofRoom(List<Cell> sizes, @Nullable Cell[] capacities) {
        List<Cell> all = new ArrayList<>(sizes);
        for (Cell capacity : capacities) {
            if (capacity != null) {
                all.add(capacity);
            }
        }
        Unit unit = common(all);
        return fit(sizes, unit, Problem.LARGEST) ? unit : exact(sizes, Problem.LARGEST);
    }

    /** The smallest power of ten in which none is larger than {@code largest}. */
    public static Unit decimal(List<Cell> cells, long largest) {
        int digits = MOST_DIGITS;
        while (!fit(cells, Unit.decimal(digits), largest)) {
            digits--;
        }
        return Unit.decimal(digits);
    }

    private static Unit common(List<Cell> cells) {
        Unit unit = Unit.ONE;
        for (Cell cell : cells) {
            unit = unit.with(cell.number());
        }
        return unit;
    }

    /** Rounding moves a number by less than one unit. */
    private static boolean fit(List<Cell> cells, Unit unit, long largest) {
        BigInteger most = BigInteger.valueOf(largest);
        return cells.stream()
                .allMatch(cell -> unit.floor(cell.number()).abs().compareTo(most) <= 0
                        && unit.ceil(cell.number()).abs().compareTo(most) <= 0);
    }
}
