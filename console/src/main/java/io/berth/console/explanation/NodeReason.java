package io.berth.console.explanation;

/** Why not, on how many nodes. */
public record NodeReason(String reason, String text, String cure, int nodes) {}
