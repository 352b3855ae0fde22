package io.berth.app.plugin;

import io.berth.core.catalog.Entry;
import io.berth.core.catalog.Plugin;
import io.berth.core.dispatch.Admission;
import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.QueueOrder;
import io.berth.core.dispatch.catalog.DispatchEntry;
import io.berth.core.dispatch.catalog.DispatchPolicies;
import io.berth.core.plugin.PluginOrigin;
import io.berth.core.policy.Order;
import io.berth.core.policy.Placer;
import io.berth.core.strategy.Listed;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a jar brought when it was asked, once.
 *
 * @param requests what it brings for requests
 */
record LoadedPlugin(
        PluginOrigin origin, List<Entry<Order>> orders, List<Entry<Placer>> placements, DispatchPolicies requests)
        implements Plugin {
    LoadedPlugin {
        orders = List.copyOf(orders);
        placements = List.copyOf(placements);
    }

    /** Asks {@code plugin}, which may throw anything. */
    static LoadedPlugin of(Plugin plugin, PluginOrigin origin) {
        return new LoadedPlugin(
                origin,
                plugin.orders(),
                plugin.placements(),
                new DispatchPolicies(plugin.balancers(), plugin.queues(), plugin.admissions()));
    }

    /** All that it brings. */
    List<Listed> policies() {
        return Stream.<List<? extends Listed>>of(orders, placements, balancers(), queues(), admissions())
                .<Listed>flatMap(List::stream)
                .toList();
    }

    @Override
    public String name() {
        return origin.name();
    }

    @Override
    public String version() {
        return origin.version();
    }

    @Override
    public List<DispatchEntry<Balancer>> balancers() {
        return requests.balancers();
    }

    @Override
    public List<DispatchEntry<QueueOrder>> queues() {
        return requests.queues();
    }

    @Override
    public List<DispatchEntry<Admission>> admissions() {
        return requests.admissions();
    }
}
