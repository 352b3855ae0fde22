package io.berth.core.cluster.load;

/**
 * Tasks that a measurement of their node shows, that have ended since, and of which is known what they used.
 *
 * @param asked what they asked for
 * @param used what they used in the mean
 */
public record Gone(Use asked, Use used) {
    public static final Gone NONE = new Gone(Use.NONE, Use.NONE);

    /** One more. */
    Gone and(Use askedToo, Use usedToo) {
        return new Gone(asked.plus(askedToo), used.plus(usedToo));
    }

    /** What is to be added where {@link Estimate#KOORDINATOR} was taken off for them. */
    public Use correction() {
        return Estimate.KOORDINATOR.ofAll(asked).minus(used);
    }
}
