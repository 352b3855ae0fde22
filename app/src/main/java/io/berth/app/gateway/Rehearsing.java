package io.berth.app.gateway;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.dispatch.catalog.DispatchKind;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.core.time.Nanos;
import io.berth.gateway.page.Rehearsal;
import io.berth.gateway.setting.GatewaySettings;
import io.berth.gateway.setting.Server;
import io.berth.sim.replay.BalancerComparison;
import io.berth.sim.replay.GatewayRecord;
import io.berth.spec.fleet.DispatchReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Requests of a gateway under other balancers, by the simulator: those of its last hour, or of a file. */
final class Rehearsing implements Rehearsal {
    private final DispatchSpec present;
    private final FlowSpec flow;
    private final long reportNanos;
    private final Map<String, ServerSpec> declared = new LinkedHashMap<>();
    private final DispatchReader strategies;
    private final DispatchCatalog catalog;

    /** Of a gateway with {@code settings}. */
    Rehearsing(GatewaySettings settings, DispatchReader strategies, DispatchCatalog catalog) {
        present = settings.dispatch();
        this.strategies = strategies;
        this.catalog = catalog;
        flow = new FlowSpec(0, false, settings.retries(), settings.limits().requestNanos(), true);
        long metrics = settings.health().metricsNanos();
        reportNanos = metrics == 0 ? Nanos.NEVER : metrics;
        for (Server server : settings.servers()) {
            declared.put(server.name(), server.spec());
        }
    }

    @Override
    public List<String> balancers() {
        return catalog.names(DispatchKind.BALANCE);
    }

    @Override
    public void check(List<String> balances) {
        others(balances);
    }

    @Override
    public Map<String, Object> compare(Asked asked, BooleanSupplier unwanted) {
        return ComparisonText.document(
                result(GatewayRecord.of(asked.lines()), asked.balances(), asked.slo(), asked.slots(), unwanted));
    }

    BalancerComparison.Result result(
            GatewayRecord record,
            List<String> balances,
            @Nullable Double slo,
            Map<String, Integer> slots,
            BooleanSupplier unwanted) {
        return new BalancerComparison(record, new BalancerComparison.Fleet(declared, slots, flow, reportNanos))
                .run(present, others(balances), catalog, slo, unwanted);
    }

    /** A balancer alone has the queue, the admission and the wait of the gateway. */
    private List<DispatchSpec> others(List<String> balances) {
        return balances.stream().map(this::other).toList();
    }

    private DispatchSpec other(String balance) {
        DispatchSpec read = strategies.named(balance, "balance");
        return balance.startsWith("{")
                ? read
                : new DispatchSpec(balance, read.balance(), present.queue(), present.admit(), present.waiting());
    }
}
