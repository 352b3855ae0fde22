package io.berth.spec.fleet;

import java.util.List;

/**
 * What binds requests to one another.
 *
 * @param sessions how many there are, of each tenant; 0 for none
 * @param stateNanos work at speed 1 that a server does beside, where another one served the session before
 * @param graph the requests that come together; empty for each alone
 */
public record BondsSpec(int sessions, long stateNanos, List<Node> graph) {
    public BondsSpec {
        graph = List.copyOf(graph);
    }

    /**
     * A part of a graph.
     *
     * @param count how many requests it is
     * @param inOrder whether each of them comes after the one before
     * @param after the parts of which all requests come before these
     */
    public record Node(String name, int count, boolean inOrder, List<String> after) {
        public Node {
            after = List.copyOf(after);
        }
    }

    /** How many requests a graph has; 1 where there is none. */
    public int size() {
        return graph.isEmpty() ? 1 : graph.stream().mapToInt(Node::count).sum();
    }
}
