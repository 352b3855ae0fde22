package io.berth.console.event;

import java.util.function.Supplier;

/**
 * Something that changed.
 *
 * @param number rising by one from 1
 * @param type {@code job}, {@code node}, {@code strategy} or {@code alert}
 * @param queue of the job; empty for what every caller may see
 * @param json what it is now, a document of one line
 */
public record Change(long number, String type, String queue, Supplier<String> json) {}
