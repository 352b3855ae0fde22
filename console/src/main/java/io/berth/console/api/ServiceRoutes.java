package io.berth.console.api;

import io.berth.console.api.call.Parameter;
import io.berth.console.api.call.Route;
import io.berth.console.api.call.Schemas;
import io.berth.console.service.ServiceRow;
import io.berth.edge.access.Role;
import io.berth.spec.schema.JsonSchema;
import java.util.List;

/** The routes of services. */
record ServiceRoutes(ServiceResource services, Schemas schemas) {
    private static final Parameter NAME = Parameter.name("name", "The name of the service.");

    List<Route> all() {
        String list = Routes.ROOT + "/services";
        String one = list + "/{name}";
        Route.Output row = Route.Output.json(200, "The service.", schemas.of(ServiceRow.class));
        return List.of(
                Route.get(list, "listServices", "Lists services by name, with their replicas.", services::list)
                        .giving(Route.Output.json(200, "Services.", schemas.of(ServiceResource.ServiceList.class))),
                Route.get(one, "getService", "One service, with its replicas.", services::get)
                        .with(NAME)
                        .giving(row),
                Route.change(
                                "PUT",
                                one,
                                "scaleService",
                                "Has a service have so many replicas: more are as its newest, too many are cancelled, the newest first.",
                                services::scale)
                        .by(Role.SUBMITTER)
                        .with(NAME)
                        .taking(new Route.Input(
                                "How many.",
                                JsonSchema.of(ServiceResource.SCALE),
                                List.of(new Route.Example("three", "{\"replicas\": 3}"))))
                        .giving(row),
                Route.change(
                                "PUT",
                                one + "/followers/{follower}",
                                "followService",
                                "Says to which replicas a gateway may send requests or has some at, to be said again every second or so."
                                        + " A replica that is to be stopped is asked to end as soon as no follower holds it, and one that may submit jobs follows."
                                        + " What such a one says comes decides how many replicas a service has that follows the requests.",
                                services::follow)
                        .by(Role.VIEWER)
                        .with(NAME, Parameter.name("follower", "What the gateway calls itself, as no other does."))
                        .taking(
                                new Route.Input(
                                        "What it holds.",
                                        JsonSchema.of(ServiceResource.FOLLOW),
                                        List.of(
                                                new Route.Example("one", "{\"holds\": [\"127.0.0.1:15001\"]}"),
                                                new Route.Example(
                                                        "demand",
                                                        "{\"holds\": [], \"demand\": {\"arrived\": 1200, \"running\": 7, \"service_seconds\": 0.8}}"))))
                        .giving(row));
    }
}
