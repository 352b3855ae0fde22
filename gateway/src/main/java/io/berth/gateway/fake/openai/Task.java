package io.berth.gateway.fake.openai;

import org.jspecify.annotations.Nullable;

/** What a request wants to be done, by the path to which it is posted. */
public enum Task {
    CHAT("/v1/chat/completions", "chatcmpl-"),
    COMPLETION("/v1/completions", "cmpl-"),
    RESPONSE("/v1/responses", "resp_"),
    EMBEDDING("/v1/embeddings", "embd-"),
    IMAGE("/v1/images/generations", "img-");

    private final String path;
    private final String prefix;

    Task(String path, String prefix) {
        this.path = path;
        this.prefix = prefix;
    }

    /** The task that is posted to {@code path}; null for none. */
    public static @Nullable Task at(String path) {
        for (Task task : values()) {
            if (task.path.equals(path)) {
                return task;
            }
        }
        return null;
    }

    /** What the ids of its answers begin with. */
    public String prefix() {
        return prefix;
    }

    /** Whether its answer is words, one after the other. */
    public boolean isText() {
        return this == CHAT || this == COMPLETION || this == RESPONSE;
    }
}
