package io.berth.core.cluster.image;

import io.berth.core.workload.Demand;
import io.berth.core.workload.Preference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Images that tasks ask for, by number, and which nodes hold them, as far as somebody said so. Of images that no task asks for, nothing is
 * known.
 *
 * <p>What a node is worth for the images that it holds is a number from 0 to {@value #MOST}, by the rule of kube-scheduler's plug-in
 * ImageLocality (k8s.io/kubernetes, pkg/scheduler/framework/plugins/imagelocality/image_locality.go, calculatePriority, as of 1.37): what
 * the images of the task are worth that the node holds, less {@value #LEAST_BYTES} bytes, of a thousand MiB for each image of the task less as
 * many. One of 512 MiB on a quarter of the nodes is worth 128 MiB: 100 · (128 − 23)/(1000 − 23) = 10 on these, and 0 on the others.
 */
public final class Images {
    /** What a node is worth that holds all that a task needs. */
    public static final int MOST = 100;

    /** Less than this is worth nothing. */
    public static final long LEAST_BYTES = 23L << 20;

    /** More than this for each image is worth no more. */
    private static final long MOST_BYTES = 1000L << 20;

    private static final int[] NONE = {};
    private static final ImageHolders NOBODY = new ImageHolders(0, NodeSet.NONE);

    private final TreeMap<String, Integer> numbers = new TreeMap<>();
    private final TreeMap<String, ImageHolders> known = new TreeMap<>();
    /** By number. */
    private final List<ImageHolders> holders = new ArrayList<>();

    /** By number: how often it came to be worth something else. */
    private final List<Long> turns = new ArrayList<>();

    /** The same once more. */
    public Images copy() {
        Images copy = new Images();
        copy.numbers.putAll(numbers);
        copy.known.putAll(known);
        copy.holders.addAll(holders);
        copy.turns.addAll(turns);
        return copy;
    }

    /** The images that tasks of {@code demand} ask for; none for most. */
    public int[] of(Demand demand) {
        for (Preference preference : demand.preferences()) {
            if (preference instanceof Preference.OfImages(List<String> images)) {
                return images.stream().mapToInt(this::number).toArray();
            }
        }
        return NONE;
    }

    private int number(String image) {
        Integer number = numbers.putIfAbsent(image, holders.size());
        if (number != null) {
            return number;
        }
        holders.add(known.getOrDefault(image, NOBODY));
        turns.add(0L);
        return holders.size() - 1;
    }

    /** Who holds which image, by its name. */
    public SortedMap<String, ImageHolders> known() {
        return Collections.unmodifiableSortedMap(known);
    }

    /**
     * {@code now} hold {@code image}, or nobody knows.
     *
     * @return those that held it before or do so now, and not both
     */
    public NodeSet set(String image, @Nullable ImageHolders now) {
        ImageHolders before = now == null ? known.remove(image) : known.put(image, now);
        ImageHolders was = before == null ? NOBODY : before;
        ImageHolders is = now == null ? NOBODY : now;
        Integer number = numbers.get(image);
        if (number != null) {
            holders.set(number, is);
            if (was.bytes() != is.bytes()) {
                turns.set(number, turns.get(number) + 1);
            }
        }
        return was.nodes().differing(is.nodes());
    }

    /** {@code node} is gone, and its number may be given to another. */
    public void clear(int node) {
        for (String image : List.copyOf(known.keySet())) {
            ImageHolders of = known.get(image);
            if (of != null && of.nodes().has(node)) {
                set(image, new ImageHolders(of.bytes(), of.nodes().without(node)));
            }
        }
    }

    /** What {@code node} is worth for tasks that ask for {@code images}. */
    public int worth(int[] images, int node) {
        long most = MOST_BYTES * images.length;
        long bytes = 0;
        for (int image : images) {
            ImageHolders of = holders.get(image);
            if (of.nodes().has(node)) {
                bytes = StrictMath.min(most, bytes + StrictMath.min(most, of.bytes()));
            }
        }
        return bytes <= LEAST_BYTES ? 0 : (int) (MOST * (bytes - LEAST_BYTES) / (most - LEAST_BYTES));
    }

    /** Where it stands still, {@link #worth} says the same of all nodes but those that {@link #set} told of. */
    public long version(int[] images) {
        long version = 0;
        for (int image : images) {
            version += turns.get(image);
        }
        return version;
    }
}
