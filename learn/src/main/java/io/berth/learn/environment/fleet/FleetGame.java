package io.berth.learn.environment.fleet;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Chance;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.stepped.Handover;
import io.berth.sim.fleet.FleetMetrics;
import io.berth.sim.fleet.FleetObserver;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.fleet.RequestEnd;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An episode, as the run of the simulator sees it: a balancer that asks, and an observer that counts rewards. */
final class FleetGame implements Balancer, FleetObserver, Handover.World {
    private final FleetRun run;
    private final FleetReward costs;
    private Handover.@Nullable Player player;
    private @Nullable Question question;
    private @Nullable FleetMetrics metrics;
    private double reward;
    private double total;
    /** Of all requests, one after the other: the same sum to the last bit whether somebody plays or not. */
    private double cost;

    private long ended;

    /** One in which a player is asked. */
    FleetGame(FleetRun.Setup setup, FleetReward costs) {
        this.costs = costs;
        run = new FleetRun(setup, this, this);
    }

    /** One in which {@code balancer} decides. */
    FleetGame(FleetRun.Setup setup, FleetReward costs, Balancer balancer) {
        this.costs = costs;
        run = new FleetRun(setup, balancer, this);
    }

    @Override
    public void run(Handover.Player decides) {
        player = decides;
        run();
    }

    /** The same where nobody is asked. */
    void run() {
        metrics = run.run(_ -> {});
    }

    /** Asks, where any server can take the request; else it waits at the gateway or is turned away. */
    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        for (int server = 0; server < fleet.size(); server++) {
            if (fleet.takes(server, request)) {
                question = new Question(request, fleet, nowNanos);
                return asked();
            }
        }
        return Fleet.NONE;
    }

    private int asked() {
        if (player == null) {
            throw new IllegalStateException("Nobody plays.");
        }
        return player.decide();
    }

    @Override
    public void ended(RequestEnd end) {
        ended++;
        double brought = costs.of(end);
        reward += brought;
        cost -= brought;
    }

    /** What is asked, or was last. */
    @Nullable
    Question question() {
        return question;
    }

    /** What was earned since this was last asked. */
    double takeReward() {
        double earned = reward;
        total += earned;
        reward = 0;
        return earned;
    }

    /** What came of it so far; once the run has ended, all figures of it, too. */
    Figures figures() {
        Figures figures = Figures.of("reward_total", total + reward)
                .and("requests_ended", (double) ended)
                .and(FleetEpisodes.COST, ended == 0 ? 0 : cost / ended);
        if (metrics == null) {
            return figures;
        }
        SortedMap<String, Double> all = new TreeMap<>(metrics.figures());
        all.putAll(figures.values());
        return new Figures(all);
    }
}
