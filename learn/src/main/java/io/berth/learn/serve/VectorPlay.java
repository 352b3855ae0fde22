package io.berth.learn.serve;

import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Mdp;
import io.berth.spec.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** N equal environments, stepped together. */
final class VectorPlay implements Play {
    private static final byte[] NOTHING = {};

    private final Environment[] environments;
    private final Mdp mdp;
    private final int size;
    private final int actions;
    private final Seeds seeds;
    private final float[] observations;
    private final boolean[] allowed;
    private final double[] rewards;
    private final boolean[] terminated;
    private final boolean[] truncated;
    private final List<EndedEpisode> ended = new ArrayList<>();
    private AutoReset mode = AutoReset.DISABLED;
    private int finals;

    /** @throws IllegalArgumentException where they differ in what is seen, done or rewarded */
    VectorPlay(List<Environment> all) {
        environments = all.toArray(Environment[]::new);
        mdp = environments[0].mdp();
        for (Environment environment : environments) {
            if (!environment.mdp().equals(mdp)) {
                throw new IllegalArgumentException("The environments played together must be equal processes.");
            }
        }
        size = mdp.observation().size();
        actions = mdp.actions().count();
        int count = environments.length;
        seeds = new Seeds(count);
        // Twice: the last observations of episodes that ended follow the first ones of those that began.
        observations = new float[2 * count * size];
        allowed = new boolean[count * actions];
        rewards = new double[count];
        terminated = new boolean[count];
        truncated = new boolean[count];
    }

    @Override
    public Description description() {
        return new Description(EnvironmentProtocol.VERSION, false, environments.length, List.of(), List.of(mdp));
    }

    @Override
    public int count() {
        return environments.length;
    }

    @Override
    public void begin(AutoReset how) {
        mode = how;
        seeds.begin();
    }

    @Override
    public void reset(ByteBuffer request) {
        seeds.check(request);
        forget();
        for (int i = 0; i < environments.length; i++) {
            if (seeds.take(request, i)) {
                start(i, seeds.last(i));
                terminated[i] = false;
                truncated[i] = false;
            }
        }
    }

    @Override
    public void step(ByteBuffer request) {
        for (int i = 0; i < environments.length; i++) {
            check(i, request.getInt(i * Integer.BYTES));
        }
        forget();
        for (int i = 0; i < environments.length; i++) {
            boolean over = terminated[i] || truncated[i];
            if (over && mode == AutoReset.NEXT_STEP) {
                start(i, seeds.next(i));
                terminated[i] = false;
                truncated[i] = false;
            } else {
                play(i, request.getInt(i * Integer.BYTES));
            }
        }
    }

    /** All actions are checked before the first is taken, so that a step is taken as a whole or not at all. */
    private void check(int i, int action) {
        seeds.requireReset(i);
        if (environments[i].over()) {
            if (mode == AutoReset.NEXT_STEP) {
                return;
            }
            throw new RefusedException(
                    Refusal.OUT_OF_ORDER, i, "The episode of environment " + i + " is over; reset it first.");
        }
        ActionCheck.require(i, action, actions, allowed, i * actions);
    }

    private void play(int i, int action) {
        Environment environment = environments[i];
        try {
            rewards[i] = environment.step(action);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "environment " + i + " refused action " + action + ", which its mask allows: " + e.getMessage(), e);
        }
        if (environment.over()) {
            truncated[i] = environment.truncated();
            terminated[i] = !truncated[i];
            ended.add(new EndedEpisode(i, seeds.last(i), environment.figures().values()));
            if (mode == AutoReset.SAME_STEP) {
                environment.observe(observations, (environments.length + finals) * size);
                finals++;
                start(i, seeds.next(i));
                return;
            }
        }
        look(i);
    }

    private void start(int i, long seed) {
        FirstStep.find(seed, environments[i]::reset, environments[i]::over);
        look(i);
    }

    private void look(int i) {
        environments[i].observe(observations, i * size);
        environments[i].mask(allowed, i * actions);
        if (mode == AutoReset.NEXT_STEP && environments[i].over()) {
            Arrays.fill(allowed, i * actions, (i + 1) * actions, true);
        }
    }

    /** What was of the last step only. */
    private void forget() {
        if (mode == AutoReset.SAME_STEP) {
            Arrays.fill(terminated, false);
            Arrays.fill(truncated, false);
        }
        Arrays.fill(rewards, 0);
        ended.clear();
        finals = 0;
    }

    @Override
    public void failed() {
        forget();
        seeds.forgetEpisodes();
        Arrays.fill(terminated, false);
        Arrays.fill(truncated, false);
    }

    @Override
    public void write(Reply reply) {
        reply.append(ended.size()).append(0);
        for (int i = 0; i < environments.length; i++) {
            reply.append(seeds.last(i));
        }
        reply.append(rewards)
                .append(observations, (environments.length + finals) * size)
                .append(allowed)
                .append(terminated)
                .append(truncated);
    }

    @Override
    public long stateBytes() {
        return stateBytes(mdp, environments.length);
    }

    /** The same before the environments are made. */
    static long stateBytes(Mdp mdp, int count) {
        long seen = 2L * mdp.observation().size() * Float.BYTES;
        long each = Long.BYTES + Double.BYTES + seen + mdp.actions().count() + 2;
        return 2 * Integer.BYTES + count * each;
    }

    @Override
    public byte[] figures() {
        return ended.isEmpty() ? NOTHING : Json.line(ended).getBytes(StandardCharsets.UTF_8);
    }
}
