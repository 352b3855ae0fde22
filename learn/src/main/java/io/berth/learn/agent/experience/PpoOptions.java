package io.berth.learn.agent.experience;

/**
 * The settings of {@code Ppo}.
 *
 * @param episodes different ones played for each update
 * @param plays of each episode; where more than one, what counts is how much better than their mean each of them went
 * @param discount of later rewards
 * @param trace how far rewards reach back, λ of the generalised advantage
 * @param clip how far the chance of an action may change before it brings nothing more
 * @param passes over the batch for the actor, at most
 * @param valuePasses over the batch for the critic
 * @param batch samples of a step; 0 for all of the batch
 * @param rate of the actor's steps
 * @param valueRate of the critic's steps
 * @param updates after which both rates have fallen to 0, in a line; 0 for rates that stay
 * @param entropy weight of indecision in the objective
 * @param divergence of the old chances from the new at which the actor's passes end; 1.5 times as much is where they do
 */
public record PpoOptions(
        int episodes,
        int plays,
        double discount,
        double trace,
        double clip,
        int passes,
        int valuePasses,
        int batch,
        double rate,
        double valueRate,
        long updates,
        double entropy,
        double divergence) {
    /** As RLScheduler's program has them (Zhang et al., SC 2020). */
    public static final PpoOptions PUBLISHED = new PpoOptions(100, 1, 1, 0.97, 0.2, 80, 80, 0, 3e-4, 1e-3, 0, 0, 0.01);
}
