package example;

import io.berth.core.catalog.Entry;
import io.berth.core.catalog.Plugin;
import io.berth.core.policy.Order;
import io.berth.core.policy.Placer;
import io.berth.core.policy.Placer.Scored;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.Parameter.Type;
import java.util.List;

/** What the jar brings: an order and a placement. */
public final class ExamplePlugin implements Plugin {
    private static final Parameter SPARE =
            new Parameter("spare", Type.INTEGER, "0", "idle GPUs that a node keeps for large jobs where another node will do");

    @Override
    public String name() {
        return "example";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public List<Entry<Order>> orders() {
        return List.of(new Entry<>("widest", "most GPUs first", "", List.of(), (_, _) -> new Widest()));
    }

    @Override
    public List<Entry<Placer>> placements() {
        return List.of(new Entry<>(
                "tightest",
                "fewest idle GPUs left",
                "Johnson 1973, for best fit",
                List.of(SPARE),
                (parameters, _) -> new Scored(new Tightest(parameters.integer("spare")))));
    }
}
