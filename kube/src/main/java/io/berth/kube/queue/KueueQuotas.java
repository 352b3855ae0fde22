package io.berth.kube.queue;

import io.berth.kube.object.Branches;
import io.berth.spec.input.Tree;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The {@code resourceGroups} of a ClusterQueue or Cohort, what all flavors have together. */
final class KueueQuotas {
    /** By what the core calls the resource. */
    final SortedMap<String, Long> nominal = new TreeMap<>();

    /** The same of what may be borrowed, where each flavor bounds that. */
    final SortedMap<String, Long> borrow = new TreeMap<>();

    /** The same of what is lent, where any flavor bounds that. */
    final SortedMap<String, Long> lend = new TreeMap<>();

    private final SortedSet<String> unbounded = new TreeSet<>();
    private final SortedSet<String> lendBounded = new TreeSet<>();
    private final QueueResources resources;
    /** Of some resource there are several flavors. */
    private boolean several;

    private KueueQuotas(QueueResources resources) {
        this.resources = resources;
    }

    /** @throws io.berth.spec.input.InputException where an amount is none, with its place */
    static KueueQuotas read(Tree object, QueueResources resources) {
        KueueQuotas quotas = new KueueQuotas(resources);
        for (Tree group : Branches.items(object, "spec", "resourceGroups")) {
            for (Tree flavor : Branches.items(group, "flavors")) {
                Branches.items(flavor, "resources").forEach(quotas::add);
            }
        }
        quotas.borrow.keySet().removeAll(quotas.unbounded);
        quotas.lend.keySet().retainAll(quotas.lendBounded);
        return quotas;
    }

    /** All resources that {@code object} names. */
    static SortedSet<String> named(Tree object) {
        SortedSet<String> named = new TreeSet<>();
        for (Tree group : Branches.items(object, "spec", "resourceGroups")) {
            for (Tree flavor : Branches.items(group, "flavors")) {
                Branches.items(flavor, "resources").forEach(one -> named.add(Branches.text(one, "name")));
            }
        }
        return named;
    }

    /** True where what some resource has is of several flavors, which are counted together. */
    boolean several() {
        return several;
    }

    private void add(Tree one) {
        String resource = Branches.text(one, "name");
        if (!QueueResources.counts(resource)) {
            return;
        }
        String name = resources.name(resource);
        long quota = amount(one, "nominalQuota", resource);
        several |= nominal.containsKey(name);
        nominal.merge(name, quota, QueueDraft::sum);
        if (Branches.at(one, "borrowingLimit") == null) {
            unbounded.add(name);
        }
        borrow.merge(name, amount(one, "borrowingLimit", resource), QueueDraft::sum);
        boolean bounded = Branches.at(one, "lendingLimit") != null;
        lend.merge(name, bounded ? amount(one, "lendingLimit", resource) : quota, QueueDraft::sum);
        if (bounded) {
            lendBounded.add(name);
        }
    }

    private long amount(Tree one, String key, String resource) {
        Tree amount = Branches.at(one, key);
        return amount == null ? 0 : resources.amount(resource, amount);
    }
}
