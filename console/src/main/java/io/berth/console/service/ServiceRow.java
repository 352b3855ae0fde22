package io.berth.console.service;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A service as lists show it.
 *
 * @param queue of its newest replica
 * @param user as whom that one runs
 * @param wanted how many replicas there are to be: those that nobody cancelled
 * @param ready how many of them are
 * @param draining how many are to be stopped, or being stopped
 * @param followers how many gateways follow it
 * @param scale how the number of replicas follows the requests; null where it is as somebody asked
 */
public record ServiceRow(
        String name,
        String queue,
        @Nullable String user,
        int wanted,
        int ready,
        int draining,
        int followers,
        @Nullable Scale scale,
        List<Replica> replicas) {
    public ServiceRow {
        replicas = List.copyOf(replicas);
    }

    /**
     * How the number of replicas follows the requests.
     *
     * @param policy by what, such as {@code forecast}
     * @param min never fewer replicas
     * @param max never more
     * @param target requests at once that a replica shall have
     * @param replicas how many there should be, as was decided last
     * @param arrivals requests that came, for each second since it was decided before; 0 where nobody said
     * @param reason why so many, a phrase
     */
    public record Scale(String policy, int min, int max, double target, int replicas, double arrivals, String reason) {}

    /**
     * One of its replicas.
     *
     * @param job its number
     * @param start the decision that started it last, which tells its starts apart; 0 while it waits
     * @param state {@code pending}, {@code starting} (until its health says that it is ready for the first time), {@code ready}, {@code unready} (it
     *     was ready), {@code draining} (to be stopped: no new requests), {@code stopping} (asked to end)
     * @param address {@code HOST:PORT} where it listens; null where that is not known
     * @param attempt from 1; one more for each time that it was started again after it ended
     * @param trouble why it is not ready; null where it is, or nobody knows
     */
    public record Replica(
            long job,
            long start,
            String state,
            @Nullable String address,
            int attempt,
            @Nullable String trouble) {}
}
