package io.berth.core.dispatch.balance;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.model.BalancerModel;
import io.berth.core.model.Perceptron;
import io.berth.core.model.column.ServerColumns;
import io.berth.core.time.Chance;
import org.jspecify.annotations.Nullable;

/**
 * The server to which a learnt model gives the highest score.
 *
 * <p>Goals: whatever the model was trained for. Constraints: open, memory. It does not leave out servers whose queue is full: what a
 * request that is turned away costs is for the model to learn.
 *
 * <p>Algorithm: the columns of each server that takes the request ({@link ServerRow}), then the model's perceptron on each row by
 * itself, in plain Java with sums in a fixed order; the highest score gets it, of equal ones the lower number. A model that scores
 * −finish, with finish 42 s on server 0 and 25 s on server 1: the columns are 42/43 and 25/26, the scores −0.977 and −0.962, so server
 * 1. A pick looks at every server.
 *
 * <p>Source: a perceptron that scores each candidate by itself, Zhang et al., RLScheduler, SC 2020, §IV-B, over servers in place of
 * jobs.
 */
public final class Learnt implements Balancer {
    private final BalancerModel model;
    private final Perceptron perceptron;
    private @Nullable ServerRow columns;
    private float[] rows = {};
    private float[] scores = {};
    /** By row: its server. */
    private int[] shown = {};

    /** Goes by {@code model}. */
    public Learnt(BalancerModel model) {
        this.model = model;
        this.perceptron = new Perceptron(model.network().shape(), model.parameters());
    }

    @Override
    public void begin(Fleet fleet) {
        columns = new ServerRow(model.largest(), fleet);
        makeRoom(fleet.size());
    }

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        if (columns == null) {
            throw new IllegalStateException("A balancer must begin before it picks.");
        }
        if (shown.length < fleet.size()) {
            makeRoom(fleet.size());
        }
        int count = 0;
        for (int server = 0; server < fleet.size(); server++) {
            if (fleet.takes(server, request)) {
                columns.write(request, nowNanos, server, rows, count * ServerColumns.COUNT);
                shown[count++] = server;
            }
        }
        if (count == 0) {
            return Fleet.NONE;
        }
        perceptron.answer(rows, 0, count, scores, 0);
        int best = 0;
        for (int row = 1; row < count; row++) {
            if (scores[row] > scores[best]) {
                best = row;
            }
        }
        return shown[best];
    }

    private void makeRoom(int servers) {
        rows = new float[servers * ServerColumns.COUNT];
        scores = new float[servers];
        shown = new int[servers];
    }
}
