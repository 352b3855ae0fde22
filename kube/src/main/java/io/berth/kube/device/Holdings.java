package io.berth.kube.device;

import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.Allocation.Result;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which devices claims have, or were promised. */
final class Holdings {
    private final Map<String, List<Result>> byClaim = new HashMap<>();
    private final Map<Allocation.Id, Held> held = new HashMap<>();

    /** Who has one device. */
    private static final class Held {
        final Set<String> whole = new HashSet<>();
        int shares;
        final Map<String, BigDecimal> consumed = new HashMap<>();

        boolean none() {
            return whole.isEmpty() && shares == 0;
        }
    }

    /** The claim of {@code uid} has {@code now}, and nothing else; returns what it had. */
    List<Result> put(String uid, List<Result> now) {
        List<Result> before = now.isEmpty() ? byClaim.remove(uid) : byClaim.put(uid, now);
        List<Result> had = before == null ? List.of() : before;
        had.forEach(result -> count(uid, result, -1));
        now.forEach(result -> count(uid, result, 1));
        return had;
    }

    List<Result> of(String uid) {
        return byClaim.getOrDefault(uid, List.of());
    }

    /** Who only looks at a device does not keep others from it. */
    private void count(String uid, Result result, int sign) {
        Allocation.Share share = result.share();
        if (share == null && result.admin()) {
            return;
        }
        Held of = held.computeIfAbsent(result.id(), _ -> new Held());
        if (share != null) {
            of.shares += sign;
            share.consumed()
                    .forEach((capacity, amount) ->
                            of.consumed.merge(capacity, sign > 0 ? amount : amount.negate(), BigDecimal::add));
        } else if (sign > 0) {
            of.whole.add(uid);
        } else {
            of.whole.remove(uid);
        }
        if (of.none()) {
            held.remove(result.id());
        }
    }

    /** True where somebody has all of it. */
    boolean whole(Allocation.Id device) {
        Held of = held.get(device);
        return of != null && !of.whole.isEmpty();
    }

    /** True where somebody has it, or a part of it. */
    boolean any(Allocation.Id device) {
        return held.containsKey(device);
    }

    /** How much of its capacities is taken, by name. */
    Map<String, BigDecimal> consumed(Allocation.Id device) {
        Held of = held.get(device);
        return of == null ? Map.of() : of.consumed;
    }
}
