package io.berth.optimize.file;

import io.berth.optimize.problem.Problem;
import io.berth.spec.input.InputException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A document's numbers as integers: what tasks of a kind cost and take with agents of a kind, row after row of tasks.
 *
 * @param unit of the costs
 * @param costs with the sign of the sense
 * @param resources as the author named them
 * @param notes what a reader should know of how they were made
 */
record Kinds(Unit unit, int[] costs, List<Resource> resources, List<String> notes) {
    /** A unit of which more make 1 cannot hold numbers of that many digits anyway. */
    private static final int MOST_BITS = 62;

    /** Digits behind the point that a time may keep. */
    private static final int TIME_DIGITS = 9;

    /**
     * One resource.
     *
     * @param sizes likewise
     * @param capacities one per kind of agent
     */
    record Resource(String name, Unit unit, int[] sizes, long[] capacities) {}

    /**
     * The numbers of a document.
     *
     * @param largest of the costs; below {@link Problem#LARGEST} where they will be multiplied
     */
    static Kinds of(ValueTable values, List<Cell> exceptions, List<ResourceTable> tables, Sense sense, long largest) {
        List<Cell> all = new ArrayList<>(values.all());
        all.addAll(exceptions);
        List<String> notes = new ArrayList<>();
        Unit unit = values.times() ? unitOfTimes(all, largest, notes) : unit(all);
        int[] costs = new int[values.tasks() * values.agents()];
        for (int at = 0; at < costs.length; at++) {
            Cell cell = values.cell(at / values.agents(), at % values.agents());
            costs[at] = cost(cell, unit, sense, largest);
        }
        return new Kinds(unit, costs, tables.stream().map(Kinds::resource).toList(), notes);
    }

    /** The cost of one number; {@link Problem#FORBIDDEN} without one. */
    static int cost(@Nullable Cell cell, Unit unit, Sense sense, long largest) {
        return cell == null ? Problem.FORBIDDEN : (int) sense.turned(within(cell, unit, largest));
    }

    /** Where tasks run one after another: capacities only say which task an agent can do at all. */
    Kinds oneByOne() {
        int[] fitting = costs.clone();
        for (Resource resource : resources) {
            for (int at = 0; at < fitting.length; at++) {
                if (resource.sizes[at] > resource.capacities[at % resource.capacities.length]) {
                    fitting[at] = Problem.FORBIDDEN;
                }
            }
        }
        return new Kinds(unit, fitting, List.of(), notes);
    }

    private static Resource resource(ResourceTable table) {
        List<Cell> all = Arrays.stream(table.sizes()).filter(Objects::nonNull).toList();
        Unit unit = unitOfRoom(all, table.capacities());
        int agents = table.capacities().length;
        int[] sizes = new int[table.sizes().length];
        for (int at = 0; at < sizes.length; at++) {
            Cell size = table.sizes()[at];
            sizes[at] = size == null ? 0 : (int) within(size, unit, Problem.LARGEST);
        }
        long[] capacities = new long[agents];
        for (int agent = 0; agent < agents; agent++) {
            Cell capacity = table.capacities()[agent];
            capacities[agent] = capacity == null ? Problem.ENDLESS : room(unit.floor(capacity.number()));
        }
        return new Resource(table.name(), unit, sizes, capacities);
    }

    /** That of the sizes; where it goes, one in which capacities are whole, too, so that they are told as they were written. */
    private static Unit unitOfRoom(List<Cell> sizes, @Nullable Cell[] capacities) {
        Unit fine = unit(sizes);
        Unit unit = fine;
        for (Cell capacity : capacities) {
            unit = capacity == null ? unit : unit.with(capacity.number());
        }
        return fit(sizes, unit, Problem.LARGEST) ? unit : fine;
    }

    private static long room(BigInteger units) {
        return units.min(BigInteger.valueOf(Problem.ENDLESS)).longValueExact();
    }

    /** The largest unit in which all are whole. */
    private static Unit unit(List<Cell> cells) {
        Unit unit = Unit.ONE;
        for (Cell cell : cells) {
            unit = unit.with(cell.number());
            if (unit.perOne().bitLength() > MOST_BITS) {
                throw outOfRange(cell, Problem.LARGEST);
            }
        }
        return unit;
    }

    /** The same where it is large enough; otherwise the smallest power of ten in which no time is out of range. */
    private static Unit unitOfTimes(List<Cell> cells, long largest, List<String> notes) {
        Unit unit = Unit.ONE;
        for (Cell cell : cells) {
            unit = unit.with(cell.number());
        }
        if (fit(cells, unit, largest)) {
            return unit;
        }
        for (int digits = TIME_DIGITS; digits > 0; digits--) {
            if (fit(cells, Unit.decimal(digits), largest)) {
                notes.add("times are rounded to " + digits + " digits after the point: they have no common unit");
                return Unit.decimal(digits);
            }
        }
        return Unit.ONE;
    }

    private static boolean fit(List<Cell> cells, Unit unit, long largest) {
        return cells.stream().allMatch(cell -> fits(unit.nearest(cell.number()), largest));
    }

    private static boolean fits(BigInteger units, long largest) {
        return units.abs().compareTo(BigInteger.valueOf(largest)) <= 0;
    }

    private static long within(Cell cell, Unit unit, long largest) {
        BigInteger units = unit.nearest(cell.number());
        if (!fits(units, largest)) {
            throw outOfRange(cell, largest);
        }
        return units.longValueExact();
    }

    private static InputException outOfRange(Cell cell, long largest) {
        return InputException.at(
                cell.origin(),
                "is out of range: in a unit in which all numbers of its kind are whole, they go up to " + largest);
    }
}
