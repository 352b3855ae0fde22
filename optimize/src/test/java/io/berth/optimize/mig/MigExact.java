package io.berth.optimize.mig;

import com.google.ortools.sat.BoolVar;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverStatus;
import com.google.ortools.sat.CumulativeConstraint;
import com.google.ortools.sat.IntervalVar;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.LinearExprBuilder;
import com.google.ortools.sat.Literal;
import io.berth.optimize.mig.MigStream.Arrival;
import java.util.ArrayList;
import java.util.List;

/**
 * The most memory slices that somebody places who knows all arrivals, each at a GPU and a start for good: CP-SAT with an interval for each
 * place, and all facets as cumulative constraints.
 *
 * @param slices of the best that was found
 * @param proven true where nothing is better
 */
record MigExact(long slices, boolean proven) {
    /** Whole numbers of a moment: run times are about a million. */
    private static final double UNITS = 1e6;

    static MigExact of(MigStream stream, double deterministicSeconds) {
        CpModel model = new CpModel();
        LinearExprBuilder placed = LinearExpr.newBuilder();
        List<List<IntervalVar>> bySlice = new ArrayList<>();
        for (int i = 0; i < stream.gpus() * MigStream.TABLE.slices(); i++) {
            bySlice.add(new ArrayList<>());
        }
        List<IntervalVar> whole = new ArrayList<>();
        for (Arrival arrival : stream.arrivals()) {
            BoolVar taken = model.newBoolVar("");
            placed.addTerm(taken, arrival.slices());
            whole.add(interval(model, arrival, taken));
            List<Literal> places = new ArrayList<>(List.of(taken.not()));
            for (int gpu = 0; gpu < stream.gpus(); gpu++) {
                int first = gpu * MigStream.TABLE.slices();
                for (int start : MigStream.TABLE.profile(arrival.profile()).starts()) {
                    BoolVar here = model.newBoolVar("");
                    IntervalVar interval = interval(model, arrival, here);
                    places.add(here);
                    bySlice.subList(first + start, first + start + arrival.slices())
                            .forEach(slice -> slice.add(interval));
                }
            }
            model.addExactlyOne(places);
        }
        bySlice.forEach(model::addNoOverlap);
        for (MigFacet facet : MigFacet.ALL) {
            CumulativeConstraint sum = model.addCumulative((long) facet.most() * stream.gpus());
            for (int i = 0; i < whole.size(); i++) {
                sum.addDemand(
                        whole.get(i),
                        facet.weights().get(stream.arrivals().get(i).profile()));
            }
        }
        model.maximize(placed);
        CpSolver solver = new CpSolver();
        solver.getParameters()
                .setMaxDeterministicTime(deterministicSeconds)
                .setNumWorkers(4)
                .setRandomSeed(1);
        CpSolverStatus status = solver.solve(model);
        boolean found = status == CpSolverStatus.OPTIMAL || status == CpSolverStatus.FEASIBLE;
        return new MigExact(found ? Math.round(solver.objectiveValue()) : 0, status == CpSolverStatus.OPTIMAL);
    }

    private static IntervalVar interval(CpModel model, Arrival arrival, BoolVar present) {
        long begin = (long) (arrival.at() * UNITS);
        long end = Math.max(begin + 1, (long) (arrival.end() * UNITS));
        return model.newOptionalIntervalVar(
                LinearExpr.constant(begin), LinearExpr.constant(end - begin), LinearExpr.constant(end), present, "");
    }
}
