package io.berth.learn.environment.nodes;

import io.berth.core.model.column.Feature;
import io.berth.core.time.Chance;
import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.Observation;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Gives tasks to nodes. The state is one of ten rows: 9 × use / CPUs of the first node, cut off to a whole number. The reward is 1 where the node
 * has room for as much again after a task, else −1, which it also is where the task finds no room and is dropped.
 *
 * <p>As printed ({@link NodesRules#keep} 0) what follows a task is read before the task gives its room back, and the next one comes after that: each
 * begins in row 0, wherever the one before has led. So an episode here is one task, cut off after it: what it led to still has a value.
 * Where tasks keep their room an episode is all of them, cut off likewise.
 *
 * <p>Figures: {@code reward}, the sum, and {@code dropped}, the tasks that found no room.
 */
public final class NodesEnvironment implements Environment {
    /** How many rows the table has. */
    public static final int ROWS = 10;

    private final NodesRules rules;
    private final Mdp mdp;
    private final int[] used;
    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private Chance chance = new Chance(0, "nodes", 0);
    private int tasks = -1;
    private int demand;
    private int reward;
    private int dropped;

    /** What a task holds, until so many tasks have come. */
    private record Held(int node, int cpu, int until) {}

    public NodesEnvironment(NodesRules rules) {
        this.rules = rules;
        this.used = new int[rules.nodes()];
        List<Feature> rows = IntStream.range(0, ROWS)
                .mapToObj(
                        row -> Feature.share("row_" + row, "1 where 9 × use of the first node is " + row + ", cut off"))
                .toList();
        this.mdp = new Mdp(
                "nodes",
                "Which node the next task goes to.",
                new Observation(1, "first node", rows),
                new Actions(rules.nodes(), false, "the task goes to this node"),
                "1 where the node has room for as much again after the task, else -1",
                0.9,
                rules.keep() == 0
                        ? "cut off after each task, before it gives its room back"
                        : "cut off after " + rules.tasks() + " tasks",
                "");
    }

    @Override
    public Mdp mdp() {
        return mdp;
    }

    @Override
    public void reset(long seed) {
        chance = new Chance(seed, "nodes", 0);
        Arrays.fill(used, 0);
        held.clear();
        tasks = 0;
        reward = 0;
        dropped = 0;
        draw();
    }

    private void draw() {
        demand = rules.least() + chance.below(rules.most() - rules.least() + 1);
    }

    /** The row of the table: how full the first node is. */
    public int row() {
        return (ROWS - 1) * used[0] / rules.cpu();
    }

    @Override
    public void observe(float[] into, int offset) {
        checkStarted();
        Arrays.fill(into, offset, offset + ROWS, 0);
        into[offset + row()] = 1;
    }

    @Override
    public void mask(boolean[] into, int offset) {
        checkStarted();
        Arrays.fill(into, offset, offset + rules.nodes(), !over());
    }

    @Override
    public double step(int action) {
        if (over()) {
            throw new IllegalStateException("There is no episode, or it is over.");
        }
        if (action < 0 || action >= rules.nodes()) {
            throw new IllegalArgumentException("The action (" + action + ") is no node.");
        }
        tasks++;
        int gained = -1;
        if (demand <= rules.cpu() - used[action]) {
            used[action] += demand;
            held.add(new Held(action, demand, tasks + rules.keep()));
            gained = demand <= rules.cpu() - used[action] ? 1 : -1;
        } else {
            dropped++;
        }
        reward += gained;
        if (rules.keep() > 0) {
            release();
            draw();
        }
        return gained;
    }

    private void release() {
        while (!held.isEmpty() && held.getFirst().until() <= tasks) {
            Held first = held.removeFirst();
            used[first.node()] -= first.cpu();
        }
    }

    @Override
    public boolean over() {
        return tasks < 0 || tasks >= (rules.keep() == 0 ? 1 : rules.tasks());
    }

    @Override
    public boolean truncated() {
        return tasks >= 0 && over();
    }

    @Override
    public Figures figures() {
        return Figures.of("reward", reward).and("dropped", dropped);
    }

    private void checkStarted() {
        if (tasks < 0) {
            throw new IllegalStateException("There is no episode before the first reset.");
        }
    }
}
