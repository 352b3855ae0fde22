package io.berth.learn.environment.nodes;

/**
 * What is given out, to whom.
 *
 * @param nodes how many; the first is the one that is seen
 * @param cpu of each
 * @param tasks of an episode
 * @param least that a task asks for; how much is drawn, each whole number as likely
 * @param most of it
 * @param keep how many further tasks come while a task keeps its room; with 0 it gives it back before the next comes, as printed
 */
public record NodesRules(int nodes, int cpu, int tasks, int least, int most, int keep) {
    /** As the example has them. */
    public static final NodesRules PRINTED = new NodesRules(3, 100, 10, 10, 30, 0);

    /** @throws IllegalArgumentException where there is no node or task, or none would fit */
    public NodesRules {
        if (nodes < 1 || tasks < 1 || keep < 0) {
            throw new IllegalArgumentException("There must be a node (" + nodes + "), a task (" + tasks
                    + "), and none keeps its room for fewer than 0 (" + keep + ") others.");
        }
        if (least < 1 || most < least || most > cpu) {
            throw new IllegalArgumentException("The demand (" + least + " to " + most
                    + ") must rise, begin at 1 or above, and fit a node of " + cpu + ".");
        }
    }
}
