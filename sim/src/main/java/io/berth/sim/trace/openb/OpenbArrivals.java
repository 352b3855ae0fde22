package io.berth.sim.trace.openb;

import io.berth.core.cluster.NodeSpec;
import io.berth.sim.trace.BadRow;
import io.berth.sim.trace.CsvScanner;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.TraceFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run of the FGD experiment (USENIX ATC'23): which node wins a tie, and which pods arrive in which order.
 *
 * <p>The file has, beside comments ({@code #}), a line {@code N,<node id>:<tie rank>,...} that ranks every node once,
 * from 0, and then a line {@code P,<pod id>,...} in which a pod may come again. Id {@code 0042} is the node {@code
 * openb-node-0042} or the pod {@code openb-pod-0042}.
 *
 * <p>A lenient reading passes over ids that the lists do not have; every node of the list needs a rank all the same.
 */
public final class OpenbArrivals {
    private static final String NODE_PREFIX = "openb-node-";
    private static final String POD_PREFIX = "openb-pod-";
    private static final String NODES_ROW = "N";
    private static final String PODS_ROW = "P";
    private static final int ID_DIGITS = 4;
    private static final int MAX_ID_DIGITS = 7;

    private final TraceFile file;
    private final Lenience lenience;
    private final CsvScanner scanner;
    private List<NodeSpec> nodes = List.of();
    private int[] order = {};

    private OpenbArrivals(TraceFile file, CsvScanner scanner, Lenience lenience) {
        this.file = file;
        this.scanner = scanner;
        this.lenience = lenience;
    }

    /** The run in {@code path} over the nodes and pods of two lists. */
    public static OpenbArrivals read(Path path, List<NodeSpec> nodes, List<OpenbPod> pods, Lenience lenience) {
        TraceFile file = new TraceFile(path.toString());
        return read(file, file.open(path), nodes, pods, lenience);
    }

    /** The same from {@code raw}, which it closes. */
    public static OpenbArrivals read(
            TraceFile file, InputStream raw, List<NodeSpec> nodes, List<OpenbPod> pods, Lenience lenience) {
        try (InputStream in = file.unpacked(raw)) {
            OpenbArrivals arrivals = new OpenbArrivals(file, new CsvScanner(in), lenience);
            arrivals.seek(NODES_ROW, "N,<node id>:<tie rank>,...");
            arrivals.rankNodes(nodes);
            arrivals.seek(PODS_ROW, "P,<pod id>,...");
            arrivals.orderPods(pods);
            arrivals.end();
            return arrivals;
        } catch (IOException e) {
            throw file.broken(0, e);
        }
    }

    /** The nodes of the list, the one that wins every tie first. */
    public List<NodeSpec> nodesByTieRank() {
        return nodes;
    }

    /** How many pods arrive. */
    public int size() {
        return order.length;
    }

    /** The pod that arrives as number {@code arrival}, from 0, as its place in the list; one may come more than once. */
    public int pod(int arrival) {
        return order[arrival];
    }

    /** A copy of all of them. */
    public int[] order() {
        return order.clone();
    }

    private void rankNodes(List<NodeSpec> list) {
        Map<String, NodeSpec> unranked = new LinkedHashMap<>();
        for (NodeSpec node : list) {
            unranked.put(node.name(), node);
        }
        @Nullable NodeSpec[] byRank = new NodeSpec[scanner.fields() - 1];
        for (int entry = 1; entry < scanner.fields(); entry++) {
            try {
                rank(entry, unranked, byRank);
            } catch (BadRow bad) {
                file.skip(lenience, scanner.line(), bad);
            }
        }
        if (!unranked.isEmpty()) {
            String missing = (list.size() - unranked.size()) + " of " + list.size();
            throw file.problem(scanner.line(), NODES_ROW, missing, "nodes have a rank", "every node of the list once");
        }
        List<NodeSpec> ordered = new ArrayList<>(list.size());
        for (NodeSpec node : byRank) {
            if (node != null) {
                ordered.add(node);
            }
        }
        nodes = ordered;
    }

    private void rank(int entry, Map<String, NodeSpec> unranked, @Nullable NodeSpec[] byRank) {
        String text = scanner.text(entry);
        int colon = text.indexOf(':');
        if (!isId(text, 0, colon)) {
            throw bad(NODES_ROW, entry, "is no node and rank", "<four digits>:<rank>");
        }
        int rank = rank(text, colon + 1);
        if (rank < 0 || rank >= byRank.length) {
            throw bad(NODES_ROW, entry, "has no rank of this line", "0 to " + (byRank.length - 1));
        }
        if (byRank[rank] != null) {
            throw bad(NODES_ROW, entry, "has a rank that was given before", "every rank once");
        }
        NodeSpec node = unranked.remove(NODE_PREFIX.concat(text.substring(0, colon)));
        if (node == null) {
            throw bad(NODES_ROW, entry, "is an unknown node, or there twice", "every node of the list once");
        }
        byRank[rank] = node;
    }

    private void orderPods(List<OpenbPod> list) {
        int[] placeById = placeById(list);
        int[] places = new int[scanner.fields() - 1];
        int count = 0;
        for (int entry = 1; entry < scanner.fields(); entry++) {
            try {
                places[count] = place(entry, placeById);
                count++;
            } catch (BadRow bad) {
                file.skip(lenience, scanner.line(), bad);
            }
        }
        order = Arrays.copyOf(places, count);
    }

    private int place(int entry, int[] placeById) {
        long id = scanner.number(entry);
        if (id < 0 || scanner.length(entry) < ID_DIGITS) {
            throw bad(PODS_ROW, entry, "is no pod id", "four digits");
        }
        if (id >= placeById.length || placeById[(int) id] < 0) {
            throw bad(PODS_ROW, entry, "is an unknown pod", "the pods of the list");
        }
        return placeById[(int) id];
    }

    /** Where the pod of an id stands in the list, -1 for none; pods of other names cannot arrive. */
    private static int[] placeById(List<OpenbPod> list) {
        int[] placeById = new int[0];
        for (int place = 0; place < list.size(); place++) {
            int id = id(list.get(place).name());
            if (id >= placeById.length) {
                int before = placeById.length;
                placeById = Arrays.copyOf(placeById, Math.max(id + 1, 2 * before));
                Arrays.fill(placeById, before, placeById.length, -1);
            }
            if (id >= 0) {
                placeById[id] = place;
            }
        }
        return placeById;
    }

    private static int id(String podName) {
        boolean known = podName.startsWith(POD_PREFIX) && isId(podName, POD_PREFIX.length(), podName.length());
        return known ? rank(podName, POD_PREFIX.length()) : -1;
    }

    /** Moves past comments to the row that begins with {@code tag}. */
    private void seek(String tag, String allowed) throws IOException {
        boolean found = nextRow();
        if (!found) {
            throw file.problem(0, tag, "", "is missing", allowed);
        }
        if (!scanner.text(0).equals(tag)) {
            throw file.problem(scanner.line(), "", scanner.text(0), "begins the line", allowed);
        }
        if (!scanner.fault().isEmpty()) {
            throw file.problem(scanner.line(), tag, "", scanner.fault(), allowed);
        }
    }

    private void end() throws IOException {
        if (nextRow()) {
            throw file.problem(scanner.line(), "", scanner.text(0), "begins a line too many", "one N, then one P");
        }
    }

    private boolean nextRow() throws IOException {
        boolean found = scanner.next();
        while (found && scanner.text(0).startsWith("#")) {
            found = scanner.next();
        }
        return found;
    }

    private BadRow bad(String row, int entry, String fault, String allowed) {
        return new BadRow(row, entry, scanner.text(entry), fault, allowed);
    }

    /** The characters from {@code start} to {@code end} are an id: four digits, or more (no zero first) in a longer list. */
    private static boolean isId(String text, int start, int end) {
        int digits = end - start;
        if (digits < ID_DIGITS || digits > MAX_ID_DIGITS || (digits > ID_DIGITS && text.charAt(start) == '0')) {
            return false;
        }
        for (int i = start; i < end; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** The digits from {@code start} to the end as a number; -1 where it is none, or has more than nine. */
    private static int rank(String text, int start) {
        int digits = text.length() - start;
        if (digits < 1 || digits > 9) {
            return -1;
        }
        int rank = 0;
        for (int i = start; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            rank = rank * 10 + digit;
        }
        return rank;
    }
}
