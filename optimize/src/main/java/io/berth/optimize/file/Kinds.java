package io.berth.optimize.file;

import io.berth.optimize.file.unit.Cell;
import io.berth.optimize.file.unit.Sense;
import io.berth.optimize.file.unit.Unit;
import io.berth.optimize.file.unit.Units;
import io.berth.optimize.problem.Problem;
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
        Unit exact = Units.exact(all, largest);
        Unit unit = exact == null ? Units.decimal(all, largest) : exact;
        if (exact == null) {
            notes.add(
                    values.times()
                            ? "times are rounded to multiples of " + unit.toNumber(1)
                            : "values are rounded to multiples of " + unit.toNumber(1)
                                    + ", and so is what is told of them; the bound is on its side of all that were written");
        }
        int[] costs = new int[values.tasks() * values.agents()];
        for (int at = 0; at < costs.length; at++) {
            Cell cell = values.cell(at / values.agents(), at % values.agents());
            costs[at] = cost(cell, unit, sense, values.times());
        }
        return new Kinds(unit, costs, resources(tables, notes), notes);
    }

    /** The cost of one number; {@link Problem#FORBIDDEN} without one. A value that is rounded costs less than what was written. */
    static int cost(@Nullable Cell cell, Unit unit, Sense sense, boolean time) {
        if (cell == null) {
            return Problem.FORBIDDEN;
        }
        if (time) {
            return unit.nearest(cell.number()).intValueExact();
        }
        BigInteger units = sense == Sense.MINIMIZE ? unit.floor(cell.number()) : unit.ceil(cell.number());
        return (int) sense.turned(units.longValueExact());
    }

    private static List<Resource> resources(List<ResourceTable> tables, List<String> notes) {
        List<Resource> resources = new ArrayList<>();
        tables.forEach(table -> resources.add(resource(table, notes)));
        return resources;
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

    /** Sizes that are rounded are rounded up, so that what fits in units fits. */
    private static Resource resource(ResourceTable table, List<String> notes) {
        List<Cell> all = Arrays.stream(table.sizes()).filter(Objects::nonNull).toList();
        Unit exact = Units.ofRoom(all, table.capacities());
        Unit unit = exact == null ? Units.decimal(all, Problem.LARGEST) : exact;
        if (exact == null) {
            notes.add(
                    "sizes of " + table.name() + " are rounded up to multiples of " + unit.toNumber(1)
                            + ": an assignment that fills an agent to the last may be missed, and the bound is that of the rounded sizes");
        }
        int agents = table.capacities().length;
        int[] sizes = new int[table.sizes().length];
        for (int at = 0; at < sizes.length; at++) {
            Cell size = table.sizes()[at];
            sizes[at] = size == null ? 0 : unit.ceil(size.number()).intValueExact();
        }
        long[] capacities = new long[agents];
        for (int agent = 0; agent < agents; agent++) {
            Cell capacity = table.capacities()[agent];
            capacities[agent] = capacity == null ? Problem.ENDLESS : room(unit.floor(capacity.number()));
        }
        return new Resource(table.name(), unit, sizes, capacities);
    }

    private static long room(BigInteger units) {
        return units.min(BigInteger.valueOf(Problem.ENDLESS)).longValueExact();
    }
}
