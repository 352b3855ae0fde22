package io.berth.spec.fleet;

/**
 * A stage of every request.
 *
 * @param share its part of the request's work, 0 to 1
 * @param model the model it needs; empty for the request's own
 * @param beside true where it runs beside the stage before it
 * @param cached true where its result is kept in the feature cache
 */
public record StageSpec(String name, double share, String model, boolean beside, boolean cached) {}
