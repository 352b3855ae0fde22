package io.berth.kube.device;

import io.berth.kube.claim.Attribute;
import io.berth.kube.claim.Constraint;
import io.berth.kube.claim.Counters;
import io.berth.kube.claim.Device;
import io.berth.kube.claim.DeviceClaim.Asks;
import io.berth.kube.claim.DeviceRequest;
import io.berth.kube.claim.PoolVersion;
import io.berth.kube.device.Candidates.Candidate;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One search for devices of one node for claims that are wanted together. Requests come one after another, and within one the devices in their
 * order; what fails with one device is not tried with another that is like it. As k8s.io/dynamic-resource-allocation has it (structured,
 * allocator_incubating.go), but for the order of devices.
 */
final class Search {
    /** No claim has more (k8s.io/api/resource/v1, AllocationResultsMaxSize). */
    static final int MOST_RESULTS = 32;

    /** So many devices are tried in a tenth of a second; what takes more is not found. */
    private static final int MOST_STEPS = 50_000;

    /** So many are tried for the sake of a better choice, of which the best so far is taken. */
    private static final int MOST_BETTER_STEPS = 4_000;

    private final List<Asks> claims;
    /** By claim, request and option. */
    private final List<List<List<Candidates>>> options;

    private final Holdings holdings;
    private final CounterLevels levels;
    private final List<Chosen> chosen = new ArrayList<>();
    /** The claims that have a device that is not shared. */
    private final Map<Offered, Set<Integer>> whole = new HashMap<>();

    private final Map<Offered, Kind> kinds = new HashMap<>();
    private final Taste taste;
    private final int most;
    /** True as soon as something was tried in vain. */
    private boolean turned;

    private @Nullable List<Chosen> best;
    private Nearness.@Nullable Worth worth;
    private int steps;
    private String furthest = "";
    private int reached = -1;

    /** A device for a claim. */
    record Chosen(int claim, DeviceRequest request, DeviceRequest.Option option, Candidate candidate) {
        Device device() {
            return candidate.offered().device();
        }
    }

    /**
     * What matters of a device that is not shared, beside its name.
     *
     * @param options of all options of the search, those that may be given it
     * @param values of the attributes that constraints speak of
     * @param pool whose counters it takes of; null for none
     * @param place what else matters of it where it is chosen for what it is near to
     */
    private record Kind(
            BitSet options,
            List<@Nullable Attribute> values,
            PoolVersion.@Nullable Id pool,
            List<Counters> consumes,
            List<Object> place) {}

    /**
     * Which of several possibilities is taken.
     *
     * @param order of candidates as counters stand; asked again for those that take of counters
     * @param near all possibilities are looked at and the best is taken; null where the first is
     */
    record Taste(
            UnaryOperator<List<Candidate>> order, @Nullable Nearness near) {}

    Search(
            List<Asks> claims,
            List<List<List<Candidates>>> options,
            Holdings holdings,
            CounterLevels levels,
            Taste taste) {
        this.claims = claims;
        this.options = options;
        this.holdings = holdings;
        this.levels = levels;
        this.taste = taste;
        this.most = taste.near == null ? MOST_STEPS : MOST_BETTER_STEPS;
        if (noneLooksOnly()) {
            sortOut();
        }
    }

    private boolean noneLooksOnly() {
        return options.stream()
                .flatMap(List::stream)
                .flatMap(List::stream)
                .noneMatch(candidates -> candidates.option().admin());
    }

    private void sortOut() {
        Map<Offered, BitSet> members = new HashMap<>();
        Map<Offered, Candidate> any = new HashMap<>();
        List<Candidates> all =
                options.stream().flatMap(List::stream).flatMap(List::stream).toList();
        for (int i = 0; i < all.size(); i++) {
            for (Candidate candidate : all.get(i).each()) {
                members.computeIfAbsent(candidate.offered(), _ -> new BitSet()).set(i);
                any.put(candidate.offered(), candidate);
            }
        }
        List<String> attributes = claims.stream()
                .flatMap(asks -> asks.constraints().stream())
                .map(Constraint::attribute)
                .distinct()
                .toList();
        any.forEach((offered, candidate) -> {
            if (!candidate.shareable()) {
                kinds.put(offered, kind(candidate, members.getOrDefault(offered, new BitSet()), attributes));
            }
        });
    }

    private Kind kind(Candidate candidate, BitSet members, List<String> attributes) {
        Device device = candidate.offered().device();
        List<@Nullable Attribute> values = new ArrayList<>();
        attributes.forEach(name -> values.add(device.qualities().attributes().get(name)));
        return new Kind(
                members,
                values,
                device.consumes().isEmpty() ? null : candidate.pool().id(),
                device.consumes(),
                taste.near == null ? List.of() : taste.near.place(candidate));
    }

    /** The devices that were found, in the order of requests; null where there are none, or it takes too long to find them. */
    @Nullable
    List<Chosen> run() {
        return place(0, 0) ? List.copyOf(chosen) : best;
    }

    /** Why none were found, in words. */
    String why() {
        return steps > most ? "there are too many possibilities" : furthest;
    }

    private boolean place(int claim, int request) {
        if (claim == claims.size()) {
            return done();
        }
        if (request == claims.get(claim).requests().size()) {
            return place(claim + 1, 0);
        }
        for (Candidates candidates : options.get(claim).get(request)) {
            Turn turn = new Turn(claim, request, candidates);
            if (candidates.number() <= MOST_RESULTS - ofClaim(claim) && pick(turn, 0, candidates.each())) {
                return true;
            }
            remember(turn);
        }
        return false;
    }

    /** True where no other possibility is wanted. */
    private boolean done() {
        if (taste.near == null) {
            return true;
        }
        Nearness.Worth now = taste.near.worth(chosen);
        if (worth == null || now.compareTo(worth) > 0) {
            worth = now;
            best = List.copyOf(chosen);
        }
        return false;
    }

    /** One option's turn. */
    private record Turn(int claim, int request, Candidates candidates) {}

    private void remember(Turn turn) {
        if (chosen.size() > reached) {
            reached = chosen.size();
            Candidates candidates = turn.candidates;
            String name = claims.get(turn.claim).requests().get(turn.request).resultName(candidates.option());
            furthest = candidates.problem().isEmpty() ? "no device is left for request " + name : candidates.problem();
        }
    }

    private long ofClaim(int claim) {
        return chosen.stream().filter(one -> one.claim == claim).count();
    }

    /** @param taken how many devices the option has already @param rest those of which the next may be */
    private boolean pick(Turn turn, int taken, List<Candidate> rest) {
        if (taken == turn.candidates.number()) {
            return place(turn.claim, turn.request + 1);
        }
        if (turn.candidates.all()) {
            return !rest.isEmpty() && with(turn, rest.getFirst(), taken, rest.subList(1, rest.size()));
        }
        List<Candidate> each = ordered(rest);
        Set<Kind> failed = new HashSet<>();
        for (int i = 0; each.size() - i >= turn.candidates.number() - taken; i++) {
            Kind kind = kinds.get(each.get(i).offered());
            if (kind != null && failed.contains(kind)) {
                continue;
            }
            int before = steps;
            if (with(turn, each.get(i), taken, each.subList(i + 1, each.size()))) {
                return true;
            }
            if (steps > most) {
                return false;
            }
            if (kind != null && steps > before + 1) {
                failed.add(kind);
            }
        }
        return false;
    }

    /** Where parts of devices are taken, which is best follows from those that were taken before. */
    private List<Candidate> ordered(List<Candidate> rest) {
        boolean again = !turned
                && !chosen.isEmpty()
                && rest.stream()
                        .anyMatch(candidate ->
                                !candidate.offered().device().consumes().isEmpty());
        return again ? taste.order.apply(rest) : rest;
    }

    private boolean with(Turn turn, Candidate candidate, int taken, List<Candidate> rest) {
        steps++;
        if (steps > most) {
            return false;
        }
        DeviceRequest request = claims.get(turn.claim).requests().get(turn.request);
        Chosen one = new Chosen(turn.claim, request, turn.candidates.option(), candidate);
        boolean counted = counts(candidate, one.option.admin());
        if (!usable(one) || counted && !levels.has(candidate.pool(), one.device())) {
            return false;
        }
        steps++;
        take(one, counted);
        if (pick(turn, taken + 1, rest)) {
            return true;
        }
        undo(one, counted);
        return false;
    }

    private void take(Chosen one, boolean counted) {
        chosen.add(one);
        if (!one.candidate.shareable()) {
            whole.computeIfAbsent(one.candidate.offered(), _ -> new HashSet<>()).add(one.claim);
        }
        if (counted) {
            levels.take(one.candidate.pool(), one.device());
        }
    }

    private void undo(Chosen one, boolean counted) {
        turned = true;
        chosen.removeLast();
        if (!one.candidate.shareable()) {
            whole.getOrDefault(one.candidate.offered(), Set.of()).remove(one.claim);
        }
        if (counted) {
            levels.giveBack(one.candidate.pool(), one.device());
        }
    }

    /** True where the device is not counted yet: by who has it, or another who shares it. */
    private boolean counts(Candidate candidate, boolean admin) {
        if (candidate.offered().device().consumes().isEmpty()) {
            return false;
        }
        boolean had = (admin || candidate.shareable())
                && holdings.any(candidate.offered().id());
        return !had
                && (!candidate.shareable()
                        || chosen.stream()
                                .noneMatch(one -> one.candidate.offered().equals(candidate.offered())));
    }

    private boolean usable(Chosen one) {
        Candidate candidate = one.candidate;
        Set<Integer> here = whole.getOrDefault(candidate.offered(), Set.of());
        boolean free = one.option.admin()
                ? !here.contains(one.claim)
                : here.isEmpty() && !holdings.whole(candidate.offered().id());
        return free && (!candidate.shareable() || hasRoom(candidate)) && constrained(one);
    }

    private boolean hasRoom(Candidate candidate) {
        Map<String, BigDecimal> consumed =
                new HashMap<>(holdings.consumed(candidate.offered().id()));
        for (Chosen other : chosen) {
            if (other.candidate.offered().equals(candidate.offered())) {
                other.candidate.consumed().forEach((name, amount) -> consumed.merge(name, amount, BigDecimal::add));
            }
        }
        return Consumption.fits(candidate.offered().device(), candidate.consumed(), consumed);
    }

    private boolean constrained(Chosen one) {
        for (Constraint constraint : claims.get(one.claim).constraints()) {
            if (constraint.covers(one.request, one.option) && !holds(constraint, one)) {
                return false;
            }
        }
        return true;
    }

    /** Of what must be the same, something is in all lists; of what must not be, nothing is in two. */
    private boolean holds(Constraint constraint, Chosen one) {
        Set<Attribute> common = new HashSet<>(values(constraint, one));
        if (common.isEmpty()) {
            return false;
        }
        for (Chosen other : chosen) {
            if (other.claim == one.claim && constraint.covers(other.request, other.option)) {
                Set<Attribute> theirs = values(constraint, other);
                if (constraint.distinct() != Collections.disjoint(common, theirs)) {
                    return false;
                }
                if (!constraint.distinct()) {
                    common.retainAll(theirs);
                }
            }
        }
        return true;
    }

    private static Set<Attribute> values(Constraint constraint, Chosen one) {
        Attribute value = one.device().qualities().attributes().get(constraint.attribute());
        return value == null ? Set.of() : value.each();
    }
}
