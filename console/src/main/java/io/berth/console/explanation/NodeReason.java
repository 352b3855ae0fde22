package io.berth.console.explanation;

/** Why not, on how many nodes, and what others call that. */
public record NodeReason(String reason, String text, String cure, int nodes, Codes codes) {}
