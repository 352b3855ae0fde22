package io.berth.core.catalog;

import io.berth.core.plugin.PluginFailure;
import io.berth.core.plugin.PluginOrigin;
import io.berth.core.policy.ChoiceListener;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.Facts;
import io.berth.core.policy.Filter;
import io.berth.core.policy.GangPlacer;
import io.berth.core.policy.Order;
import io.berth.core.policy.Placer;
import io.berth.core.policy.window.WindowPlanners;
import io.berth.core.strategy.Backfill;
import io.berth.core.strategy.Parameters;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.Preemption;
import io.berth.core.strategy.Sparing;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.strategy.WorkClass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All policies, listed once, in the order in which they are shown. */
public final class Catalog {
    /** Rises whenever a policy of the same name and parameters would decide otherwise than before. */
    public static final int VERSION = 1;

    private static final List<Entry<Backfill>> BACKFILLS = List.of(
            new Entry<>("none", "the queue waits for its head", "", List.of(), (_, _) -> Backfill.NONE),
            new Entry<>("greedy", "whatever fits starts at once", "", List.of(), (_, _) -> Backfill.GREEDY),
            new Entry<>(
                    "easy", "what does not delay the head starts", "Lifka 1995", List.of(), (_, _) -> Backfill.EASY),
            new Entry<>(
                    "conservative",
                    "what delays nobody starts; each job hears when",
                    "Mu'alem and Feitelson 2001",
                    List.of(),
                    (_, _) -> Backfill.CONSERVATIVE));

    private static final List<Entry<Preemption>> PREEMPTIONS = List.of(
            new Entry<>("none", "what runs keeps its room", "", List.of(), (_, _) -> Preemption.NONE),
            new Entry<>(
                    "by-order",
                    "jobs that go later make room",
                    "Schrage 1968",
                    Sparing.PARAMETERS,
                    (parameters, _) -> sparing(parameters, Preemption.BY_ORDER)),
            new Entry<>(
                    "least-loss",
                    "of jobs that go later, those make room that lose least",
                    "",
                    Sparing.PARAMETERS,
                    (parameters, _) -> sparing(parameters, Preemption.LEAST_LOSS)));

    private static final List<StrategySpec> PRESETS = List.of(
            StrategySpec.of("fgd-greedy", "fcfs", "fgd", "greedy"),
            StrategySpec.of("priority-packing", "fcfs", "best-fit", "greedy")
                    .ordering(PolicySpec.of("priority", Collections.singletonMap("aging", "0"))),
            StrategySpec.of("srtf", "srtf", "best-fit", "greedy").preempting("by-order"),
            StrategySpec.of("srsf", "srsf", "best-fit", "greedy").preempting("by-order"),
            StrategySpec.of("by-class", "fcfs", "best-fit", "easy").classed(WorkClass.DEFAULTS),
            StrategySpec.of("tiresias-l", "multi-level", "best-fit", "greedy").preempting("by-order"),
            windows("fgd-lookahead"),
            windows("hungarian"),
            windows("exchange"),
            windows("dual"),
            windows("ilp"));

    private static final Catalog STANDARD = new Catalog(
            new Open(Orders.ALL, Placements.STANDARD, NodeRules.FILTERS, NodeRules.GANGS),
            null,
            null,
            PluginPolicies.NONE);

    private final Open open;
    private final @Nullable WindowPlanners planners;
    private final @Nullable ChoiceListener listener;
    private final PluginPolicies plugins;

    /** The entries of the kinds that programs may add to. */
    private record Open(
            List<Entry<Order>> orders,
            List<Entry<Placer>> places,
            List<Entry<Filter>> filters,
            List<Entry<GangPlacer>> gangs) {}

    private Catalog(
            Open open, @Nullable WindowPlanners planners, @Nullable ChoiceListener listener, PluginPolicies plugins) {
        this.open = open;
        this.planners = planners;
        this.listener = listener;
        this.plugins = plugins;
    }

    /** {@code what}, where {@code parameters} say whom it spares. */
    static <P> P sparing(Parameters parameters, P what) {
        Sparing.of(parameters);
        return what;
    }

    private static StrategySpec windows(String method) {
        return StrategySpec.of(method).placing(PolicySpec.of("fgd")).planning(PolicySpec.of(method));
    }

    /** The policies that ship with Berth. */
    public static Catalog standard() {
        return STANDARD;
    }

    /**
     * The same with one more placement policy, for programs that bring their own.
     *
     * @throws IllegalArgumentException where there is one of its name
     */
    public Catalog with(Entry<Placer> placement) {
        return with(new Open(open.orders, more(open.places, placement), open.filters, open.gangs));
    }

    /**
     * The same with one more order, for programs that bring their own.
     *
     * @throws IllegalArgumentException where there is one of its name
     */
    public Catalog withOrder(Entry<Order> order) {
        return with(new Open(more(open.orders, order), open.places, open.filters, open.gangs));
    }

    /**
     * The same with one more filter, for programs that bring their own. It is asked of nodes where the task fits.
     *
     * @throws IllegalArgumentException where there is one of its name
     */
    public Catalog withFilter(Entry<Filter> filter) {
        return with(new Open(open.orders, open.places, more(open.filters, filter), open.gangs));
    }

    /**
     * The same with one more way to place the tasks of a job together, for programs that bring their own.
     *
     * @throws IllegalArgumentException where there is one of its name
     */
    public Catalog withGang(Entry<GangPlacer> gang) {
        return with(new Open(open.orders, open.places, open.filters, more(open.gangs, gang)));
    }

    private Catalog with(Open more) {
        return new Catalog(more, planners, listener, plugins);
    }

    /**
     * The same with the orders and placements of {@code plugin}, guarded.
     *
     * @throws IllegalArgumentException where the plugin is there already, or one of its policies has the name of another
     */
    public Catalog with(Plugin plugin, PluginOrigin origin) {
        List<Entry<Order>> allOrders = new ArrayList<>(open.orders);
        for (Entry<Order> entry : plugin.orders()) {
            plugins.checkFree(PolicyKind.ORDER, allOrders, entry.name(), origin);
            allOrders.add(PluginPolicies.guardedOrder(entry, origin));
        }
        List<Entry<Placer>> allPlaces = new ArrayList<>(open.places);
        for (Entry<Placer> entry : plugin.placements()) {
            plugins.checkFree(PolicyKind.PLACE, allPlaces, entry.name(), origin);
            allPlaces.add(PluginPolicies.guardedPlacer(entry, origin));
        }
        return new Catalog(
                new Open(allOrders, allPlaces, open.filters, open.gangs),
                planners,
                listener,
                plugins.with(plugin, origin));
    }

    /** The plugins that brought some of its policies. */
    public List<PluginOrigin> plugins() {
        return plugins.plugins();
    }

    /** The plugin that brought a policy; null for one that ships with Berth. */
    public @Nullable PluginOrigin origin(PolicyKind kind, String name) {
        return plugins.origin(kind, name);
    }

    /** {@code spec} with the plugins that its parts come from here: as it is put in force. */
    public StrategySpec signed(StrategySpec spec) {
        return plugins.signed(spec);
    }

    /** {@code spec} with the defaults in place of the parts of the plugin that failed. */
    public StrategySpec without(StrategySpec spec, PluginFailure failure) {
        return plugins.without(spec, failure, this);
    }

    /**
     * Refuses a strategy that was put in force with plugins that are not these.
     *
     * @throws io.berth.core.plugin.WrongPluginException with which are wanted
     */
    public void checkPlugins(StrategySpec spec) {
        plugins.check(spec);
    }

    private static <P> List<Entry<P>> more(List<Entry<P>> entries, Entry<P> entry) {
        if (entries.stream().anyMatch(known -> known.name().equals(entry.name()))) {
            throw new IllegalArgumentException("There is a policy (" + entry.name() + ") already.");
        }
        List<Entry<P>> more = new ArrayList<>(entries);
        more.add(entry);
        return more;
    }

    /** The same for a program that can plan windows of the queue; without, strategies that do are refused. */
    public Catalog with(WindowPlanners windowPlanners) {
        return new Catalog(open, windowPlanners, listener, plugins);
    }

    /** The same, whose choosers tell {@code heard} of each choice; for a journal that is gone through again. */
    public Catalog with(ChoiceListener heard) {
        return new Catalog(open, planners, heard, plugins);
    }

    /** Who plans windows of the queue; null where this program cannot. */
    public @Nullable WindowPlanners planners() {
        return planners;
    }

    /** The entries of a kind. */
    public List<? extends Entry<?>> entries(PolicyKind kind) {
        return switch (kind) {
            case ORDER -> open.orders;
            case PLACE -> open.places;
            case BACKFILL -> BACKFILLS;
            case PREEMPT -> PREEMPTIONS;
            case PLAN -> WindowPlannings.ALL;
            case FILTER -> open.filters;
            case GANG -> open.gangs;
            case DELAY -> NodeRules.DELAYS;
            case DEVICE -> DeviceOrders.ALL;
            case DOMAIN -> Topologies.DOMAINS;
            case SHARE -> Sharing.SHARES;
            case RECLAIM -> Sharing.RECLAIMS;
            case BOUND -> Bounds.ALL;
            case RESIZE -> Resizings.ALL;
            case CONSOLIDATE -> Disruption.CONSOLIDATIONS;
        };
    }

    /** The placement policies that can be combined: those whose scores have a scale. */
    public List<String> combinable() {
        return Placements.combinable(open.places);
    }

    /** Whole strategies that have a name of their own. */
    public List<StrategySpec> presets() {
        return PRESETS;
    }

    /** The names of a kind. */
    public List<String> names(PolicyKind kind) {
        return entries(kind).stream().<String>map(Entry::name).toList();
    }

    /**
     * The strategy that {@code spec} describes.
     *
     * @throws IllegalArgumentException where a policy or parameter is unknown, a value is not of its type, or two policies
     *     contradict each other
     */
    public Strategy strategy(StrategySpec spec, Facts facts) {
        Strategy strategy = made(spec, facts);
        PluginFailure failure = facts.failure();
        if (failure != null) {
            throw new IllegalArgumentException(failure.text());
        }
        return strategy;
    }

    /**
     * The strategy in force. Where parts of it came from plugins, it is made whatever became of them: {@link Facts#failure()} tells, and
     * what stands in place of a part only lets a pass come to its end.
     */
    public Strategy inForce(StrategySpec spec, Facts facts) {
        if (spec.plugins().isEmpty()) {
            return made(spec, facts);
        }
        try {
            return made(spec, facts);
        } catch (IllegalArgumentException e) {
            facts.failed(
                    new PluginFailure(spec.plugins().getFirst(), "", "is missing or another one: " + e.getMessage()));
            return made(StrategySpec.of(spec.name()), facts);
        }
    }

    private Strategy made(StrategySpec spec, Facts facts) {
        Placing placing = placing(spec, facts);
        Strategy strategy = new Strategy(
                spec,
                heard(make(open.orders, spec.order(), facts)),
                placing,
                spec.classes().stream()
                        .map(each -> placing(each, placing, facts))
                        .toList(),
                make(BACKFILLS, spec.backfill(), facts),
                make(PREEMPTIONS, spec.policy(PolicyKind.PREEMPT), facts),
                make(WindowPlannings.ALL, spec.policy(PolicyKind.PLAN), facts),
                make(NodeRules.DELAYS, spec.policy(PolicyKind.DELAY), facts),
                new Sharing(
                        make(Sharing.SHARES, spec.policy(PolicyKind.SHARE), facts),
                        make(Sharing.RECLAIMS, spec.policy(PolicyKind.RECLAIM), facts)),
                make(Bounds.ALL, spec.policy(PolicyKind.BOUND), facts),
                Disruption.of(spec, make(Disruption.CONSOLIDATIONS, spec.policy(PolicyKind.CONSOLIDATE), facts)),
                make(Resizings.ALL, spec.policy(PolicyKind.RESIZE), facts));
        Conflict.check(strategy);
        if (strategy.planning().plans()) {
            if (planners == null) {
                throw new IllegalArgumentException(
                        "plan (" + strategy.planning().method() + ") needs a solver, and this program has none.");
            }
            facts.mix();
        }
        return strategy;
    }

    private Placing placing(StrategySpec spec, Facts facts) {
        return new Placing(
                NodeRules.whole(make(open.filters, spec.policy(PolicyKind.FILTER), facts)),
                Placements.make(open.places, spec.place(), facts),
                make(open.gangs, spec.policy(PolicyKind.GANG), facts),
                make(Topologies.DOMAINS, spec.policy(PolicyKind.DOMAIN), facts),
                make(DeviceOrders.ALL, spec.policy(PolicyKind.DEVICE), facts));
    }

    /** Where tasks of a class go: as {@code others} do but for what it has of its own. */
    private Placing placing(WorkClass of, Placing others, Facts facts) {
        PartSpec place = of.parts().get(PolicyKind.PLACE);
        PolicySpec domain = (PolicySpec) of.parts().get(PolicyKind.DOMAIN);
        PolicySpec device = (PolicySpec) of.parts().get(PolicyKind.DEVICE);
        return new Placing(
                others.filter(),
                place == null ? others.placer() : Placements.make(open.places, place, facts),
                others.gangs(),
                domain == null ? others.domains() : make(Topologies.DOMAINS, domain, facts),
                device == null ? others.devices() : make(DeviceOrders.ALL, device, facts));
    }

    private Order heard(Order order) {
        ChoiceListener hears = listener;
        return hears != null && order instanceof Chooser chooser ? new HeardChooser(chooser, hears) : order;
    }

    private static <P> P make(List<Entry<P>> entries, PolicySpec spec, Facts facts) {
        return find(entries, spec).make(spec, facts);
    }

    static <P> Entry<P> find(List<Entry<P>> entries, PolicySpec spec) {
        for (Entry<P> entry : entries) {
            if (entry.name().equals(spec.name())) {
                return entry;
            }
        }
        throw new IllegalArgumentException("There is no policy (" + spec.name() + "), only "
                + entries.stream().map(Entry::name).toList() + ".");
    }

    /** A placement policy without parameters. */
    public static Entry<Placer> place(String name, String summary, String source, Entry.Factory<Placer> factory) {
        return new Entry<>(name, summary, source, List.of(), factory);
    }
}
