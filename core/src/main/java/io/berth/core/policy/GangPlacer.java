package io.berth.core.policy;

/**
 * Says where all tasks of a job have room at once.
 *
 * <p>A function of the gang alone. Where it finds room for so many tasks it finds it for fewer, and taking room elsewhere never turns a
 * no into a yes: what did not fit is not looked at again until something is given back.
 */
@FunctionalInterface
public interface GangPlacer {
    /** One task after the other, each where the placement prefers it; all are of one shape, so no other way finds room for more. */
    GangPlacer ONE_BY_ONE = gang -> {
        while (gang.left() > 0) {
            if (!gang.take()) {
                return false;
            }
        }
        return true;
    };

    /** True where each task has room now; where not, what some took is given back by whoever asks. */
    boolean place(Gang gang);
}
