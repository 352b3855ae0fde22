package io.berth.spec.cluster;

import io.berth.core.workload.ExtendedResource;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.quantity.Percents;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** Resources known by name: a map such as {@code {example.com/licence: 2}}, in whole units. */
public final class ExtendedResources {
    /** The most of one resource: a million nodes have no more of it together than a long can count. */
    private static final long MOST = 1_000_000_000_000L;

    public static final Shape SHAPE = new Shape.Each(Shape.whole(0, MOST));

    /** How many ask for a resource: a map such as {@code {example.com/licence: 25%}}. */
    public static final Shape SHARES = new Shape.Each(Shape.of(ValueType.PERCENT));

    private ExtendedResources() {}

    /**
     * The resources of the map {@code tree}, those with 0 left out.
     *
     * @throws InputException where a name is none
     */
    public static List<ExtendedResource> read(Tree tree) {
        List<ExtendedResource> resources = new ArrayList<>();
        for (Tree.Entry entry : tree.entries()) {
            ExtendedResource resource =
                    resource(entry, tree.path(), entry.value().whole());
            if (resource.amount() > 0) {
                resources.add(resource);
            }
        }
        return resources;
    }

    /**
     * The fractions, 0 to 1, of the map {@code tree} of shares, by name in its order.
     *
     * @throws InputException where a name is none
     */
    public static SequencedMap<String, Double> readShares(Tree tree) {
        SequencedMap<String, Double> shares = new LinkedHashMap<>();
        for (Tree.Entry entry : tree.entries()) {
            String name = resource(entry, tree.path(), 1).name();
            shares.put(name, Percents.parseFraction(entry.value().text()));
        }
        return shares;
    }

    private static ExtendedResource resource(Tree.Entry entry, String path, long amount) {
        try {
            return new ExtendedResource(entry.key(), amount);
        } catch (IllegalArgumentException e) {
            throw InputException.about(entry.position(), path, entry.key(), String.valueOf(e.getMessage()));
        }
    }

    /** The map that {@link #read} reads. */
    public static SequencedMap<String, Long> document(List<ExtendedResource> resources) {
        SequencedMap<String, Long> document = new LinkedHashMap<>();
        resources.forEach(resource -> document.put(resource.name(), resource.amount()));
        return document;
    }
}
