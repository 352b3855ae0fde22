package io.berth.learn.serve;

import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.SharedEnvironment;
import io.berth.spec.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** One environment whose agents take turns. */
final class SharedPlay implements Play {
    private static final byte[] NOTHING = {};

    private final SharedEnvironment environment;
    private final List<String> agents;
    private final List<Mdp> processes;
    private final Seeds seeds = new Seeds(1);
    /** Where the numbers and the flags of each agent begin, and after the last one where they end. */
    private final int[] observationAt;

    private final int[] maskAt;
    private final float[] observations;
    private final boolean[] allowed;
    private final double[] rewards;

    SharedPlay(SharedEnvironment environment) {
        this.environment = environment;
        agents = List.copyOf(environment.agents());
        int count = agents.size();
        Mdp[] all = new Mdp[count];
        observationAt = new int[count + 1];
        maskAt = new int[count + 1];
        for (int agent = 0; agent < count; agent++) {
            all[agent] = environment.mdp(agent);
            observationAt[agent + 1] =
                    observationAt[agent] + all[agent].observation().size();
            maskAt[agent + 1] = maskAt[agent] + all[agent].actions().count();
        }
        processes = List.of(all);
        observations = new float[observationAt[count]];
        allowed = new boolean[maskAt[count]];
        rewards = new double[count];
    }

    @Override
    public Description description() {
        return new Description(EnvironmentProtocol.VERSION, true, 1, agents, processes);
    }

    @Override
    public int count() {
        return 1;
    }

    @Override
    public void begin(AutoReset mode) {
        if (mode != AutoReset.DISABLED) {
            throw new RefusedException(
                    Refusal.WRONG_VALUE, "A shared environment has no automatic reset; ask for 0, which is disabled.");
        }
        seeds.begin();
    }

    @Override
    public void reset(ByteBuffer request) {
        seeds.check(request);
        Arrays.fill(rewards, 0);
        if (!seeds.take(request, 0)) {
            return;
        }
        FirstStep.find(seeds.last(0), environment::reset, environment::over);
        for (int agent = 0; agent < rewards.length; agent++) {
            environment.takeReward(agent);
        }
        look();
    }

    @Override
    public void step(ByteBuffer request) {
        seeds.requireReset(0);
        int turn = environment.turn();
        if (environment.over() || turn < 0) {
            throw new RefusedException(Refusal.OUT_OF_ORDER, 0, "The episode is over; reset it first.");
        }
        int action = request.getInt(0);
        ActionCheck.require(0, action, maskAt[turn + 1] - maskAt[turn], allowed, maskAt[turn]);
        environment.step(action);
        for (int agent = 0; agent < rewards.length; agent++) {
            rewards[agent] = environment.takeReward(agent);
        }
        look();
    }

    private void look() {
        for (int agent = 0; agent < rewards.length; agent++) {
            environment.observe(agent, observations, observationAt[agent]);
            environment.mask(agent, allowed, maskAt[agent]);
        }
    }

    @Override
    public void failed() {
        seeds.forgetEpisodes();
    }

    @Override
    public void write(Reply reply) {
        reply.append(environment.over() ? -1 : environment.turn())
                .append(environment.over() ? 1 : 0)
                .append(seeds.last(0))
                .append(rewards)
                .append(observations, observations.length)
                .append(allowed);
    }

    @Override
    public long stateBytes() {
        return 2 * Integer.BYTES
                + Long.BYTES
                + (long) rewards.length * Double.BYTES
                + (long) observations.length * Float.BYTES
                + allowed.length;
    }

    @Override
    public byte[] figures() {
        return environment.over()
                ? Json.line(environment.figures().values()).getBytes(StandardCharsets.UTF_8)
                : NOTHING;
    }
}
