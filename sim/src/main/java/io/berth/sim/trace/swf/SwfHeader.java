package io.berth.sim.trace.swf;

import io.berth.core.cluster.NodeSpec;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.TraceFile;
import io.berth.sim.trace.TraceLines;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the comments before the first job of a log in Standard Workload Format say about the machine. Their values begin with a
 * number that text may follow: {@code ; MaxNodes: 338 (batch 430)}.
 *
 * @param nodes MaxNodes; {@link SwfJob#UNKNOWN} where it is not said
 * @param processors MaxProcs, likewise
 * @param unixStartSeconds UnixStartTime, when the log's clock was 0, likewise; nothing but reports may need it, for a replay
 *     keeps the log's clock
 */
public record SwfHeader(long nodes, long processors, long unixStartSeconds) {
    /** A header that says nothing. */
    static final SwfHeader EMPTY = new SwfHeader(SwfJob.UNKNOWN, SwfJob.UNKNOWN, SwfJob.UNKNOWN);

    /** A pool has this name, nodes this prefix. */
    private static final String POOL = "pool";

    private static final String NODE = "node-%04d";
    private static final long MAX_NODES = 1_000_000;
    private static final long MAX_PROCESSORS = 100_000_000;
    private static final int CPU_MILLI = 1000;

    /** The header of {@code log}. */
    public static SwfHeader read(Path log) {
        try (TraceLines lines = TraceLines.open(log, Lenience.STRICT)) {
            return read(lines);
        }
    }

    static SwfHeader read(String name, InputStream in) {
        try (TraceLines lines = TraceLines.of(new TraceFile(name), in, Lenience.STRICT)) {
            return read(lines);
        }
    }

    private static SwfHeader read(TraceLines lines) {
        SwfHeader header = EMPTY;
        while (lines.next()) {
            String line = lines.line().toString().strip();
            if (!line.isEmpty() && line.charAt(0) != ';') {
                return header;
            }
            header = header.with(line);
        }
        return header;
    }

    /** The same with what {@code comment} says. */
    SwfHeader with(String comment) {
        int colon = comment.indexOf(':');
        if (colon < 0) {
            return this;
        }
        String key = comment.substring(1, colon).strip();
        long value = leadingNumber(comment.substring(colon + 1).strip());
        return switch (key) {
            case "MaxNodes" -> new SwfHeader(value, processors, unixStartSeconds);
            case "MaxProcs" -> new SwfHeader(nodes, value, unixStartSeconds);
            case "UnixStartTime" -> new SwfHeader(nodes, processors, value);
            default -> this;
        };
    }

    /** How many nodes: MaxNodes, or MaxProcs where only that is said. */
    public long nodeCount() {
        return nodes > 0 ? nodes : processors;
    }

    /** Processors of one node: MaxProcs over MaxNodes, 1 where only one of them is said. */
    public double processorsPerNode() {
        return processors > 0 && nodes > 0 ? (double) processors / nodes : 1;
    }

    /**
     * The machine. Where its nodes have several processors each, it is these nodes. Where a node is a processor, or the
     * processors are not spread evenly, any will do for any job, so that one node with all of them schedules exactly alike; it
     * saves a task and two events per processor.
     *
     * @param log whose header it is, for errors
     */
    public List<NodeSpec> machine(Path log) {
        TraceFile file = new TraceFile(log.toString());
        if (nodeCount() <= 0) {
            String allowed = "a line such as ; MaxNodes: 128 or ; MaxProcs: 512";
            throw file.problem(1, "header", "", "says neither MaxNodes nor MaxProcs", allowed);
        }
        double perNode = processorsPerNode();
        long all = processors > 0 ? processors : nodes;
        if (nodeCount() > MAX_NODES || all > MAX_PROCESSORS) {
            String value = Long.toString(StrictMath.max(nodeCount(), all));
            String allowed = "at most " + MAX_NODES + " nodes and " + MAX_PROCESSORS + " processors";
            throw file.problem(1, "header", value, "is too large", allowed);
        }
        if (perNode <= 1 || perNode != StrictMath.rint(perNode)) {
            return List.of(NodeSpec.of(POOL, all * CPU_MILLI, 0, 0, ""));
        }
        List<NodeSpec> machine = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            machine.add(NodeSpec.of(String.format(Locale.ROOT, NODE, i), (long) perNode * CPU_MILLI, 0, 0, ""));
        }
        return machine;
    }

    private static long leadingNumber(String text) {
        int end = 0;
        while (end < text.length() && end < 18 && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end == 0 ? SwfJob.UNKNOWN : Long.parseLong(text.substring(0, end));
    }
}
