package io.berth.kube.device;

import io.berth.core.workload.Label;
import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.Capacity;
import io.berth.kube.claim.Constraint;
import io.berth.kube.claim.Device;
import io.berth.kube.claim.DeviceClaim.Asks;
import io.berth.kube.claim.DeviceClass;
import io.berth.kube.claim.DeviceRequest;
import io.berth.kube.claim.DeviceRequest.Count;
import io.berth.kube.device.Candidates.Candidate;
import io.berth.kube.device.expression.ExpressionException;
import io.berth.kube.device.expression.Expressions;
import io.berth.kube.object.Node;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Which devices of a node requests may be given, whoever else asks. */
final class Resolver {
    private final Map<String, DeviceClass> classes;
    private final Expressions expressions;
    private final Holdings holdings;
    private final CounterLevels levels;
    private final List<Pool> pools;
    private final String node;
    private final List<Label> labels;

    /** Nothing can be had on the node, and the message says why. */
    static final class NothingException extends RuntimeException {
        private static final long serialVersionUID = 1;

        NothingException(String why) {
            super(why);
        }
    }

    /** The same of one option. */
    private static final class OptionException extends RuntimeException {
        private static final long serialVersionUID = 1;

        OptionException(String why) {
            super(why);
        }
    }

    Resolver(Allocator.Basis basis, CounterLevels levels, Node node) {
        this.classes = basis.classes();
        this.expressions = basis.expressions();
        this.holdings = basis.holdings();
        this.levels = levels;
        this.pools = basis.inventory().of(node);
        this.node = node.meta().name();
        this.labels = node.labelled();
    }

    /** Why nothing is ever found for {@code asks}, in words; empty where something may be. */
    static String whyNever(Asks asks, Map<String, DeviceClass> classes) {
        long left = Search.MOST_RESULTS;
        for (Constraint constraint : asks.constraints()) {
            if (constraint.attribute().isEmpty()) {
                return "it asks for a constraint that this scheduler does not know";
            }
        }
        for (DeviceRequest request : asks.requests()) {
            if (request.options().isEmpty()) {
                return "request " + request.name() + " asks in a way that this scheduler does not know";
            }
            for (DeviceRequest.Option option : request.options()) {
                if (option.count() instanceof Count.Unknown(String way)) {
                    return "request " + request.name() + " asks for devices by " + way
                            + ", which this scheduler does not know";
                }
                if (!classes.containsKey(option.deviceClass())) {
                    return "device class " + option.deviceClass() + " of request " + request.name() + " is not there";
                }
            }
            // Not as a sum, which numbers of such requests are too large for.
            long least = least(request);
            if (least > left) {
                return "request " + request.name() + " asks for " + least + " devices, and a claim has at most "
                        + Search.MOST_RESULTS + ", " + (Search.MOST_RESULTS - left) + " of them for others";
            }
            left -= least;
        }
        return "";
    }

    /** How many devices the least of its options takes; it has some. */
    private static long least(DeviceRequest request) {
        return request.options().stream()
                .mapToLong(option -> option.count() instanceof Count.Exactly(long number) ? number : 1)
                .min()
                .orElse(0);
    }

    /** What each option of {@code request} may be given. @throws NothingException where one asks for all, and all cannot be judged */
    List<Candidates> options(DeviceRequest request) {
        return request.options().stream().map(this::candidates).toList();
    }

    private Candidates candidates(DeviceRequest.Option option) {
        try {
            return find(option);
        } catch (OptionException e) {
            return new Candidates(option, List.of(), String.valueOf(e.getMessage()));
        }
    }

    private Candidates find(DeviceRequest.Option option) {
        List<Candidate> found = new ArrayList<>();
        String problem = "";
        boolean all = option.count() instanceof Count.All;
        for (Pool pool : pools) {
            for (Offered offered : pool.devices()) {
                if (!offered.device().reach().includes(node, labels)) {
                    continue;
                }
                String unjudged = pool.why().isEmpty() ? tried(option, pool, offered, found) : pool.why();
                if (all && !unjudged.isEmpty()) {
                    throw new NothingException(unjudged);
                }
                problem = unjudged.isEmpty() ? problem : unjudged;
            }
        }
        return new Candidates(option, ordered(found), problem);
    }

    /** Why the device could not be judged; empty where it could. */
    private String tried(DeviceRequest.Option option, Pool pool, Offered offered, List<Candidate> found) {
        try {
            consider(option, pool, offered, found);
            return "";
        } catch (OptionException e) {
            if (option.count() instanceof Count.All) {
                throw e;
            }
            return String.valueOf(e.getMessage());
        } catch (ExpressionException e) {
            return "device " + offered.id().device() + " of " + offered.id().driver() + " cannot be judged: "
                    + e.getMessage();
        }
    }

    private void consider(DeviceRequest.Option option, Pool pool, Offered offered, List<Candidate> found) {
        boolean all = option.count() instanceof Count.All;
        Device device = offered.device();
        // What somebody else has is not looked at further where there is a choice.
        if (!all && !option.admin() && holdings.whole(offered.id())) {
            return;
        }
        if (!selected(option, offered)) {
            return;
        }
        Map<String, BigDecimal> consumed = Consumption.of(device, option.capacity());
        // Who asks for all does not get the rest where one of them has no more room: the search says so.
        if (consumed == null || !all && !Consumption.fits(device, consumed, holdings.consumed(offered.id()))) {
            return;
        }
        if (!device.qualities().unweighed().isEmpty()) {
            throw new OptionException("device " + device.name() + " of "
                    + offered.id().driver() + " says "
                    + String.join(", ", device.qualities().unweighed()) + ", which this scheduler does not weigh");
        }
        if (Selection.tolerated(option.tolerations(), device)) {
            found.add(new Candidate(offered, pool, consumed));
        } else if (all) {
            throw new OptionException("device " + device.name() + " has a taint that is not tolerated");
        }
    }

    private boolean selected(DeviceRequest.Option option, Offered offered) {
        DeviceClass of = classes.get(option.deviceClass());
        return of != null
                && of.selectors().stream().allMatch(expression -> offered.passes(expression, expressions))
                && option.selectors().stream().allMatch(expression -> offered.passes(expression, expressions));
    }

    /** Where a candidate stands among others; see {@link #ordered}. */
    private record Place(
            boolean awaited,
            BigDecimal memory,
            BigDecimal counted,
            long rank,
            BigDecimal beside,
            Allocation.Id id,
            Candidate candidate) {
        static final Comparator<Place> ORDER = Comparator.comparing(Place::awaited)
                .thenComparing(Place::memory)
                .thenComparing(Place::counted)
                .thenComparing(Place::rank)
                .thenComparing(Place::beside)
                .thenComparing(place -> place.id.driver())
                .thenComparing(place -> place.id.pool())
                .thenComparing(place -> place.id.device());
    }

    /**
     * As counters stand: what needs no further wait first, then what is worth least, so that more is left to who asks for more; of parts that
     * are alike, what leaves most to those to come, and of all else that is, what takes of counters or capacities of which least is left.
     */
    List<Candidate> ordered(List<Candidate> candidates) {
        return candidates.stream()
                .map(this::place)
                .sorted(Place.ORDER)
                .map(Place::candidate)
                .toList();
    }

    private Place place(Candidate candidate) {
        Device device = candidate.offered().device();
        Pool pool = candidate.pool();
        return new Place(
                !device.binding().awaited().isEmpty(),
                memory(candidate),
                counted(candidate),
                pool.parts().rank(device, levels.of(pool)),
                pool.parts().has(device) ? BigDecimal.ZERO : beside(candidate),
                candidate.offered().id(),
                candidate);
    }

    /** Of what is called memory, as makers of drivers do; one where there is none. */
    static BigDecimal memory(Candidate candidate) {
        for (Map.Entry<String, Capacity> capacity :
                candidate.offered().device().qualities().capacities().entrySet()) {
            if (capacity.getKey().equals("memory") || capacity.getKey().endsWith("/memory")) {
                return capacity.getValue().value();
            }
        }
        return BigDecimal.ONE;
    }

    private static BigDecimal counted(Candidate candidate) {
        return candidate.offered().device().consumes().stream()
                .flatMap(counters -> counters.amounts().values().stream())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private BigDecimal beside(Candidate candidate) {
        Device device = candidate.offered().device();
        BigDecimal left = levels.beside(candidate.pool(), device);
        if (candidate.shareable()) {
            Map<String, BigDecimal> consumed =
                    holdings.consumed(candidate.offered().id());
            for (Map.Entry<String, Capacity> capacity :
                    device.qualities().capacities().entrySet()) {
                left = left.add(capacity.getValue()
                        .value()
                        .subtract(consumed.getOrDefault(capacity.getKey(), BigDecimal.ZERO)));
            }
        }
        return left;
    }
}
