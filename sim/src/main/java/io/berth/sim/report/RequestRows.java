package io.berth.sim.report;

import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.flow.Failure;
import io.berth.core.dispatch.flow.Outcome;
import io.berth.core.time.Nanos;
import io.berth.sim.fleet.FleetObserver;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.fleet.RequestEnd;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The requests of one run as CSV rows, in the order in which they were answered or ended otherwise. Times are seconds since the
 * first request came; what did not happen is an empty field. {@code model} has the models of all stages, {@code start_s} and
 * {@code server} are those of the stage that got a slot first, {@code wait_s} is the time in queues of all stages, {@code
 * reason} why a request was rejected or failed.
 */
public final class RequestRows implements FleetObserver {
    /** The names of the columns, with a line feed. */
    public static final String HEADER =
            "request,tenant,model,priority,submit_s,deadline_s,start_s,end_s,wait_s,latency_s,"
                    + "ttft_s,outcome,reason,server,strategy,seed\n";

    private static final long NOT_YET = -1;

    private final CsvRows rows = new CsvRows();
    private final FleetRun.Setup setup;
    private final List<String> models;
    private long originNanos = NOT_YET;

    /**
     * Of a run of {@code setup}.
     *
     * @param models the names of the models, by number
     */
    public RequestRows(FleetRun.Setup setup, List<String> models) {
        this.setup = setup;
        this.models = List.copyOf(models);
    }

    @Override
    public void arrived(RequestArrival arrival) {
        if (originNanos == NOT_YET) {
            originNanos = arrival.atNanos();
        }
    }

    @Override
    public void ended(RequestEnd end) {
        RequestArrival arrival = end.arrival();
        long submit = arrival.atNanos();
        long deadline = arrival.deadlineNanos();
        boolean answered = end.answered();
        rows.number(end.number()).number(arrival.tenant()).text(models(arrival)).number(arrival.priority());
        rows.seconds(true, submit - originNanos).seconds(deadline != Nanos.NEVER, deadline - originNanos);
        rows.seconds(end.startNanos() != RequestEnd.NOT_YET, end.startNanos() - originNanos);
        rows.seconds(true, end.atNanos() - originNanos);
        rows.seconds(answered, end.queuedNanos()).seconds(answered, end.atNanos() - submit);
        rows.seconds(answered && end.firstNanos() != RequestEnd.NOT_YET, end.firstNanos() - submit);
        rows.text(word(end.outcome())).text(reason(end.outcome())).text(server(end));
        rows.text(setup.strategy().name()).number(setup.seed()).end();
    }

    /** All rows, without header. */
    public String text() {
        return rows.text();
    }

    private String models(RequestArrival arrival) {
        return arrival.stages().stream()
                .mapToInt(Stage::model)
                .filter(model -> model != Request.NO_MODEL)
                .distinct()
                .mapToObj(models::get)
                .collect(Collectors.joining("+"));
    }

    private String server(RequestEnd end) {
        return end.server() == RequestEnd.NO_SERVER
                ? ""
                : setup.servers().get(end.server()).declared().name();
    }

    private static String word(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Plain plain -> plain == Outcome.Plain.ANSWERED ? "finished" : CsvRows.lower(plain);
            case Outcome.Rejected _ -> "rejected";
            case Outcome.Failed _ -> "failed";
        };
    }

    private static String reason(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Plain _ -> "";
            case Outcome.Rejected rejected -> CsvRows.lower(rejected.reason());
            case Outcome.Failed(Failure reason) -> CsvRows.lower(reason);
        };
    }
}
