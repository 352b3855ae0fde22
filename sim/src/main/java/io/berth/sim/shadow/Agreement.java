package io.berth.sim.shadow;

/**
 * How a strategy decided where somebody else started a job: the state was that before the start.
 *
 * @param starts how many there were
 * @param compared how many of them were decided again, evenly spread
 * @param samePod how many it would have started then, before any other
 * @param sameNode how many it would have started then on the same node
 * @param otherNode how many it would have started then on another node
 * @param notThen how many it would not have started then
 * @param gpusLeftTheirs GPUs left idle on the node that was taken, a mean over those that went elsewhere; NaN for none
 * @param gpusLeftOurs the same of the node that the strategy would have taken
 */
public record Agreement(
        long starts,
        long compared,
        long samePod,
        long sameNode,
        long otherNode,
        long notThen,
        double gpusLeftTheirs,
        double gpusLeftOurs) {}
