package io.berth.console.api.pool;

import io.berth.console.api.call.Route;
import io.berth.console.api.call.Schemas;
import io.berth.console.http.message.Response;
import io.berth.console.view.LiveView;
import io.berth.console.view.PoolRow;
import java.util.List;

/** {@code /pools}: which nodes are granted to which queues. */
public record PoolResource(LiveView view) {
    /** The pools. */
    record PoolList(List<PoolRow> pools) {}

    /** Its routes, below {@code root}. */
    public List<Route> routes(String root, Schemas schemas) {
        Route.Output all = Route.Output.json(200, "Pools.", schemas.of(PoolList.class));
        return List.of(Route.get(
                        root + "/pools",
                        "listPools",
                        "Lists pools of nodes: for which queues they are, and which nodes they have.",
                        _ -> Response.json(200, new PoolList(view.pools())))
                .giving(all));
    }
}
