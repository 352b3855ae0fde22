package io.berth.optimize.mig;

import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPVariable;
import io.berth.optimize.mig.MigStream.Arrival;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The most memory slices that anybody could place who knows all arrivals, moves instances as he likes, and takes parts of them: a linear
 * program over what is taken of each arrival, with each facet of the GPUs at each moment as it is violated.
 *
 * @param slices the most of all that come
 * @param taken by arrival, true where more than half of it is
 */
record MigBound(double slices, boolean[] taken) {
    private static final double EPSILON = 1e-6;

    static MigBound of(MigStream stream) {
        MPSolver solver = MPSolver.createSolver("GLOP");
        List<Arrival> arrivals = stream.arrivals();
        MPVariable[] part = new MPVariable[arrivals.size()];
        solver.objective().setMaximization();
        for (int i = 0; i < part.length; i++) {
            part[i] = solver.makeNumVar(0, 1, "");
            solver.objective().setCoefficient(part[i], arrivals.get(i).slices());
        }
        double[] value = new double[part.length];
        Arrays.fill(value, 1);
        List<int[]> fullest = fullest(arrivals);
        Set<Integer> known = new HashSet<>();
        double slices = stream.slices();
        while (violated(stream, fullest, value, known, new Rows(solver, part))) {
            if (solver.solve() != MPSolver.ResultStatus.OPTIMAL) {
                throw new IllegalStateException("The linear program of " + part.length + " arrivals was not solved.");
            }
            slices = solver.objective().value();
            for (int i = 0; i < part.length; i++) {
                value[i] = part[i].solutionValue();
            }
        }
        boolean[] taken = new boolean[value.length];
        for (int i = 0; i < value.length; i++) {
            taken[i] = value[i] > 0.5;
        }
        return new MigBound(slices, taken);
    }

    private record Rows(MPSolver solver, MPVariable[] part) {
        void add(MigStream stream, int[] together, MigFacet facet) {
            MPConstraint row = solver.makeConstraint(Double.NEGATIVE_INFINITY, (double) facet.most() * stream.gpus());
            for (int arrival : together) {
                row.setCoefficient(
                        part[arrival],
                        facet.weights().get(stream.arrivals().get(arrival).profile()));
            }
        }
    }

    /** Adds, of each moment, the facets that {@code value} violates; false where there are none. */
    private static boolean violated(
            MigStream stream, List<int[]> fullest, double[] value, Set<Integer> known, Rows rows) {
        boolean any = false;
        for (int moment = 0; moment < fullest.size(); moment++) {
            for (int number = 0; number < MigFacet.ALL.size(); number++) {
                MigFacet facet = MigFacet.ALL.get(number);
                double sum = 0;
                for (int arrival : fullest.get(moment)) {
                    sum += value[arrival]
                            * facet.weights().get(stream.arrivals().get(arrival).profile());
                }
                boolean over = sum > (double) facet.most() * stream.gpus() + EPSILON;
                if (over && known.add(moment * MigFacet.ALL.size() + number)) {
                    rows.add(stream, fullest.get(moment), facet);
                    any = true;
                }
            }
        }
        return any;
    }

    /** Who would be there together at each moment after which somebody goes before anybody comes. */
    private static List<int[]> fullest(List<Arrival> arrivals) {
        List<int[]> fullest = new ArrayList<>();
        List<Integer> there = new ArrayList<>();
        for (int i = 0; i < arrivals.size(); i++) {
            double now = arrivals.get(i).at();
            there.removeIf(other -> arrivals.get(other).end() <= now);
            there.add(i);
            double next = i + 1 < arrivals.size() ? arrivals.get(i + 1).at() : Double.MAX_VALUE;
            if (there.stream().anyMatch(other -> arrivals.get(other).end() <= next)) {
                fullest.add(there.stream().mapToInt(other -> other).toArray());
            }
        }
        return fullest;
    }
}
