package io.berth.console.api;

import io.berth.console.api.call.Parameter;
import io.berth.console.api.call.Route;
import io.berth.console.api.call.Schemas;
import io.berth.console.view.ReservationRow;
import io.berth.spec.reserve.ReservationKeys;
import io.berth.spec.schema.JsonSchema;
import java.util.List;

/** The routes of reservations. */
record ReservationRoutes(ReservationResource reservations, Schemas schemas) {
    private static final Parameter NAME = Parameter.name("name", "The name of the reservation.");

    List<Route> all() {
        String list = Routes.ROOT + "/reservations";
        Route.Output all =
                Route.Output.json(200, "Reservations.", schemas.of(ReservationResource.ReservationList.class));
        return List.of(
                Route.get(list, "listReservations", "Lists reservations of nodes by name.", _ -> reservations.list())
                        .giving(all),
                Route.change(
                                "POST",
                                list,
                                "reserveNodes",
                                "Reserves nodes for a time, or changes the reservation of that name.",
                                reservations::set)
                        .taking(
                                new Route.Input(
                                        "What is reserved, when and for whom.",
                                        JsonSchema.of(ReservationKeys.RESERVATION),
                                        List.of(
                                                new Route.Example(
                                                        "maintenance",
                                                        "{\"name\": \"patches\", \"nodes\": [\"node-1\"], \"start\": \"2h\", \"duration\": \"1h\"}"))))
                        .giving(Route.Output.json(200, "The reservation.", schemas.of(ReservationRow.class))),
                Route.change(
                                "DELETE",
                                list + "/{name}",
                                "cancelReservation",
                                "Takes a reservation back.",
                                reservations::cancel)
                        .with(NAME)
                        .giving(all));
    }
}
