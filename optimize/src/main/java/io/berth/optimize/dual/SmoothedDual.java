package io.berth.optimize.dual;

import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The dual of a small problem that prices both tasks and room, as texts print it: from prices of zero, by plain subgradients, or by
 * gradients of the function smoothed (Nesterov, "Smooth minimization of non-smooth functions", Mathematical Programming 103, 2005).
 *
 * <p>With gains u (costs, their sign turned), a price λ of each task and μ of each resource of an agent,
 *
 * <pre>g(λ, μ) = Σ max(0, u − λ − r μ) + Σ λ + Σ c μ</pre>
 *
 * where the first sum is over all pairs and r is what a pair takes of room c. No assignment gains more than g, whatever the prices are. Smoothed, each
 * max(0, z) is s log(1 + exp(z / s)), at most s log 2 more; its gradient is not all or nothing, and steps follow momentum. Each {@value #STAGE} steps s is
 * halved, down to a {@value #SHARPEST}th, and momentum begins anew. A price moves by its gradient over a bound of the curvature, the sum of its pairs' coefficients.
 */
public final class SmoothedDual {
    private static final int STAGE = 20;
    private static final int SHARPEST = 1024;

    private final DenseProblem problem;
    private final int agents;
    private final boolean leftOut;
    private final double smoothing;
    private final double largest;
    private final double[] curvature;
    private final double[] gradient;
    private double[] prices;
    private double[] point;
    private double value;
    private double smoothed;

    /**
     * One step of both.
     *
     * @param number counted from 1
     * @param value what the dual function is at the prices, in cost units: no assignment costs less
     * @param bound the largest value so far
     * @param smoothing how much it was smoothed, in cost units; 0 for not at all
     * @param smoothedValue what the smoothed function is there
     */
    public record Iteration(int number, double value, double bound, double smoothing, double smoothedValue) {}

    private SmoothedDual(DenseProblem problem, boolean leftOut, double smoothing) {
        this.problem = problem;
        this.leftOut = leftOut;
        this.agents = problem.agents() - (leftOut ? 1 : 0);
        this.smoothing = smoothing;
        int length = problem.tasks() + problem.resources() * agents;
        this.curvature = new double[length];
        this.gradient = new double[length];
        this.prices = new double[length];
        this.point = prices;
        double most = 0;
        for (int task = 0; task < problem.tasks(); task++) {
            for (int agent = 0; agent < agents; agent++) {
                if (problem.cost(task, agent) != Problem.FORBIDDEN) {
                    most = Math.max(most, Math.abs((double) problem.cost(task, agent)));
                    addCurvature(task, agent);
                }
            }
        }
        this.largest = most;
    }

    /**
     * Follows the dual for {@code steps} steps.
     *
     * @param leftOut true where the last agent stands for tasks that are left out: then prices of tasks are not below zero
     * @param smoothing how much it is smoothed at first, in cost units; 0 for not at all
     */
    public static List<Iteration> run(DenseProblem problem, boolean leftOut, double smoothing, int steps) {
        return new SmoothedDual(problem, leftOut, smoothing).run(steps);
    }

    private List<Iteration> run(int steps) {
        List<Iteration> iterations = new ArrayList<>();
        double best = Double.POSITIVE_INFINITY;
        double momentum = 1;
        for (int step = 0; step < steps; step++) {
            double amount = smoothing / Math.min(SHARPEST, 1L << Math.min(Long.SIZE - 2, step / STAGE));
            if (step % STAGE == 0) {
                momentum = 1;
                point = prices;
            }
            look(amount);
            best = Math.min(best, value);
            iterations.add(new Iteration(step + 1, 0 - value, 0 - best, amount, 0 - smoothed));
            double following = amount == 0 ? 1 : (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
            move(
                    amount == 0 ? largest / Math.sqrt(step + 1) : 4 * amount,
                    amount == 0 ? 0 : (momentum - 1) / following);
            momentum = following;
        }
        return iterations;
    }

    /** What both functions are at the point, and how the one that is followed rises there. */
    private void look(double amount) {
        Arrays.fill(gradient, 0, problem.tasks(), 1);
        double given = 0;
        for (int at = 0; at < point.length; at++) {
            if (at >= problem.tasks()) {
                gradient[at] = (double) problem.capacity(agent(at), resource(at));
            }
            given += gradient[at] * point[at];
        }
        value = given;
        smoothed = given;
        for (int task = 0; task < problem.tasks(); task++) {
            for (int agent = 0; agent < agents; agent++) {
                if (problem.cost(task, agent) != Problem.FORBIDDEN) {
                    lookAt(task, agent, amount);
                }
            }
        }
    }

    private void lookAt(int task, int agent, double amount) {
        double gain = 0 - (double) problem.cost(task, agent) - point[task];
        for (int resource = 0; resource < problem.resources(); resource++) {
            gain -= problem.size(task, agent, resource) * point[room(agent, resource)];
        }
        double least = Math.max(0, gain);
        double chosen = gain > 0 ? 1 : 0;
        double more = 0;
        if (amount > 0) {
            double part = StrictMath.exp(-Math.abs(gain) / amount);
            more = amount * StrictMath.log1p(part);
            chosen = gain > 0 ? 1 / (1 + part) : part / (1 + part);
        }
        value += least;
        smoothed += least + more;
        gradient[task] -= chosen;
        for (int resource = 0; resource < problem.resources(); resource++) {
            gradient[room(agent, resource)] -= chosen * problem.size(task, agent, resource);
        }
    }

    private void move(double length, double drift) {
        double[] next = new double[prices.length];
        double[] ahead = new double[prices.length];
        for (int at = 0; at < next.length; at++) {
            double step = curvature[at] == 0 ? 0 : length / curvature[at] * gradient[at];
            next[at] = inRange(at, point[at] - step);
            ahead[at] = inRange(at, next[at] + drift * (next[at] - prices[at]));
        }
        prices = next;
        point = ahead;
    }

    private double inRange(int at, double price) {
        return at < problem.tasks() && !leftOut ? price : Math.max(0, price);
    }

    private void addCurvature(int task, int agent) {
        double sum = 1;
        for (int resource = 0; resource < problem.resources(); resource++) {
            sum += problem.size(task, agent, resource);
        }
        curvature[task] += sum;
        for (int resource = 0; resource < problem.resources(); resource++) {
            curvature[room(agent, resource)] += problem.size(task, agent, resource) * sum;
        }
    }

    private int room(int agent, int resource) {
        return problem.tasks() + resource * agents + agent;
    }

    private int agent(int at) {
        return (at - problem.tasks()) % agents;
    }

    private int resource(int at) {
        return (at - problem.tasks()) / agents;
    }
}
