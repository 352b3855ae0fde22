package io.berth.optimize.strategy;

import io.berth.optimize.bound.room.AssignmentDual;
import io.berth.optimize.bound.room.LagrangianRelaxation;
import java.util.Arrays;

/**
 * The dual of assignment where tasks come in jobs that are placed whole or not at all. With z_j whether job j is placed, task t of
 * it goes to z_j nodes; priced by u_t that is {@code Σ_j min(0, Σ_t u_t)} less what knapsacks earn, where {@link AssignmentDual} has
 * {@code Σ_t u_t}. So a job is placed where its prices together are below zero, which is higher than what its tasks would do each by
 * themselves.
 *
 * @param tasks each by itself
 * @param first those of job {@code j} stand from {@code first[j]} to before {@code first[j + 1]}
 */
record GangDual(AssignmentDual tasks, int[] first) implements LagrangianRelaxation {
    @Override
    public Kind kind() {
        return Kind.ASSIGNMENT;
    }

    @Override
    public long scale() {
        return tasks.scale();
    }

    @Override
    public int multipliers() {
        return tasks.multipliers();
    }

    @Override
    public long lowest(int at) {
        return tasks.lowest(at);
    }

    @Override
    public long highest(int at) {
        return tasks.highest(at);
    }

    @Override
    public long evaluate(long[] multipliers, long[] slopes) {
        long value = tasks.evaluate(multipliers, slopes);
        for (int job = 0; job + 1 < first.length; job++) {
            long together =
                    Arrays.stream(multipliers, first[job], first[job + 1]).sum();
            boolean placed = together < 0;
            value -= placed ? 0 : together;
            for (int task = first[job]; task < first[job + 1] && !placed; task++) {
                slopes[task]--;
            }
        }
        return value;
    }

    @Override
    public boolean chosen(int task, int agent) {
        return tasks.chosen(task, agent);
    }
}
