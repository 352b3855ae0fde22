package io.berth.sim.fleet;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.flow.Flow;
import io.berth.core.dispatch.health.Ages;
import io.berth.core.dispatch.health.Condition;
import io.berth.core.dispatch.health.Condition.Advice;
import io.berth.core.dispatch.health.Condition.End;
import io.berth.core.dispatch.health.Condition.State;
import io.berth.core.dispatch.health.HealthRules;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks after virtual servers as a gateway does after real ones: asks them now and then whether they are there, hears what became of
 * requests, and has the flow do as the {@link Condition} of each says. By what holds where nobody says otherwise.
 */
final class VirtualWatch {
    /** How often servers are asked, and what they have to answer in. */
    private static final long QUESTION_NANOS = 2 * Nanos.SECOND;
    /** How often it is looked whether what goes by time is over. */
    private static final long TICK_NANOS = 100 * Nanos.MILLISECOND;

    private final HealthRules rules = HealthRules.USUAL;
    private final VirtualFleet servers;
    private final Flow flow;
    private final List<@Nullable Condition> conditions = new ArrayList<>();
    private final long[] reportedNanos;
    private final double[] shares;
    /** By number: since when it has answered no question; {@link Nanos#NEVER} where it answers. */
    private final long[] silentNanos;

    private long tickNanos = Nanos.NEVER;
    private long questionNanos = Nanos.NEVER;
    private long ejections;

    VirtualWatch(VirtualFleet servers, Flow flow, int most) {
        this.servers = servers;
        this.flow = flow;
        reportedNanos = new long[most];
        shares = new double[most];
        silentNanos = new long[most];
        Arrays.fill(silentNanos, Nanos.NEVER);
        Arrays.fill(reportedNanos, Nanos.NEVER);
        Arrays.fill(shares, 1);
    }

    /** Begins to look after the servers that are there. */
    void begin(long nowNanos) {
        for (int number = 0; number < fleet().size(); number++) {
            joined(number, false, nowNanos);
        }
        tickNanos = Nanos.after(nowNanos, TICK_NANOS);
        questionNanos = Nanos.after(nowNanos, QUESTION_NANOS);
    }

    /** When it looks next; {@link Nanos#NEVER} where it does not. */
    long nextNanos() {
        return tickNanos;
    }

    /** How many times a server was ejected. */
    long ejections() {
        return ejections;
    }

    /** Whether something will still come of what waits or is stuck, by what this does. */
    boolean busy() {
        for (int number = 0; number < conditions.size(); number++) {
            Condition condition = conditions.get(number);
            if (condition != null && fleet().present(number)) {
                boolean stuck = !answers(number) && condition.open() && fleet().outstanding(number) > 0;
                if (stuck || condition.state() == State.EJECTED || answers(number) && !condition.open()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** @param tried whether {@code number} came to a fleet that runs */
    void joined(int number, boolean tried, long nowNanos) {
        while (conditions.size() <= number) {
            conditions.add(null);
        }
        conditions.set(number, new Condition(tried, nowNanos));
        silentNanos[number] = Nanos.NEVER;
        reportedNanos[number] = Nanos.NEVER;
        shares[number] = 1;
        if (tried) {
            settle(number, nowNanos);
        }
    }

    /** {@code number} said how many requests it has. */
    void reported(int number, long nowNanos) {
        reportedNanos[number] = nowNanos;
        shares[number] = 1;
    }

    /** What became of a request at {@code number}. */
    void ended(int number, End end, long nowNanos) {
        Condition condition = condition(number);
        Advice advice = condition.ended(rules, end, nowNanos);
        if (advice == Advice.EJECT) {
            advice = eject(number, condition, nowNanos);
        }
        if (advice == Advice.CHANGED) {
            settle(number, nowNanos);
        }
    }

    /** {@code number} is gone, which whoever asks it next sees. */
    void failed(int number, long nowNanos) {
        if (condition(number).missed(rules, true, nowNanos) == Advice.CHANGED) {
            settle(number, nowNanos);
        }
    }

    /** Ends what goes by time, and asks servers. */
    void tick(long nowNanos) {
        if (nowNanos != tickNanos) {
            return;
        }
        tickNanos = Nanos.after(nowNanos, TICK_NANOS);
        boolean asks = nowNanos >= questionNanos;
        questionNanos = asks ? Nanos.after(nowNanos, QUESTION_NANOS) : questionNanos;
        for (int number = 0; number < conditions.size(); number++) {
            if (!fleet().present(number) || fleet().draining(number)) {
                continue;
            }
            Condition condition = condition(number);
            if (condition.tick(nowNanos) == Advice.CHANGED || condition.state() == State.RISING) {
                settle(number, nowNanos);
            }
            fade(number, nowNanos);
            if (asks) {
                ask(number, condition, nowNanos);
            }
        }
    }

    private void ask(int number, Condition condition, long nowNanos) {
        if (servers.state(number) == ServerFaults.State.DOWN) {
            return;
        }
        if (answers(number)) {
            silentNanos[number] = Nanos.NEVER;
            if (condition.healthy(nowNanos) == Advice.CHANGED) {
                settle(number, nowNanos);
            }
            return;
        }
        // The question before this one was not answered in time.
        if (silentNanos[number] != Nanos.NEVER && condition.missed(rules, false, nowNanos) == Advice.CHANGED) {
            for (Request request : servers.givenUp(number, nowNanos)) {
                flow.answering(number, request);
            }
            flow.fail(number, nowNanos);
            settle(number, nowNanos);
        }
        silentNanos[number] = StrictMath.min(silentNanos[number], nowNanos);
    }

    private boolean answers(int number) {
        ServerFaults.State state = servers.state(number);
        return state != ServerFaults.State.DOWN && state != ServerFaults.State.HANGS;
    }

    /** What a server said long ago counts for less. */
    private void fade(int number, long nowNanos) {
        if (reportedNanos[number] != Nanos.NEVER) {
            double share = Ages.USUAL.share(nowNanos - reportedNanos[number]);
            if (share != shares[number]) {
                shares[number] = share;
                flow.faded(number, share);
            }
        }
    }

    private Advice eject(int number, Condition condition, long nowNanos) {
        int all = 0;
        int ejected = 0;
        int others = 0;
        for (int other = 0; other < conditions.size(); other++) {
            if (fleet().present(other) && !fleet().draining(other)) {
                all++;
                ejected += condition(other).state() == State.EJECTED ? 1 : 0;
                others += other != number && condition(other).open() ? 1 : 0;
            }
        }
        if (!rules.outliers().mayEject(all, ejected, others)) {
            return Advice.NOTHING;
        }
        condition.eject(rules, nowNanos);
        ejections++;
        return Advice.CHANGED;
    }

    /** Has the flow do as the condition of {@code number} says now. */
    private void settle(int number, long nowNanos) {
        Condition condition = condition(number);
        int full = 1;
        for (int other = 0; other < conditions.size(); other++) {
            full = other != number && fleet().present(other) ? StrictMath.max(full, fleet().outstanding(other)) : full;
        }
        int most = condition.most(full + 1, nowNanos);
        if (!condition.open() && fleet().up(number)) {
            flow.pause(number, nowNanos);
        }
        flow.setTrial(number, most, nowNanos);
        if (condition.open() && !fleet().up(number)) {
            flow.recover(number, nowNanos);
        }
    }

    private Fleet fleet() {
        return servers.fleet();
    }

    private Condition condition(int number) {
        Condition condition = conditions.get(number);
        if (condition == null) {
            throw new IllegalStateException("Nobody looks after server " + number + ".");
        }
        return condition;
    }
}
