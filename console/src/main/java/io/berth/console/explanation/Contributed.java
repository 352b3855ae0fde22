package io.berth.console.explanation;

/**
 * What a feature adds to a lead.
 *
 * @param text in words, such as {@code shorter}
 * @param first its value for the first job or node
 * @param second its value for the second one
 * @param points of the lead; below 0 where it spoke for the second
 */
public record Contributed(String feature, String text, double first, double second, double points) {}
