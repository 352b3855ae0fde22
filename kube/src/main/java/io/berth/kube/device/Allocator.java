package io.berth.kube.device;

import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.DeviceClaim.Asks;
import io.berth.kube.claim.DeviceClass;
import io.berth.kube.device.Search.Chosen;
import io.berth.kube.device.Search.Taste;
import io.berth.kube.device.expression.Expressions;
import io.berth.kube.object.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds devices of a node for claims that are wanted there together. */
final class Allocator {
    private final Basis basis;
    private final Nearness.Tables tables = new Nearness.Tables();

    /**
     * What is known.
     *
     * @param classes by name
     */
    record Basis(Inventory inventory, Holdings holdings, Map<String, DeviceClass> classes, Expressions expressions) {}

    Allocator(Basis basis) {
        this.basis = basis;
    }

    /** The best devices of {@code node} for each of {@code claims}; it changes nothing. */
    Outcome allocate(Node node, List<Asks> claims) {
        return allocate(node, claims, true);
    }

    /** Any devices of {@code node} for each of {@code claims}, for whom it matters only that there are some; it changes nothing. */
    Outcome any(Node node, List<Asks> claims) {
        return allocate(node, claims, false);
    }

    private Outcome allocate(Node node, List<Asks> claims, boolean nearest) {
        for (Asks asks : claims) {
            String never = Resolver.whyNever(asks, basis.classes);
            if (!never.isEmpty()) {
                return new Outcome.Not(never);
            }
        }
        CounterLevels levels = new CounterLevels(basis.holdings);
        Resolver resolver = new Resolver(basis, levels, node);
        List<List<List<Candidates>>> options = new ArrayList<>();
        try {
            for (Asks asks : claims) {
                options.add(asks.requests().stream().map(resolver::options).toList());
            }
        } catch (Resolver.NothingException e) {
            return new Outcome.Not(String.valueOf(e.getMessage()));
        }
        Search search = new Search(claims, options, basis.holdings, levels, new Taste(resolver::ordered, null));
        List<Chosen> found = search.run();
        if (found == null) {
            return new Outcome.Not(search.why());
        }
        Nearness near = nearest ? Nearness.of(node, found, basis.holdings, tables) : null;
        if (near != null) {
            levels.reset();
            Taste taste = new Taste(resolver::ordered, near);
            List<Chosen> best = new Search(claims, taken(options, found), basis.holdings, levels, taste).run();
            found = best == null ? found : best;
        }
        return new Outcome.Found(allocations(node, claims, found));
    }

    /** Of each request only the option that was found: those before it cannot be had. */
    @SuppressWarnings("ReferenceEquality")
    private static List<List<List<Candidates>>> taken(List<List<List<Candidates>>> options, List<Chosen> found) {
        List<List<List<Candidates>>> taken = new ArrayList<>();
        for (int i = 0; i < options.size(); i++) {
            int claim = i;
            taken.add(options.get(i).stream()
                    .map(request -> request.stream()
                            .filter(candidates -> found.stream()
                                    .anyMatch(one -> one.claim() == claim && one.option() == candidates.option()))
                            .toList())
                    .toList());
        }
        return taken;
    }

    private List<Allocation> allocations(Node node, List<Asks> claims, List<Chosen> found) {
        List<Allocation> allocations = new ArrayList<>();
        for (int i = 0; i < claims.size(); i++) {
            int claim = i;
            List<Chosen> own =
                    found.stream().filter(one -> one.claim() == claim).toList();
            allocations.add(new Wording(basis.classes, node.meta().name()).allocation(claims.get(i), own));
        }
        return allocations;
    }
}
