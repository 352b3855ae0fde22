package io.berth.core.workload.term;

/**
 * What a job does while there is no room for it.
 *
 * @param awaitsNodes true where it waits though no node of the cluster could ever hold it, as others may join; else it is turned away
 * @param preempts true where running jobs may be stopped for it, by a strategy that does so
 */
public record Standing(boolean awaitsNodes, boolean preempts) {
    /** Of most jobs. */
    public static final Standing USUAL = new Standing(false, true);

    /** The same, waiting for nodes that may join. */
    public Standing awaitingNodes() {
        return new Standing(true, preempts);
    }

    /** The same of a job that nobody is stopped for. */
    public Standing sparing() {
        return new Standing(awaitsNodes, false);
    }
}
