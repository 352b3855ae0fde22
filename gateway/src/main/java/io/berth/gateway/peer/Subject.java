package io.berth.gateway.peer;

import io.berth.spec.input.Tree;
import java.util.Map;

/** One thing that gateways tell one another. For any thread. */
public interface Subject {
    /** What this gateway tells, as members of a JSON object; not {@code name} and {@code life}. */
    Map<String, Object> told();

    /**
     * {@code gateway}, another one, tells {@code document}.
     *
     * @param life of its process; another after a restart
     * @throws io.berth.spec.input.InputException where something of it is missing
     */
    void heard(String gateway, long life, Tree document);

    /** Whether there is anything to tell or to hear of it now. */
    default boolean due() {
        return true;
    }

    /**
     * Nobody is heard, although {@code gateways} are there, this one among them; 1 where all are heard again.
     */
    default void alone(int gateways) {}
}
