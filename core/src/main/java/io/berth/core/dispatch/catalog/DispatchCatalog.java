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
import io.berth.core.dispatch.balance.Learnt;
import io.berth.core.dispatch.balance.LeastConnections;
import io.berth.core.dispatch.balance.LoadAware;
import io.berth.core.dispatch.balance.PowerOfTwo;
import io.berth.core.dispatch.balance.PriorityToFast;
import io.berth.core.dispatch.balance.ResourceAware;
import io.berth.core.dispatch.balance.RoundRobin;
import io.berth.core.dispatch.balance.SmoothWeighted;
import io.berth.core.dispatch.balance.UniformRandom;
import io.berth.core.dispatch.guard.DispatchGuard;
import io.berth.core.dispatch.guard.GuardedAdmission;
import io.berth.core.dispatch.guard.GuardedBalancer;
import io.berth.core.dispatch.guard.GuardedQueueOrder;
import io.berth.core.dispatch.order.Fair;
import io.berth.core.dispatch.predict.Predicted;
import io.berth.core.model.BalancerModel;
import io.berth.core.model.ModelFile;
import io.berth.core.plugin.PluginOrigin;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.Parameter.Type;
import io.berth.core.strategy.Parameters;
import io.berth.core.strategy.PolicySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All that decides about requests, listed once, in the order in which it is shown. */
public final class DispatchCatalog {
    private static final Parameter MODEL =
            new Parameter("model", Type.MODEL, "", "the model, as berth train writes it of dispatch; needed");

    private static final List<DispatchEntry<Balancer>> BALANCERS = List.of(
            plain("round-robin", "each server in turn", "", _ -> new RoundRobin()),
            plain("weighted", "by turns in proportion to weights", "nginx 1.3.1", _ -> new SmoothWeighted()),
            plain("random", "any server", "", _ -> new UniformRandom()),
            plain("least-connections", "fewest requests", "HAProxy leastconn", _ -> new LeastConnections()),
            plain("power-of-two", "fewer requests of two drawn", "Mitzenmacher 2001", _ -> new PowerOfTwo()),
            plain("load-aware", "lowest measured or forecast load", "Finagle Peak EWMA", _ -> new LoadAware()),
            new DispatchEntry<>(
                    "predicted",
                    "earliest predicted answer, by what is learnt of each server",
                    "Bell and Stidham 1983",
                    List.of(
                            new Parameter("own", Type.NUMBER, "0.25", "the part of its own work that a request counts"),
                            new Parameter(
                                    "blocks", Type.INTEGER, "32768", "blocks of prompts remembered of each server")),
                    p -> new Predicted(p.number("own"), (int) p.integer("blocks"))),
            new DispatchEntry<>(
                    "resource-aware",
                    "earliest expected finish, by work, speed, memory and model loads",
                    "MCT, Maheswaran et al. 1999",
                    List.of(new Parameter(
                            "evict", Type.NUMBER, "1", "how much more a load counts that pushes a model out")),
                    p -> new ResourceAware(p.number("evict"))),
            new DispatchEntry<>(
                    "priority-to-fast",
                    "urgent requests to fast servers, others to what is left",
                    "Lin and Kumar 1984",
                    List.of(
                            new Parameter("urgent", Type.INTEGER, "1", "the least priority that is urgent"),
                            new Parameter("fast", Type.NUMBER, "30", "capacity of the fast tier, per cent"),
                            new Parameter(
                                    "reserve", Type.NUMBER, "2", "how many times less loaded the other tier must be")),
                    p -> new PriorityToFast((int) p.integer("urgent"), p.number("fast") / 100, p.number("reserve"))),
            new DispatchEntry<>(
                    "learnt",
                    "highest score of a learnt model",
                    "RLScheduler, SC 2020, over servers",
                    List.of(MODEL),
                    p -> new Learnt(model(p))));

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

    private static final DispatchCatalog STANDARD = new DispatchCatalog(BALANCERS, QUEUES, ADMISSIONS, new TreeMap<>());

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

    /** A new balancer; {@link IllegalArgumentException} where it or a parameter is unknown, or a value is wrong. */
    public Balancer balancer(PolicySpec spec) {
        return find(balancers, spec).make(spec);
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
                spec.waiting());
    }

    private static BalancerModel model(Parameters parameters) {
        if (!parameters.has(MODEL.name())) {
            throw new IllegalArgumentException(
                    "The balancer (learnt) needs the parameter (model): {balance: {learnt: {model: FILE}}}.");
        }
        return parameters.model(MODEL.name(), ModelFile::readBalancer);
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

    private static <P> DispatchEntry<P> plain(
            String name, String summary, String source, Function<Parameters, ? extends P> factory) {
        return new DispatchEntry<>(name, summary, source, List.of(), factory);
    }
}
