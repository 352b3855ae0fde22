package io.berth.app.solve.run;

import io.berth.optimize.dual.DualSolver;
import io.berth.optimize.enumeration.Exhaustive;
import io.berth.optimize.exact.Engine;
import io.berth.optimize.exact.ExactSolver;
import io.berth.optimize.matching.MatchingSolver;
import io.berth.optimize.schedule.FreeSolver;
import io.berth.optimize.search.GreedySolver;
import io.berth.optimize.solver.Solver;
import io.berth.spec.input.InputException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The ways to solve a problem, by name. */
public enum Method {
    AUTO("the best of the others for the problem", PortfolioSolver::of),
    EXACT("integer programming by OR-Tools, to a proof", _ -> new ExactSolver(Engine.CP_SAT)),
    DUAL("Lagrangian duals and searches from their prices: an assignment and a proven bound", _ -> new DualSolver()),
    HUNGARIAN("shortest augmenting paths, where an agent does one task, or so many", _ -> new MatchingSolver()),
    GREEDY("one task after another, first the one that loses most by waiting", _ -> new GreedySolver()),
    EXHAUSTIVE("all assignments, for small problems", _ -> new Exhaustive());

    private final String summary;
    private final Function<Deadline, Solver> factory;

    Method(String summary, Function<Deadline, Solver> factory) {
        this.summary = summary;
        this.factory = factory;
    }

    /** The one called {@code name}. */
    public static Method named(String name) {
        return Arrays.stream(values())
                .filter(method -> method.key().equals(name))
                .findFirst()
                .orElseThrow(() -> new InputException("--method", InputException.unknown("method", name, keys())));
    }

    /** Their names. */
    static List<String> keys() {
        return Arrays.stream(values()).map(Method::key).toList();
    }

    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    String summary() {
        return summary;
    }

    /** For one question of many, whether a cost of 0 can be had. */
    Solver questionSolver(Deadline deadline) {
        return switch (this) {
            case AUTO -> PortfolioSolver.ofQuestions(deadline);
            case EXACT -> new FreeSolver(solver(deadline));
            case DUAL, HUNGARIAN, GREEDY, EXHAUSTIVE -> solver(deadline);
        };
    }

    /** @param deadline that methods which share the time out among others look at */
    Solver solver(Deadline deadline) {
        return factory.apply(deadline);
    }
}
