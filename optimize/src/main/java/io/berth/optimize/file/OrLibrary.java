package io.berth.optimize.file;

import io.berth.optimize.file.unit.Objective;
import io.berth.optimize.file.unit.Sense;
import io.berth.optimize.file.unit.Unit;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads a problem in the text form of the OR-Library (Beasley, "OR-Library: distributing test problems by electronic mail", J. of
 * the Operational Research Society 41, 1990) and of Yagiura's collection: how many agents and tasks; a row of costs per agent; a row
 * of sizes per agent; a capacity per agent. A file may hold several, with their number before the first.
 */
final class OrLibrary {
    /** Bytes that a number takes at least, with what parts it from the next. */
    private static final int LEAST_BYTES = 2;

    private static final int MOST_PROBLEMS = 100_000;

    private final Path file;
    private final String name;
    private final Sense sense;

    /** @param sense of the values, which the form does not tell */
    OrLibrary(Path file, Sense sense) {
        this.file = file;
        this.name = file.toString();
        this.sense = sense;
    }

    /**
     * The problem in the file.
     *
     * @param number which of several, from 1; 0 where the user did not say
     */
    StatedProblem read(int number) {
        boolean several = RowCounts.firstLine(file) == 1;
        try {
            return read(several, number);
        } catch (InputException e) {
            return otherForm(!several, number, e);
        }
    }

    /** How lines are broken says nothing certain: where the text is not of the one form, it may be of the other. */
    private StatedProblem otherForm(boolean several, int number, InputException first) {
        try {
            return read(several, number);
        } catch (InputException e) {
            throw first;
        }
    }

    private StatedProblem read(boolean several, int number) {
        try (InputStream in = Files.newInputStream(file)) {
            NumberStream numbers = new NumberStream(name, in);
            int problems = several ? whole(numbers, "the number of problems", MOST_PROBLEMS) : 1;
            int wanted = chosen(problems, number);
            for (int before = 1; before < wanted; before++) {
                skip(numbers);
            }
            StatedProblem problem = problem(numbers, several ? "-" + wanted : "");
            for (int after = wanted; after < problems; after++) {
                skip(numbers);
            }
            if (numbers.next()) {
                throw numbers.wrong("the text must end after the last capacity, but " + Quote.of(numbers.word())
                        + " follows"
                        + RowCounts.hint(
                                file, problem.agents().size(), problem.tasks().size()));
            }
            return problem;
        } catch (IOException e) {
            throw new InputException(name, "cannot be read: " + e.getMessage());
        }
    }

    private int chosen(int problems, int number) {
        if (number > problems) {
            throw new InputException(
                    "--problem " + number, name + " holds " + problems + (problems == 1 ? " problem" : " problems"));
        }
        if (number == 0 && problems > 1) {
            throw new InputException(
                    name, "holds " + problems + " problems: choose one with --problem 1 to --problem " + problems);
        }
        return Math.max(1, number);
    }

    private void skip(NumberStream numbers) {
        int agents = whole(numbers, "the number of agents", Integer.MAX_VALUE);
        int tasks = whole(numbers, "the number of tasks", Integer.MAX_VALUE);
        for (long left = 2L * agents * tasks + agents; left > 0; left--) {
            if (!numbers.next()) {
                throw new InputException(
                        name, "ends within a problem of " + agents + " agents and " + tasks + " tasks");
            }
        }
    }

    private StatedProblem problem(NumberStream numbers, String suffix) throws IOException {
        int agents = whole(numbers, "the number of agents", Integer.MAX_VALUE);
        int tasks = whole(numbers, "the number of tasks", Integer.MAX_VALUE);
        checkSize(numbers, agents, tasks);
        try {
            DecimalMatrix costs = new DecimalMatrix("cost", agents, tasks).read(numbers, -Problem.LARGEST);
            DecimalMatrix sizes = new DecimalMatrix("size", agents, tasks).read(numbers, 0);
            long[] capacities = capacities(numbers, agents, sizes.scale());
            return stated(suffix, costs, sizes, capacities);
        } catch (DecimalMatrix.RowsEndException e) {
            throw e.in(
                    name,
                    "; there are " + agents + " rows of " + tasks + " costs, as many of sizes, and " + agents
                            + " capacities" + RowCounts.hint(file, agents, tasks));
        }
    }

    private StatedProblem stated(String suffix, DecimalMatrix costs, DecimalMatrix sizes, long[] capacities) {
        int[] turned = costs.cells();
        if (sense == Sense.MAXIMIZE) {
            for (int at = 0; at < turned.length; at++) {
                turned[at] = -turned[at];
            }
        }
        Problem form = new DenseProblem(turned, new int[][] {sizes.cells()}, new long[][] {capacities});
        return new StatedProblem(
                file.getFileName() + suffix,
                sense,
                Objective.SUM,
                false,
                form,
                Names.counted("task", form.tasks()),
                Names.counted("agent", form.agents()),
                List.of(new StatedProblem.Room("size", 0, Unit.decimal(sizes.scale()))),
                Unit.decimal(costs.scale()),
                List.of());
    }

    private static int whole(NumberStream numbers, String what, int most) {
        if (!numbers.next()) {
            throw numbers.wrong(what + " is missing");
        }
        long number = numbers.mantissa();
        if (numbers.scale() != 0 || number < 1 || number > most) {
            throw numbers.wrong(what + " must be a whole number from 1"
                    + (most < Integer.MAX_VALUE ? " to " + most : "") + ", but is " + Quote.of(numbers.word()));
        }
        return (int) number;
    }

    /** Refuses what no array holds, and what the file is too short for, before memory is taken. */
    private void checkSize(NumberStream numbers, int agents, int tasks) throws IOException {
        long pairs = (long) agents * tasks;
        if (pairs > Integer.MAX_VALUE - 8) {
            throw numbers.wrong(agents + " agents and " + tasks + " tasks are " + pairs + " pairs; there may be "
                    + (Integer.MAX_VALUE - 8) + ". State them by classes, in YAML");
        }
        long needed = LEAST_BYTES * (2 * pairs + agents);
        if (Files.isRegularFile(file) && Files.size(file) < needed) {
            throw numbers.wrong(agents + " agents and " + tasks + " tasks need " + (2 * pairs + agents)
                    + " more numbers, more than the file has" + RowCounts.hint(file, agents, tasks));
        }
    }

    private static long[] capacities(NumberStream numbers, int agents, int scale) {
        long[] capacities = new long[agents];
        for (int agent = 0; agent < agents; agent++) {
            if (!numbers.next()) {
                throw new DecimalMatrix.RowsEndException("ends after " + agent + " of " + agents + " capacities");
            }
            if (numbers.mantissa() < 0) {
                throw numbers.wrong("the capacity of agent " + (agent + 1) + " must not be negative, but is "
                        + Quote.of(numbers.word()));
            }
            capacities[agent] = scaled(numbers, scale);
        }
        return capacities;
    }

    /** A capacity in units of the sizes: what is below one of them is of no use to anybody. */
    private static long scaled(NumberStream numbers, int scale) {
        long capacity = numbers.mantissa();
        for (int digit = numbers.scale(); digit < scale && capacity < Problem.ENDLESS; digit++) {
            capacity = capacity > Problem.ENDLESS / 10 ? Problem.ENDLESS : capacity * 10;
        }
        for (int digit = scale; digit < numbers.scale(); digit++) {
            capacity /= 10;
        }
        return Math.min(capacity, Problem.ENDLESS);
    }
}
