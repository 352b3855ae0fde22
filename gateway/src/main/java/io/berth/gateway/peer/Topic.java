package io.berth.gateway.peer;

import org.jspecify.annotations.Nullable;

/** What gateways tell one another, each at its own pace. */
public enum Topic {
    /** What tenants took. */
    TENANTS("tenants", 5),
    /** What is at servers. */
    LOAD("load", 1),
    /** What comes for servers whose number follows it. */
    DEMAND("demand", 2);

    private final String label;
    private final int rounds;

    Topic(String label, int rounds) {
        this.label = label;
        this.rounds = rounds;
    }

    /** In paths and names of channels. */
    public String label() {
        return label;
    }

    /** Where a gateway tells it over HTTP. */
    public String path() {
        return "/berth/" + label;
    }

    /** It is told once in so many rounds. */
    int rounds() {
        return rounds;
    }

    /** That of {@code path}; null for none. */
    public static @Nullable Topic at(String path) {
        for (Topic topic : values()) {
            if (topic.path().equals(path)) {
                return topic;
            }
        }
        return null;
    }
}
