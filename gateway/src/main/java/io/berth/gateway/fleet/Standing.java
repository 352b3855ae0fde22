package io.berth.gateway.fleet;

/**
 * How a server does at a moment.
 *
 * @param state up, tried, rising, ejected, lost or leaving
 * @param why it was lost or ejected last, in words; empty where it never was
 * @param sinceSeconds for how long it is in this state
 * @param untilSeconds in how long it leaves it by time alone; below 0 where it does not
 * @param ejections how often it was ejected
 */
public record Standing(String state, String why, double sinceSeconds, double untilSeconds, int ejections) {}
