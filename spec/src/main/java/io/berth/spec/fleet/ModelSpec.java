package io.berth.spec.fleet;

/** A model and the GPU memory it takes. */
public record ModelSpec(String name, long memoryBytes) {}
