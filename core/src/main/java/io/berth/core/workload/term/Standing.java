package io.berth.core.workload.term;

/**
 * What a job does while there is no room for it.
 *
 * @param awaitsNodes true where it waits though no node of the cluster could ever hold it, as others may join; else it is turned away
 * @param preempts true where running jobs may be stopped for it, by a strategy that does so
 * @param qos the class that says how long it may wait; empty for none
 */
public record Standing(boolean awaitsNodes, boolean preempts, String qos) {
    /** Of most jobs. */
    public static final Standing USUAL = new Standing(false, true, "");

    /** The same, waiting for nodes that may join. */
    public Standing awaitingNodes() {
        return new Standing(true, preempts, qos);
    }

    /** The same of a job that nobody is stopped for. */
    public Standing sparing() {
        return new Standing(awaitsNodes, false, qos);
    }

    /** The same of class {@code newQos}. */
    public Standing ofClass(String newQos) {
        return new Standing(awaitsNodes, preempts, newQos);
    }
}
