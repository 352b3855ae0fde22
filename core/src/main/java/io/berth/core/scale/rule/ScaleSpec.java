package io.berth.core.scale.rule;

/**
 * How the number of servers follows the requests.
 *
 * @param min never fewer, at least 1
 * @param max never more
 * @param startNanos how long a server takes from when it is asked for until it answers
 * @param everyNanos how often the number is decided
 * @param target requests at once, running and waiting, that a server shall have
 */
public record ScaleSpec(
        Policy policy,
        int min,
        int max,
        long startNanos,
        long everyNanos,
        double target,
        Kubernetes kubernetes,
        Ahead ahead) {
    /** By what the number is decided. */
    public enum Policy {
        /** It stays. */
        FIXED("fixed"),
        /** The formula of Kubernetes' HorizontalPodAutoscaler. */
        TARGET_UTILISATION("target-utilisation"),
        /** As many as wait short enough with what came last. */
        REACTIVE("reactive"),
        /** As many as wait short enough with what will come while a server starts. */
        FORECAST("forecast");

        private final String key;

        Policy(String key) {
            this.key = key;
        }

        /** What it is called. */
        public String key() {
            return key;
        }
    }

    /**
     * What only the formula of Kubernetes has.
     *
     * @param tolerance how far the mean may be off the target before anything is done, as a share of it
     * @param stabilisationNanos for how long a larger number that was right holds
     */
    public record Kubernetes(double tolerance, long stabilisationNanos) {}

    /**
     * What only those have that reckon waits.
     *
     * @param quantile for what part of what may come there should be enough, above a half and below 1
     * @param waitNanos how long requests may wait for a slot
     * @param within the part of requests that wait no longer, from 0 to below 1
     * @param seasonNanos after how long the load repeats itself; 0 where it does not
     * @param keepNanos for how long a larger number that was right holds
     */
    public record Ahead(double quantile, long waitNanos, double within, long seasonNanos, long keepNanos) {}

    public ScaleSpec {
        if (min < 1 || max < min || everyNanos < 1 || startNanos < 0 || !(target > 0)) {
            throw new IllegalArgumentException("From " + min + " to " + max + " servers, every " + everyNanos
                    + " ns, started in " + startNanos + " ns, with " + target + " requests each: that is no scale.");
        }
    }
}
