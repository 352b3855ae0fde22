package io.berth.kube.device;

import io.berth.core.workload.Label;
import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.Allocation.Result;
import io.berth.kube.claim.DeviceClaim.Asks;
import io.berth.kube.claim.DeviceClass;
import io.berth.kube.claim.Slice;
import io.berth.kube.device.expression.Expressions;
import io.berth.kube.object.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The devices of a cluster: what drivers offer, what claims have, what they may be given. For one thread at a time. */
public final class Devices {
    /** A node that would hold more of one kind of claims is said to hold as many. */
    private static final int MOST_FURTHER = 128;

    private final Inventory inventory = new Inventory();
    private final Holdings holdings = new Holdings();
    private final Map<String, DeviceClass> classes = new HashMap<>();
    private final Map<DeviceKind, Selection> selections = new HashMap<>();
    private final Expressions expressions;
    private final Allocator allocator;

    public Devices(Expressions expressions) {
        this.expressions = expressions;
        allocator = new Allocator(new Allocator.Basis(inventory, holdings, classes, expressions));
    }

    /** Slice {@code name} is so, null where it is gone; returns the nodes that may see it. */
    public Reached slice(String name, @Nullable Slice now) {
        selections.clear();
        return inventory.slice(name, now);
    }

    /** Class {@code name} is so; null where it is gone. */
    public void deviceClass(String name, @Nullable DeviceClass now) {
        selections.clear();
        if (now == null) {
            classes.remove(name);
        } else {
            classes.put(name, now);
        }
    }

    /** The claim of {@code uid} has {@code allocation}, null for nothing; returns the nodes that may see a difference. */
    public Reached claim(String uid, @Nullable Allocation allocation) {
        List<Result> now = allocation == null ? List.of() : allocation.results();
        List<Result> before = holdings.put(uid, now);
        return before.equals(now) ? Reached.NONE : reached(before).and(reached(now));
    }

    private Reached reached(Collection<Result> results) {
        return results.stream()
                .map(result -> result.id().inPool())
                .distinct()
                .map(inventory::reached)
                .reduce(Reached.NONE, Reached::and);
    }

    /** Why nothing is ever found for {@code claims}, in words; empty where something may be. */
    public String whyNever(List<Asks> claims) {
        return claims.stream()
                .map(asks -> Resolver.whyNever(asks, classes))
                .filter(why -> !why.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Devices of {@code node} for each of {@code claims}, which are wanted together; it changes nothing. */
    public Outcome allocate(Node node, List<Asks> claims) {
        return allocator.allocate(node, claims);
    }

    /** True where some device may be had from {@code node}. */
    public boolean any(Node node) {
        return !inventory.of(node).isEmpty();
    }

    private Selection selection(DeviceKind kind) {
        return selections.computeIfAbsent(
                kind, _ -> Selection.of(kind, classes.get(kind.deviceClass()), inventory.all(), expressions));
    }

    /** True where each request for devices of {@code kind} takes whole ones, and all that are free can be had together. */
    public boolean counted(DeviceKind kind) {
        return selection(kind).counted();
    }

    /** True where all devices of kind {@code one} are of kind {@code other} as well. */
    public boolean within(DeviceKind one, DeviceKind other) {
        return selection(other).devices().containsAll(selection(one).devices());
    }

    /** How many devices of {@code kind} nobody has that {@code node} reaches. */
    public long free(Node node, DeviceKind kind) {
        Selection selection = selection(kind);
        List<Label> labels = node.labelled();
        return inventory.of(node).stream()
                .flatMap(pool -> pool.devices().stream())
                .filter(offered -> selection.devices().contains(offered)
                        && !holdings.any(offered.id())
                        && offered.device().reach().includes(node.meta().name(), labels))
                .count();
    }

    /** How many times {@code node} holds {@code claims} beside what it holds already; at least so many times it does. */
    public int further(Node node, List<Asks> claims) {
        List<String> tried = new ArrayList<>();
        int count = 0;
        while (count < MOST_FURTHER
                && allocator.allocate(node, claims) instanceof Outcome.Found(List<Allocation> allocations)) {
            int turn = count++;
            IntStream.range(0, allocations.size()).forEach(i -> {
                // No claim has such a UID.
                String uid = "/" + turn + "/" + i;
                tried.add(uid);
                holdings.put(uid, allocations.get(i).results());
            });
        }
        tried.forEach(uid -> holdings.put(uid, List.of()));
        return count;
    }
}
