package io.berth.learn.environment.fleet;

import io.berth.core.dispatch.ServerSpec;
import io.berth.core.model.LargestServer;
import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.stepped.Handover;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.fleet.VirtualServerSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Request dispatch as an environment: the dispatcher of production on virtual servers, which asks for a server each time a request
 * (or a stage of one) comes that some server can take. Queues, admission and where requests wait are as the strategy says; only its
 * balancer is the agent.
 *
 * <p>Figures: {@code reward_total}, {@code requests_ended} (answered or turned away so far), {@code request_cost_mean} (of those), and
 * once the episode is over all figures of a run, such as {@code latency_mean_s}.
 */
public final class FleetEnvironment implements Environment {
    private final FleetEpisodes episodes;
    private final FleetView view;
    private final Mdp mdp;
    private final float[] seen;
    private boolean fresh;
    private @Nullable FleetGame game;
    private @Nullable Handover handover;

    /** @throws IllegalArgumentException where there is no server */
    public FleetEnvironment(FleetEpisodes episodes) {
        this.episodes = episodes;
        List<ServerSpec> servers = episodes.of(0).servers().stream()
                .map(VirtualServerSpec::declared)
                .toList();
        if (servers.isEmpty()) {
            throw new IllegalArgumentException("There is no server to send requests to.");
        }
        view = new FleetView(servers);
        seen = new float[view.observation().size()];
        mdp = new Mdp(
                "dispatch",
                "Which server a request goes to.",
                view.observation(),
                new Actions(
                        servers.size(),
                        true,
                        "the server of the row; those that are up, have a slot where requests wait at the "
                                + "gateway, and memory for the request are allowed"),
                episodes.reward().formula(),
                1,
                "when all requests are answered or turned away",
                "");
    }

    /** What the features of servers are shares of. */
    public LargestServer largest() {
        return view.largest();
    }

    @Override
    public Mdp mdp() {
        return mdp;
    }

    @Override
    public void reset(long seed) {
        if (handover != null) {
            handover.close();
        }
        FleetRun.Setup setup = episodes.of(seed);
        if (setup.servers().size() != mdp.actions().count()) {
            throw new IllegalArgumentException("The episode of seed " + seed + " has "
                    + setup.servers().size() + " servers, not " + mdp.actions().count() + ".");
        }
        // The world must know the game only: were it to know this, one that is forgotten could never be garbage.
        game = new FleetGame(setup, episodes.reward());
        handover = new Handover(game);
        fresh = false;
    }

    @Override
    public void observe(float[] into, int offset) {
        look();
        System.arraycopy(seen, 0, into, offset, seen.length);
    }

    /** Writes down what is to be seen now; once the episode is over the last of it stays. */
    private void look() {
        Question question = started().question();
        if (!fresh && !over() && question != null) {
            view.write(question, seen);
            fresh = true;
        }
    }

    @Override
    public void mask(boolean[] into, int offset) {
        started();
        for (int server = 0; server < mdp.actions().count(); server++) {
            into[offset + server] = allowed(server);
        }
    }

    @Override
    public double step(int action) {
        FleetGame played = started();
        if (over() || handover == null) {
            throw new IllegalStateException("The episode is over.");
        }
        if (action < 0 || action >= mdp.actions().count() || !allowed(action)) {
            throw new IllegalArgumentException("The action (" + action
                    + ") is not allowed now: no such server, or it cannot " + "take the request.");
        }
        look();
        fresh = false;
        handover.answer(action);
        return played.takeReward();
    }

    private boolean allowed(int server) {
        Question question = game == null || over() ? null : game.question();
        return question != null
                && server < question.fleet().size()
                && question.fleet().takes(server, question.request());
    }

    @Override
    public boolean over() {
        return handover == null || !handover.asks();
    }

    /**
     * What is asked now.
     *
     * @throws IllegalStateException before the first {@link #reset} and after the end of the episode
     */
    public Question question() {
        Question question = started().question();
        if (over() || question == null) {
            throw new IllegalStateException("The episode is over.");
        }
        return question;
    }

    @Override
    public Figures figures() {
        return started().figures();
    }

    private FleetGame started() {
        if (game == null) {
            throw new IllegalStateException("There is no episode before the first reset.");
        }
        return game;
    }
}
