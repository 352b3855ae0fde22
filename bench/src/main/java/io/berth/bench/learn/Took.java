package io.berth.bench.learn;

/** Seconds of one measurement: of learning, and of playing before it (0 where it was not measured). */
record Took(double learnSeconds, double playSeconds) {}
