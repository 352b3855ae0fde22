package io.berth.core.dispatch.catalog;

import io.berth.core.dispatch.Admission;
import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.Dispatcher;
import io.berth.core.dispatch.QueueOrder;
import io.berth.core.dispatch.admission.DeadlineForecast;
import io.berth.core.dispatch.admission.Gradient;
import io.berth.core.dispatch.admission.QueueLimit;
import io.berth.core.dispatch.admission.TokenBucket;
import io.berth.core.dispatch.balance.Scoring;
import io.berth.core.dispatch.combination.InOrder;
import io.berth.core.dispatch.combination.WeightedSum;
import io.berth.core.dispatch.guard.DispatchGuard;
import io.berth.core.dispatch.guard.GuardedAdmission;
import io.berth.core.dispatch.guard.GuardedBalancer;
import io.berth.core.dispatch.guard.GuardedQueueOrder;
import io.berth.core.dispatch.order.Fair;
import io.berth.core.plugin.PluginOrigin;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.Parameter.Type;
import io.berth.core.strategy.Parameters;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All that decides about requests, listed once, in the order in which it is shown. */
public final class DispatchCatalog {
    private static final List<DispatchEntry<QueueOrder>> QUEUES = List.of(
            plain("fifo", "first come, first served", "", _ -> QueueOrder.FIFO),
            plain("priority", "most urgent first", "", _ -> QueueOrder.PRIORITY),
            plain("earliest-deadline", "earliest deadline first", "Jackson 1955", _ -> QueueOrder.EARLIEST_DEADLINE),
            plain("shortest", "least expected work first", "Smith 1956", _ -> QueueOrder.SHORTEST),
            plain(
                    "fair",
                    "most urgent first, then the tenant that was served least",
                    "start-time fair queueing, Goyal 1996",
                    _ -> new Fair()));

    private static final List<DispatchEntry<Admission>> ADMISSIONS = List.of(
            new DispatchEntry<>(
                    "queue-limit",
                    "refuses what would join a full queue",
                    "",
                    List.of(new Parameter("length", Type.INTEGER, "16", "requests that may wait in one queue")),
                    p -> new QueueLimit(p.integer("length"))),
            plain("deadline", "refuses what would be late", "Mooncake, FAST 2025", _ -> new DeadlineForecast()),
            new DispatchEntry<>(
                    "token-bucket",
                    "refuses what a tenant sends beyond its rate",
                    "ITU-T I.371",
                    List.of(
                            new Parameter("rate", Type.NUMBER, "10", "requests a second of each tenant"),
                            new Parameter("burst", Type.NUMBER, "20", "requests that may come at once")),
                    p -> new TokenBucket(p.number("rate"), p.number("burst"))),
            new DispatchEntry<>(
                    "gradient",
                    "refuses what would only lengthen queues, by how latency grows",
                    "Netflix concurrency-limits, Gradient2",
                    List.of(
                            new Parameter("least", Type.INTEGER, "20", "requests that may always be under way"),
                            new Parameter("most", Type.INTEGER, "200", "requests that may be at most"),
                            new Parameter("tolerance", Type.NUMBER, "1.5", "how many times longer than usual is well")),
                    p -> new Gradient((int) p.integer("least"), (int) p.integer("most"), p.number("tolerance"))));

    private static final DispatchCatalog STANDARD =
            new DispatchCatalog(Balancers.ALL, QUEUES, ADMISSIONS, new TreeMap<>());

    private final List<DispatchEntry<Balancer>> balancers;
    private final List<DispatchEntry<QueueOrder>> queues;
    private final List<DispatchEntry<Admission>> admissions;
    /** By key of the kind and name, those that plugins brought: {@code balance spread}. */
    private final TreeMap<String, PluginOrigin> origins;

    private DispatchCatalog(
            List<DispatchEntry<Balancer>> balancers,
            List<DispatchEntry<QueueOrder>> queues,
            List<DispatchEntry<Admission>> admissions,
            TreeMap<String, PluginOrigin> origins) {
        this.balancers = List.copyOf(balancers);
        this.queues = List.copyOf(queues);
        this.admissions = List.copyOf(admissions);
        this.origins = origins;
    }

    /** The policies that ship with Berth. */
    public static DispatchCatalog standard() {
        return STANDARD;
    }

    /**
     * The same with what a plugin brings, guarded.
     *
     * @throws IllegalArgumentException where a policy has the name of another
     */
    public DispatchCatalog with(DispatchPolicies brought, PluginOrigin origin) {
        TreeMap<String, PluginOrigin> allOrigins = new TreeMap<>(origins);
        return new DispatchCatalog(
                more(DispatchKind.BALANCE, brought.balancers(), origin, allOrigins, GuardedBalancer::new),
                more(DispatchKind.QUEUE, brought.queues(), origin, allOrigins, GuardedQueueOrder::new),
                more(DispatchKind.ADMIT, brought.admissions(), origin, allOrigins, GuardedAdmission::new),
                allOrigins);
    }

    /** The plugin that brought a policy; null for one that ships with Berth. */
    public @Nullable PluginOrigin origin(DispatchKind kind, String name) {
        return origins.get(kind.key() + " " + name);
    }

    /** The entries of a kind. */
    public List<? extends DispatchEntry<?>> entries(DispatchKind kind) {
        return switch (kind) {
            case BALANCE -> balancers;
            case QUEUE -> queues;
            case ADMIT -> admissions;
        };
    }

    /** The names of a kind. */
    public List<String> names(DispatchKind kind) {
        return entries(kind).stream().<String>map(DispatchEntry::name).toList();
    }

    /**
     * A new balancer; {@link IllegalArgumentException} where it or a parameter is unknown, a value is wrong, or several are to decide
     * together of which one gives no scores.
     */
    public Balancer balancer(PartSpec spec) {
        return switch (spec) {
            case PolicySpec one -> find(balancers, one).make(one);
            case PartSpec.Weighted several ->
                new WeightedSum(
                        scoring(several.policies()),
                        several.parts().stream().map(PartSpec.Weighed::weight).toList());
            case PartSpec.Lexicographic several -> new InOrder(scoring(several.policies()));
        };
    }

    /** The names of balancers that can be combined: those that say what a request costs on each server. */
    public List<String> combinable() {
        return balancers.stream()
                .filter(entry -> entry.parameters().stream().noneMatch(given -> given.type() == Parameter.Type.MODEL))
                .<String>map(DispatchEntry::name)
                .filter(name -> balancer(PolicySpec.of(name)) instanceof Scoring)
                .toList();
    }

    private List<Scoring> scoring(List<PolicySpec> specs) {
        List<Scoring> parts = new ArrayList<>();
        for (PolicySpec spec : specs) {
            if (!(find(balancers, spec).make(spec) instanceof Scoring part)) {
                throw new IllegalArgumentException("The balancer (" + spec.name()
                        + ") gives no scores and cannot be combined, only " + combinable() + " can.");
            }
            parts.add(part);
        }
        return parts;
    }

    /** A queue order, likewise. */
    public QueueOrder queue(PolicySpec spec) {
        return find(queues, spec).make(spec);
    }

    /** A new admission, likewise. */
    public Admission admission(PolicySpec spec) {
        return find(admissions, spec).make(spec);
    }

    /** What decides for a dispatcher of {@code spec}, whose policies must be in the catalog; made anew. */
    public Dispatcher.Policies policies(DispatchSpec spec) {
        return policies(spec, balancer(spec.balance()));
    }

    /** The same with {@code balancer} in place of the one that {@code spec} names. */
    public Dispatcher.Policies policies(DispatchSpec spec, Balancer balancer) {
        return new Dispatcher.Policies(
                balancer,
                queue(spec.queue()),
                spec.admit().stream().map(this::admission).toList(),
                spec.waiting(),
                spec.evict());
    }

    private static <P> DispatchEntry<P> find(List<DispatchEntry<P>> entries, PolicySpec spec) {
        for (DispatchEntry<P> entry : entries) {
            if (entry.name().equals(spec.name())) {
                return entry;
            }
        }
        throw new IllegalArgumentException("There is no policy (" + spec.name() + "), only "
                + entries.stream().map(DispatchEntry::name).toList() + ".");
    }

    private <P> List<DispatchEntry<P>> more(
            DispatchKind kind,
            List<DispatchEntry<P>> brought,
            PluginOrigin origin,
            TreeMap<String, PluginOrigin> allOrigins,
            BiFunction<P, DispatchGuard, P> guarding) {
        @SuppressWarnings("unchecked")
        List<DispatchEntry<P>> all = new ArrayList<>((List<DispatchEntry<P>>) entries(kind));
        for (DispatchEntry<P> entry : brought) {
            if (names(kind).contains(entry.name()) || allOrigins.containsKey(kind.key() + " " + entry.name())) {
                PluginOrigin other = allOrigins.get(kind.key() + " " + entry.name());
                throw new IllegalArgumentException(origin.collision(kind.key(), entry.name(), other));
            }
            allOrigins.put(kind.key() + " " + entry.name(), origin);
            all.add(guarded(entry, new DispatchGuard(origin, entry.name()), guarding));
        }
        return all;
    }

    private static <P> DispatchEntry<P> guarded(
            DispatchEntry<P> entry, DispatchGuard guard, BiFunction<P, DispatchGuard, P> guarding) {
        return new DispatchEntry<>(
                entry.name(),
                entry.summary(),
                entry.source(),
                entry.parameters(),
                parameters -> guarding.apply(guard.made(() -> entry.factory().apply(parameters)), guard));
    }

    /** One without parameters. */
    static <P> DispatchEntry<P> plain(
            String name, String summary, String source, Function<Parameters, ? extends P> factory) {
        return new DispatchEntry<>(name, summary, source, List.of(), factory);
    }
}
