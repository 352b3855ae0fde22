package io.berth.bench.learn;

import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Mdp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** An environment that keeps what is played in it, so that others can learn from the same. */
final class Recording implements Environment {
    private final Environment played;
    private final float[] observation;
    private final boolean[] mask;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private int steps;

    Recording(Environment played) {
        this.played = played;
        this.observation = new float[played.mdp().observation().size()];
        this.mask = new boolean[played.mdp().actions().count()];
    }

    /**
     * Writes all steps of {@code recordings}, episode after episode, little-endian: int32 steps, rows, features; then for each step
     * float32 columns of each row, int32 how many rows hold a job (the first ones), int32 action, float32 reward, int32 1 where the
     * episode ended.
     */
    static void write(List<Recording> recordings, Path file) throws IOException {
        Mdp mdp = recordings.getFirst().mdp();
        ByteBuffer head = ByteBuffer.allocate(3 * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        head.putInt(recordings.stream().mapToInt(recording -> recording.steps).sum());
        head.putInt(mdp.observation().rows());
        head.putInt(mdp.observation().features().size());
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(head.array());
            for (Recording recording : recordings) {
                recording.kept.writeTo(out);
            }
        }
    }

    @Override
    public double step(int action) {
        played.observe(observation, 0);
        played.mask(mask, 0);
        int held = 0;
        while (held < mask.length && mask[held]) {
            held++;
        }
        double reward = played.step(action);
        ByteBuffer step = ByteBuffer.allocate(observation.length * Float.BYTES + 4 * Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        for (float number : observation) {
            step.putFloat(number);
        }
        step.putInt(held).putInt(action).putFloat((float) reward).putInt(played.over() ? 1 : 0);
        kept.writeBytes(step.array());
        steps++;
        return reward;
    }

    @Override
    public Mdp mdp() {
        return played.mdp();
    }

    @Override
    public void reset(long seed) {
        played.reset(seed);
    }

    @Override
    public void observe(float[] into, int offset) {
        played.observe(into, offset);
    }

    @Override
    public void mask(boolean[] into, int offset) {
        played.mask(into, offset);
    }

    @Override
    public boolean over() {
        return played.over();
    }

    @Override
    public boolean truncated() {
        return played.truncated();
    }

    @Override
    public Figures figures() {
        return played.figures();
    }
}
