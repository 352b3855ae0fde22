package io.berth.core.dispatch;

import java.util.Arrays;

/** By server and model: whether the server has it loaded, and how many requests at the server need it. */
final class ModelRows {
    private final int models;
    private final int words;
    private long[] loaded = {};
    private int[] expected = {};

    ModelRows(int models) {
        this.models = models;
        words = (models + Long.SIZE - 1) / Long.SIZE;
    }

    void grow(int servers) {
        loaded = Arrays.copyOf(loaded, servers * words);
        expected = Arrays.copyOf(expected, servers * models);
    }

    /** {@code server} has no model loaded. */
    void clear(int server) {
        Arrays.fill(loaded, server * words, (server + 1) * words, 0);
    }

    boolean loaded(int server, int model) {
        return model == Request.NO_MODEL || (loaded[server * words + model / Long.SIZE] >>> model & 1) != 0;
    }

    void setLoaded(int server, int model, boolean now) {
        int word = server * words + model / Long.SIZE;
        long bit = 1L << model;
        loaded[word] = now ? loaded[word] | bit : loaded[word] & ~bit;
    }

    boolean expected(int server, int model) {
        return expected[server * models + model] > 0;
    }

    void expect(int server, int model, int more) {
        if (model != Request.NO_MODEL) {
            expected[server * models + model] += more;
        }
    }
}
