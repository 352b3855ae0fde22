package io.berth.app.solve;

import io.berth.optimize.file.StatedProblem;
import io.berth.optimize.file.unit.Objective;
import io.berth.optimize.problem.Problem;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** An assignment agent by agent: what each does, and how full it is. */
record Shares(List<Share> shares, List<String> leftOut) {
    /**
     * What one agent does.
     *
     * @param loads what is taken of each of the author's resources
     * @param tasks their names; first come first where they are done one after another
     */
    record Share(String agent, List<Load> loads, List<String> tasks) {}

    /**
     * How much is taken of how much.
     *
     * @param capacity in the same unit; below 0 where there is no end
     */
    record Load(String resource, BigDecimal used, BigDecimal capacity, double part) {
        String text() {
            return capacity.signum() < 0
                    ? used.toPlainString()
                    : used.toPlainString() + " of " + capacity.toPlainString();
        }
    }

    private static final BigDecimal ENDLESS = BigDecimal.ONE.negate();

    /** The shares of an assignment of the normal form. */
    static Shares of(StatedProblem problem, int[] formAgents) {
        List<List<Integer>> byAgent = new ArrayList<>();
        for (int agent = 0; agent < problem.agents().size(); agent++) {
            byAgent.add(new ArrayList<>());
        }
        List<String> leftOut = new ArrayList<>();
        for (int task = 0; task < formAgents.length; task++) {
            int agent = problem.agent(formAgents[task]);
            if (agent == StatedProblem.LEFT_OUT) {
                leftOut.add(problem.tasks().of(task));
            } else {
                byAgent.get(agent).add(task);
            }
        }
        List<Share> shares = new ArrayList<>();
        for (int agent = 0; agent < byAgent.size(); agent++) {
            List<Integer> tasks = byAgent.get(agent);
            if (problem.objective() == Objective.TOTAL_COMPLETION) {
                tasks.sort(Comparator.comparingInt((Integer task) -> -problem.fromTheEnd(formAgents[task])));
            }
            List<String> names = tasks.stream().map(problem.tasks()::of).toList();
            shares.add(new Share(problem.agents().of(agent), loads(problem, agent, tasks), names));
        }
        return new Shares(shares, leftOut);
    }

    private static List<Load> loads(StatedProblem problem, int agent, List<Integer> tasks) {
        List<Load> loads = new ArrayList<>();
        for (StatedProblem.Room room : problem.rooms()) {
            long used = 0;
            for (int task : tasks) {
                used += problem.form().size(task, agent, room.index());
            }
            long capacity = problem.form().capacity(agent, room.index());
            boolean endless = capacity >= Problem.ENDLESS;
            loads.add(new Load(
                    room.name(),
                    room.unit().toNumber(used),
                    endless ? ENDLESS : room.unit().toNumber(capacity),
                    endless || capacity == 0 ? 0 : (double) used / (double) capacity));
        }
        return loads;
    }
}
