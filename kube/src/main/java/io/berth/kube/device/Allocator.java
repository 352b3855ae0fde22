package io.berth.kube.device;

import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.DeviceClaim.Asks;
import io.berth.kube.claim.DeviceClass;
import io.berth.kube.device.Search.Chosen;
import io.berth.kube.device.expression.Expressions;
import io.berth.kube.object.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds devices of a node for claims that are wanted there together. */
final class Allocator {
    private final Basis basis;

    /**
     * What is known.
     *
     * @param classes by name
     */
    record Basis(Inventory inventory, Holdings holdings, Map<String, DeviceClass> classes, Expressions expressions) {}

    Allocator(Basis basis) {
        this.basis = basis;
    }

    /** Devices of {@code node} for each of {@code claims}; it changes nothing. */
    Outcome allocate(Node node, List<Asks> claims) {
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
        Search search = new Search(claims, options, basis.holdings, levels);
        List<Chosen> found = search.run();
        if (found == null) {
            return new Outcome.Not(search.why());
        }
        List<Allocation> allocations = new ArrayList<>();
        for (int i = 0; i < claims.size(); i++) {
            int claim = i;
            List<Chosen> own =
                    found.stream().filter(one -> one.claim() == claim).toList();
            allocations.add(new Wording(basis.classes, node.meta().name()).allocation(claims.get(i), own));
        }
        return new Outcome.Found(allocations);
    }
}
