package io.berth.console.api;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.Documents;
import io.berth.console.api.call.Engine;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.console.view.LiveView;
import io.berth.console.view.ReservationRow;
import io.berth.core.reserve.NodeReservation;
import io.berth.live.driver.Operator;
import io.berth.spec.input.InputException;
import io.berth.spec.reserve.ReservationKeys;
import java.util.List;

/** {@code /reservations}: nodes that are kept for some jobs, or for nobody, for a time. */
record ReservationResource(Operator operator, LiveView view) {
    private static final int MOST_BYTES = 64 << 10;
    private static final int LONGEST_NAME = 64;

    /** The reservations. */
    record ReservationList(List<ReservationRow> reservations) {}

    /** {@code GET /reservations}. */
    Response list() {
        return Response.json(200, new ReservationList(view.reservations()));
    }

    /** {@code POST /reservations}; its start counts from now. */
    Response set(Call call) {
        NodeReservation reservation;
        try {
            reservation = ReservationKeys.one(Documents.read(call.request(), MOST_BYTES));
        } catch (InputException e) {
            throw Problem.of(e).exception();
        }
        Documents.checkLength("name", reservation.name(), LONGEST_NAME);
        Engine.await(operator.reserve(reservation));
        ReservationRow row = view.reservations().stream()
                .filter(one -> one.name().equals(reservation.name()))
                .findFirst()
                .orElseThrow(() -> Problem.input("name", "the reservation is taken back already")
                        .exception());
        return Response.json(200, row);
    }

    /** {@code DELETE /reservations/NAME}. */
    Response cancel(Call call) {
        Documents.none(call.request());
        Engine.await(operator.unreserve(call.text("name")));
        return list();
    }
}
