package io.berth.bench.solve;

import io.berth.optimize.dual.DualSolver;
import io.berth.optimize.exact.Engine;
import io.berth.optimize.exact.ExactSolver;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Solver;
import io.berth.optimize.solver.Watcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The dual solver beside CP-SAT, SCIP and HiGHS alone, with the same seconds each, one after the other in one run: the gap between the
 * value that each found and the bound that it proved itself. The building of models counts, but for HiGHS, which runs in a process of
 * its own with the Python package highspy; where that is not installed, its column says so by {@code NaN}.
 *
 * <p>Arguments: seconds, then recipes such as {@code d:20:200:1}.
 */
public final class Rivals {
    /** On how many of the problems the gap must be smaller than the best rival's, or as small where that is proved. */
    private static final double WON = 0.8;

    private static final int THREADS = Runtime.getRuntime().availableProcessors();

    private Rivals() {}

    public static void main(String[] arguments) {
        double seconds = Double.parseDouble(arguments[0]);
        List<Recipe> recipes = new ArrayList<>();
        for (int at = 1; at < arguments.length; at++) {
            recipes.add(Recipe.parse(arguments[at]));
        }
        System.out.printf(
                "%-14s %12s %12s %9s %9s %9s %9s%n", "problem", "value", "bound", "dual", "cp-sat", "scip", "highs");
        int kept = 0;
        int won = 0;
        for (Recipe recipe : recipes) {
            Map<String, Double> gaps = run(recipe, seconds);
            double own = gaps.getOrDefault("dual", Double.POSITIVE_INFINITY);
            double rival = gaps.values().stream()
                    .skip(1)
                    .filter(gap -> !gap.isNaN())
                    .min(Double::compare)
                    .orElseThrow();
            kept += own <= bar(recipe.type()) ? 1 : 0;
            won += own < rival || own == 0 ? 1 : 0;
        }
        boolean held = kept == recipes.size() && won >= WON * recipes.size();
        System.out.printf("within the bar: %d of %d; smaller than the best rival: %d%n", kept, recipes.size(), won);
        System.exit(held ? 0 : 1);
    }

    /** The gap that may be left, in per cent, by type (bars of the recipes after ten seconds on two cores). */
    private static double bar(char type) {
        return switch (type) {
            case 'c' -> 0.2;
            case 'd' -> 0.6;
            default -> 0.4;
        };
    }

    private static Map<String, Double> run(Recipe recipe, double seconds) {
        Problem problem = recipe.problem();
        Map<String, Double> gaps = new LinkedHashMap<>();
        Answer dual = solve(new DualSolver(), problem, seconds);
        gaps.put("dual", gap(dual));
        gaps.put("cp-sat", gap(solve(new ExactSolver(Engine.CP_SAT), problem, seconds)));
        gaps.put("scip", gap(solve(new ExactSolver(Engine.SCIP), problem, seconds)));
        gaps.put("highs", HighsProcess.gap(problem, seconds));
        System.out.printf(
                Locale.ROOT,
                "%c:%d:%d:%-6d %12d %12d",
                recipe.type(),
                recipe.agents(),
                recipe.tasks(),
                recipe.seed(),
                dual.value(),
                dual.bound());
        gaps.values().forEach(gap -> System.out.printf(Locale.ROOT, " %8.3f%%", gap));
        System.out.println();
        return gaps;
    }

    private static Answer solve(Solver solver, Problem problem, double seconds) {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        return solver.solve(
                problem, new Effort(1, THREADS, Long.MAX_VALUE, 0, () -> System.nanoTime() > end), Watcher.NONE);
    }

    /** In per cent of the value; infinite without an assignment. */
    private static double gap(Answer answer) {
        return answer.agents() == null || answer.bound() == Long.MIN_VALUE
                ? Double.POSITIVE_INFINITY
                : 100.0 * (double) (answer.value() - answer.bound()) / Math.abs((double) answer.value());
    }
}
