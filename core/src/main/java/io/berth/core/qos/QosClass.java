package io.berth.core.qos;

import io.berth.core.time.Nanos;

/**
 * What jobs of a class are promised.
 *
 * @param name by which jobs name it; unique
 * @param waitNanos within which they shall start, from when they enter the queue; {@link Nanos#NEVER} where nothing is promised
 * @param priority what is added to theirs
 */
public record QosClass(String name, long waitNanos, int priority) {
    /** Of jobs that name no class. */
    public static final QosClass NONE = new QosClass("", Nanos.NEVER, 0);

    public QosClass {
        if (waitNanos <= 0) {
            throw new IllegalArgumentException(
                    "The wait (" + waitNanos + " ns) of class (" + name + ") must be above 0.");
        }
    }

    /** True where something is promised. */
    public boolean promises() {
        return waitNanos != Nanos.NEVER;
    }
}
