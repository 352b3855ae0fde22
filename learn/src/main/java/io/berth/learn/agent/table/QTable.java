package io.berth.learn.agent.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A value and a count of visits for each state and action; states appear as they are met. */
final class QTable {
    private final int actions;
    private final double first;
    private final List<double[]> values = new ArrayList<>();
    private final List<int[]> visits = new ArrayList<>();

    QTable(int actions, double first) {
        this.actions = actions;
        this.first = first;
    }

    /** The values of a state, by action. */
    double[] of(int state) {
        while (values.size() <= state) {
            double[] fresh = new double[actions];
            Arrays.fill(fresh, first);
            values.add(fresh);
            visits.add(new int[actions]);
        }
        return values.get(state);
    }

    /** Counts a visit and returns which it is, from 1. */
    int visit(int state, int action) {
        of(state);
        return ++visits.get(state)[action];
    }

    /** How often an action was taken in a state. */
    int visits(int state, int action) {
        of(state);
        return visits.get(state)[action];
    }

    int states() {
        return values.size();
    }
}
