package io.berth.learn.serve;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A state of small queues as a client reads it. */
record State(
        int ended,
        long[] seeds,
        double[] rewards,
        float[] observations,
        float[] finals,
        byte[] masks,
        byte[] terminated,
        byte[] truncated,
        String figures) {
    private static final int SIZE = 32;
    private static final int ACTIONS = 8;

    static State of(Frames.Answer answer, int count, AutoReset mode) {
        ByteBuffer in = answer.isState().numbers();
        int ended = in.getInt();
        in.getInt();
        long[] seeds = new long[count];
        double[] rewards = new double[count];
        for (int i = 0; i < count; i++) {
            seeds[i] = in.getLong();
        }
        for (int i = 0; i < count; i++) {
            rewards[i] = in.getDouble();
        }
        float[] observations = floats(in, count * SIZE);
        float[] finals = floats(in, mode == AutoReset.SAME_STEP ? ended * SIZE : 0);
        byte[] masks = bytes(in, count * ACTIONS);
        byte[] terminated = bytes(in, count);
        byte[] truncated = bytes(in, count);
        String figures = new String(bytes(in, in.remaining()), StandardCharsets.UTF_8);
        return new State(ended, seeds, rewards, observations, finals, masks, terminated, truncated, figures);
    }

    private static float[] floats(ByteBuffer in, int count) {
        float[] floats = new float[count];
        for (int i = 0; i < count; i++) {
            floats[i] = in.getFloat();
        }
        return floats;
    }

    private static byte[] bytes(ByteBuffer in, int count) {
        byte[] bytes = new byte[count];
        in.get(bytes);
        return bytes;
    }
}
