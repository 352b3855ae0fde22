package io.berth.gateway.desk;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.flow.Flow;
import io.berth.core.dispatch.gpu.GpuLoads;
import io.berth.core.dispatch.promise.Promises;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The servers of a desk, each by a number that no other ever has: they come, say how they do and what they have, and leave. What is said of one
 * that has left reaches nobody.
 */
public final class AttachedServers {
    /** No request is of a model with a higher number. */
    public static final int MOST_MODELS = 1_024;

    private final Hold hold;
    private final Flow flow;
    private final Fleet fleet;
    private final Bearers bearers;
    private final Subsets subsets;
    private final Promises promises;
    /** Told of a moment from which on there may be a server for those that wait for any. */
    private final LongConsumer wake;

    private final Regions places = new Regions();
    private final AtomicInteger numbers;
    private volatile IntConsumer gone = _ -> {};
    private volatile IntConsumer stopped = _ -> {};

    /** As rows of a fleet: who has which, and which of them are subsets. */
    record Rows(Fleet fleet, Bearers bearers, Subsets subsets) {}

    /** Those of {@code rows}, each with the number of its row. */
    AttachedServers(Hold hold, Flow flow, Rows rows, Promises promises, LongConsumer wake) {
        this.hold = hold;
        this.flow = flow;
        this.fleet = rows.fleet;
        this.bearers = rows.bearers;
        this.subsets = rows.subsets;
        this.promises = promises;
        this.wake = wake;
        this.numbers = new AtomicInteger(fleet.size());
        for (int row = 0; row < fleet.size(); row++) {
            bearers.put(row, row);
        }
    }

    /** {@code heard} is told of each server that has left, once no request is there; without the desk's lock. */
    public void onGone(IntConsumer heard) {
        gone = heard;
    }

    /** A number that no server has had. */
    public int nextServer() {
        return numbers.getAndIncrement();
    }

    /**
     * A further server, which takes requests from now on.
     *
     * @param server its number, of {@link #nextServer}
     */
    public void join(int server, Newcomer newcomer) {
        hold.take(now -> {
            int row = flow.join(newcomer.spec());
            bearers.put(row, server);
            subsets.reshaped();
            load(row, newcomer.has());
            placed(row, newcomer.region(), now);
            promises.up(true, now);
            flow.setTrial(row, newcomer.most(), now);
            flow.fill(row, now);
            wake.accept(now);
        });
    }

    /** {@code server} takes no more requests; it is gone once those there have ended. */
    public void leave(int server) {
        at(server, flow::leave);
    }

    /** {@code server} is otherwise than was said. */
    public void redeclare(int server, ServerSpec spec) {
        at(server, (row, now) -> flow.redeclare(row, spec, now));
    }

    /**
     * How {@code server} does.
     *
     * @param still asked when it is this call's turn; where it says no, a later one has been before it
     * @param up whether it gets requests
     * @param most how many at most while another could have them; {@code Integer.MAX_VALUE} for any number
     */
    public void settle(int server, BooleanSupplier still, boolean up, int most) {
        at(server, (row, now) -> {
            if (!still.getAsBoolean()) {
                return;
            }
            flow.setTrial(row, most, now);
            if (up && !fleet.up(row)) {
                promises.up(true, now);
                flow.recover(row, now);
                wake.accept(now);
            } else if (!up) {
                flow.pause(row, now);
                promises.up(anyUp(), now);
            }
        });
    }

    /** {@code server} has those models, and no others, for which {@code has} is true. */
    public void models(int server, IntPredicate has) {
        at(server, (row, now) -> {
            load(row, has);
            wake.accept(now);
        });
    }

    private void load(int row, IntPredicate has) {
        for (int model = 0; model < MOST_MODELS; model++) {
            fleet.setLoaded(row, model, has.test(model));
        }
    }

    /** {@code server} is in {@code region}; empty where that is not known. */
    public void place(int server, String region) {
        at(server, (row, now) -> placed(row, region, now));
    }

    private void placed(int row, String region, long now) {
        places.put(row, region);
        for (int tenant : places.confined()) {
            flow.confine(tenant, places.allowed(tenant), now);
        }
    }

    /** Requests of {@code tenant} go to servers in {@code regions} alone; empty for any. */
    public void confine(int tenant, Set<String> regions) {
        hold.take(now -> {
            places.confine(tenant, regions);
            flow.confine(tenant, places.allowed(tenant), now);
        });
    }

    /** What {@code server} says of itself. */
    public void reported(int server, int running, int waiting) {
        at(server, (row, now) -> flow.reported(row, running, waiting, now));
    }

    /** How much of what {@code server} said of itself still counts, from 1 to 0. */
    public void faded(int server, double share) {
        at(server, (row, _) -> flow.faded(row, share));
    }

    /** The exporter of {@code server} says how busy its GPUs are: shares of the time, 0 to 1; see {@link Fleet#gpuSaid}. */
    public void gpuSaid(int server, double engine, double memory) {
        at(server, (row, now) -> flow.gpuSaid(row, engine, memory, now));
    }

    /** How much of that still counts, from 1 to 0. */
    public void gpuFaded(int server, double share) {
        at(server, (row, _) -> flow.gpuFaded(row, share));
    }

    /** How busy the GPUs of {@code server} are; null where nobody says, or not any more. */
    public @Nullable Gpus gpus(int server) {
        return hold.look(() -> {
            int row = bearers.row(server);
            GpuLoads all = fleet.gpus();
            boolean known = row != Bearers.NOBODY && !Double.isNaN(all.engine(row));
            return known ? new Gpus(all.engine(row), all.memory(row), all.others(row)) : null;
        });
    }

    /**
     * How busy GPUs are, as shares of the time, 0 to 1.
     *
     * @param memory NaN where it is not said
     * @param others what somebody else seems to use
     */
    public record Gpus(double engine, double memory, double others) {}

    /** How many requests are at {@code server}; 0 where it has left. */
    public int outstanding(int server) {
        return number(server, fleet::outstanding);
    }

    /** How many requests other gateways say they have at {@code server}; 0 where it has left. */
    public int elsewhere(int server) {
        return number(server, fleet::elsewhere);
    }

    /** {@code heard} is told of servers that may work still on what was stopped there; without the desk's lock. */
    public void onStopped(IntConsumer heard) {
        stopped = heard;
    }

    /** How many requests were stopped at {@code server} of which it is not known that they have ended. */
    public int lingering(int server) {
        return number(server, flow::lingering);
    }

    /** The number of the server that has {@code row} of the fleet; below 0 where none has. */
    public int bearer(int row) {
        return hold.look(() -> bearers.number(row));
    }

    private boolean anyUp() {
        return IntStream.range(0, fleet.size()).anyMatch(fleet::up);
    }

    /** A thing to do with a server, at a moment of the flow's time. */
    interface ServerStep {
        void take(int row, long nowNanos);
    }

    /** Nothing, where {@code server} has left. */
    void at(int server, ServerStep step) {
        hold.take(now -> {
            int row = bearers.row(server);
            if (row != Bearers.NOBODY) {
                step.take(row, now);
            }
        });
    }

    void tellStopped(int row) {
        int server = bearers.number(row);
        hold.tell(() -> stopped.accept(server));
    }

    /** {@code row} is nobody's any more. */
    void removed(int row) {
        int server = bearers.remove(row);
        hold.tell(() -> gone.accept(server));
    }

    /** 0 where {@code server} has left. */
    private int number(int server, IntUnaryOperator ofRow) {
        return hold.look(() -> {
            int row = bearers.row(server);
            return row == Bearers.NOBODY ? 0 : ofRow.applyAsInt(row);
        });
    }
}
