package io.berth.spec.job;

import io.berth.core.workload.DeviceDemand;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.quantity.QuantityException;
import java.util.Map;
import java.util.TreeMap;

/** How fast the devices of a task must be linked: {@code nvlink}, {@code pcie}, or bytes a second. */
final class LinkSpeed {
    /** What the reference says of it. */
    static final String WORDS =
            "What the slowest link between two GPUs of a task must carry, bytes a second, where it asks for several whole ones: 25G, which is"
                    + " also called nvlink, or 16G, pcie; absent: as fast as there are.";

    private static final long MEGA = 1_000_000;

    private static final Map<String, Integer> NAMED = new TreeMap<>(Map.of("nvlink", 25_000, "pcie", 16_000));

    private LinkSpeed() {}

    /**
     * {@code devices}, linked as fast as {@code tree} says.
     *
     * @throws InputException where that is no speed, or they are not several whole ones
     */
    static DeviceDemand linked(DeviceDemand devices, Tree tree) {
        if (!(devices instanceof DeviceDemand.Whole whole) || whole.count() < 2) {
            throw InputException.at(tree, "goes only with 2 whole gpus or more");
        }
        return whole.linked(megabytes(tree));
    }

    private static int megabytes(Tree tree) {
        String text = tree.text();
        Integer named = NAMED.get(text);
        if (named != null) {
            return named;
        }
        if (text.isEmpty() || !Character.isDigit(text.charAt(0))) {
            throw InputException.at(tree, InputException.unknown("kind of link", text, NAMED.keySet()));
        }
        long megabytes;
        try {
            megabytes = Bytes.parse(text) / MEGA;
        } catch (QuantityException e) {
            throw InputException.at(tree, e.problem());
        }
        if (megabytes < 1 || megabytes > Integer.MAX_VALUE) {
            throw InputException.at(tree, "must be 1M to 2000T a second, but is " + tree.describe());
        }
        return (int) megabytes;
    }

    /** What {@link #linked} reads. */
    static String format(int megabytesPerSecond) {
        return Bytes.format(megabytesPerSecond * MEGA);
    }
}
