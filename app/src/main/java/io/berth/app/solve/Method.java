package io.berth.app.solve;

import io.berth.optimize.enumeration.Exhaustive;
import io.berth.optimize.exact.Engine;
import io.berth.optimize.exact.ExactSolver;
import io.berth.optimize.matching.MatchingSolver;
import io.berth.optimize.solver.Solver;
import io.berth.spec.input.InputException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** The ways to solve a problem, by name. */
enum Method {
    AUTO("the best of the others for the problem", PortfolioSolver::new),
    EXACT("integer programming by OR-Tools, to a proof", () -> new ExactSolver(Engine.CP_SAT)),
    HUNGARIAN("shortest augmenting paths, where an agent does one task, or so many", MatchingSolver::new),
    EXHAUSTIVE("all assignments, for small problems", Exhaustive::new);

    private final String summary;
    private final Supplier<Solver> factory;

    Method(String summary, Supplier<Solver> factory) {
        this.summary = summary;
        this.factory = factory;
    }

    /** The one called {@code name}. */
    static Method named(String name) {
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

    Solver solver() {
        return factory.get();
    }
}
