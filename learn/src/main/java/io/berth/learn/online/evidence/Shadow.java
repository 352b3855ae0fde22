package io.berth.learn.online.evidence;

import io.berth.core.policy.Order;

/** An order that decides beside the one in force, on the same choices and without effect. */
public final class Shadow {
    /** So many options and more are many. */
    private static final int MANY = 8;

    private final Order order;
    private long choices;
    private long different;
    private long many;
    private long differentOfMany;

    /**
     * How often a shadow was asked and chose otherwise.
     *
     * @param choices with two options or more
     * @param different of them
     * @param many choices with eight options or more
     * @param differentOfMany of those
     */
    public record Agreement(long choices, long different, long many, long differentOfMany) {}

    public Shadow(Order order) {
        this.order = order;
    }

    void sees(LoggedChoice choice) {
        boolean other = choice.choice(order) != choice.own();
        choices++;
        different += other ? 1 : 0;
        if (choice.size() >= MANY) {
            many++;
            differentOfMany += other ? 1 : 0;
        }
    }

    public Order order() {
        return order;
    }

    public Agreement agreement() {
        return new Agreement(choices, different, many, differentOfMany);
    }
}
