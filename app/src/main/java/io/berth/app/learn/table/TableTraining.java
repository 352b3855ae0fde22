package io.berth.app.learn.table;

import io.berth.app.learn.file.AssignmentFile;
import io.berth.learn.agent.table.Discretiser;
import io.berth.learn.agent.table.QLearning;
import io.berth.learn.agent.table.TableAgent;
import io.berth.learn.environment.finite.Assignment;
import io.berth.learn.environment.finite.FiniteEnvironment;
import io.berth.learn.environment.finite.FiniteMdp;
import io.berth.learn.environment.finite.ValueIteration;
import io.berth.optimize.file.Names;
import io.berth.optimize.file.StatedProblem;
import io.berth.spec.input.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** An assignment of few states learnt by Q-learning with a table, beside the exact solution of the same process. */
public final class TableTraining {
    /** A table of more is no longer read, and takes minutes. */
    private static final int MOST_STATES = 1024;

    /** In a thousand visits of each state all that is allowed was tried; exploration takes as many as the least. */
    private static final long STEPS_PER_STATE = 1000;

    private static final long LEAST_STEPS = 60_000;
    private static final double TOLERANCE = 1e-9;

    private final Assignment problem;
    private final StatedProblem stated;
    private final FiniteMdp process;
    private final double[] exact;
    private final List<Integer> open;
    private final long steps;

    private TableTraining(Assignment problem, StatedProblem stated) {
        this.problem = problem;
        this.stated = stated;
        this.process = problem.asFiniteMdp(stated.name());
        this.exact = ValueIteration.solve(process, TOLERANCE).values();
        this.open = open();
        this.steps = Math.max(LEAST_STEPS, STEPS_PER_STATE * process.states());
    }

    /**
     * Learns once with each seed.
     *
     * @throws InputException where the problem has too many states for a table
     */
    public static TableDocument of(String scenario, AssignmentFile file, List<Long> seeds) {
        Assignment problem = file.task().problem();
        double states = Math.pow(problem.agents() + 1.0, problem.tasks());
        if (states > MOST_STATES) {
            throw file.refused("has (" + problem.agents() + " + 1)^" + problem.tasks()
                    + " states; a table is learnt of at most " + MOST_STATES);
        }
        TableTraining training = new TableTraining(problem, file.stated());
        return new TableDocument(
                scenario,
                names(training.stated.tasks(), problem.tasks()),
                training.open.size(),
                training.steps,
                cost(training.process.atStart(training.exact)),
                seeds.stream().map(training::learn).toList());
    }

    private TableDocument.Seed learn(long seed) {
        TableAgent agent = new TableAgent(
                new FiniteEnvironment(process, FiniteEnvironment.FOR_EVER),
                Discretiser.oneHot(),
                QLearning.DETERMINISTIC,
                seed);
        agent.learn(steps);
        List<TableDocument.Row> rows =
                open.stream().map(state -> row(agent, state)).toList();
        return new TableDocument.Seed(seed, played(agent), rows);
    }

    private TableDocument.Row row(TableAgent agent, int state) {
        int action = agent.best(state, allowed(state));
        List<String> given = IntStream.of(problem.agents(state))
                .mapToObj(each -> each < 0 ? "" : stated.agents().of(each))
                .toList();
        return new TableDocument.Row(
                given,
                stated.tasks().of(action / problem.agents()),
                stated.agents().of(action % problem.agents()),
                cost(agent.value(state, action)),
                cost(exact[state]));
    }

    /** The cost of always doing what the table says. */
    private double played(TableAgent agent) {
        double reward = 0;
        int state = open.getFirst();
        while (state != FiniteMdp.END) {
            FiniteMdp.Outcome outcome =
                    process.outcomes(state, agent.best(state, allowed(state))).getFirst();
            reward += outcome.reward();
            state = outcome.next();
        }
        return cost(reward);
    }

    private boolean[] allowed(int state) {
        boolean[] allowed = new boolean[process.actions()];
        for (int action = 0; action < allowed.length; action++) {
            allowed[action] = process.allowed(state, action);
        }
        return allowed;
    }

    /** The states that can be come to, those with the fewest tasks given first. */
    private List<Integer> open() {
        TreeSet<Integer> seen = new TreeSet<>(List.of(0));
        List<Integer> next = new ArrayList<>(seen);
        for (int at = 0; at < next.size(); at++) {
            after(next.get(at)).filter(seen::add).forEach(next::add);
        }
        return next.stream()
                .sorted(Comparator.comparingLong((Integer state) -> Arrays.stream(problem.agents(state))
                                .filter(agent -> agent >= 0)
                                .count())
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** The states that {@code state} can lead to, the end not among them. */
    private Stream<Integer> after(int state) {
        return IntStream.range(0, process.actions())
                .boxed()
                .flatMap(action -> process.outcomes(state, action).stream())
                .map(FiniteMdp.Outcome::next)
                .filter(next -> next != FiniteMdp.END);
    }

    private static List<String> names(Names names, int count) {
        return IntStream.range(0, count).mapToObj(names::of).toList();
    }

    /** Rewards are costs below zero; never minus zero. */
    private static double cost(double reward) {
        return 0 - reward;
    }
}
