package io.berth.app.learn.table;

import java.util.List;

/**
 * What {@code berth train assignment --table} prints.
 *
 * @param tasks their names
 * @param states in which something is left to decide
 * @param steps that were played with each seed
 * @param optimum the least cost, by value iteration over the same states
 */
public record TableDocument(
        String scenario, List<String> tasks, int states, long steps, double optimum, List<Seed> seeds) {
    /**
     * What one seed learnt.
     *
     * @param cost of the assignment that comes of the table
     * @param table the states, those with the fewest tasks given first
     */
    record Seed(long seed, double cost, List<Row> table) {}

    /**
     * A state and what is best there.
     *
     * @param given the agent of each task, empty where it has none yet
     * @param task what the table gives next
     * @param agent to whom
     * @param learnt the cost from here on by the table
     * @param exact the least there is, by value iteration
     */
    record Row(List<String> given, String task, String agent, double learnt, double exact) {}
}
