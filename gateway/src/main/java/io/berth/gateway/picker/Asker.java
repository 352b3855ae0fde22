package io.berth.gateway.picker;

import io.berth.gateway.desk.Desk;
import io.berth.gateway.http.Arrivals;
import io.berth.gateway.http.GatewayEdge;
import io.berth.gateway.http.Visit;
import io.berth.gateway.http.WireError;
import io.berth.gateway.journey.Journey;
import io.berth.gateway.journey.Trail;
import io.berth.gateway.prompt.AnswerMeter;
import io.berth.gateway.prompt.BodyScan;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Who asks Envoy, by the headers of the request: the gateway's own {@link Visit}, and what Envoy is to make of the headers. */
final class Asker {
    private static final String AUTHORIZATION = "authorization";

    private final GatewayEdge edge;
    private final HttpHeaders headers;
    private final Visit visit;
    private final Trail trail;
    /** Names of headers that are meant for the gateway alone. */
    private final Set<String> taken;

    Asker(GatewayEdge edge, HttpHeaders headers) {
        this.edge = edge;
        this.headers = headers;
        taken = new TreeSet<>(headers.names());
        visit = new Visit(edge.host().tenants(), edge.turns(), headers);
        taken.removeAll(headers.names());
        trail = edge.host().trail(headers.get(":method", ""), headers.get(":path", ""), headers);
    }

    Visit visit() {
        return visit;
    }

    /** Where it is noted down what becomes of it. */
    Trail trail() {
        return trail;
    }

    /** As long as its body is said to be; 0 where that is not said. */
    long length() {
        try {
            return Long.parseLong(headers.get("content-length", "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    boolean asksInJson() {
        return "POST".equals(headers.get(":method"))
                && headers.get("content-type", "application/json").startsWith("application/json");
    }

    /** What reads as much of its body as must be known here. */
    BodyScan scan() {
        boolean model = visit.needsModel() || edge.host().modelsMatter();
        return visit.reads(new BodyScan(model, edge.limits().promptBytes()));
    }

    /**
     * What it asks for.
     *
     * @param read of its body; null where nobody looked
     * @param received bytes of the body so far
     */
    Arrivals.Question question(int model, @Nullable BodyScan read, long received) {
        int tenant = visit.tenant();
        return edge.arrivals()
                .question(model, tenant, read, Math.max(length(), received))
                .of(visit.ties().sessionOf(tenant));
    }

    Desk.Likeness likeness(@Nullable BodyScan read) {
        String key = visit.credentials();
        String from = headers.get("x-forwarded-for", "");
        int who = key == null ? from.hashCode() + visit.tenant() : key.hashCode();
        return new Desk.Likeness(Arrivals.likeness(who, headers.get(":path", ""), read, length()), visit.fresh());
    }

    /** It goes to {@code endpoints}, as who has {@code key}; null for none. */
    ProcessingResponse sentTo(Phase phase, String endpoints, @Nullable String key) {
        List<ProcessingResponse.Header> own = new ArrayList<>();
        Set<String> less = taken;
        if (key != null) {
            less = new TreeSet<>(taken);
            less.remove(AUTHORIZATION);
            own.add(new ProcessingResponse.Header(AUTHORIZATION, "Bearer " + key));
        }
        add(own, Trail.TRACE_HEADER, trail.traceForServer());
        return ProcessingResponse.picked(phase, endpoints, own, less);
    }

    private static void add(List<ProcessingResponse.Header> headers, CharSequence name, @Nullable String value) {
        if (value != null) {
            headers.add(new ProcessingResponse.Header(name.toString(), value));
        }
    }

    /** Headers of an answer of {@code server}. */
    List<ProcessingResponse.Header> told(String server) {
        List<ProcessingResponse.Header> told = marks(new DefaultHttpHeaders());
        told.addFirst(new ProcessingResponse.Header("x-berth-server", server));
        add(told, Trail.TRACE_ANSWER_HEADER, trail.traceForClient());
        add(told, Trail.WHY_HEADER, trail.why());
        return told;
    }

    ProcessingResponse refused(WireError error) {
        HttpHeaders said = new DefaultHttpHeaders();
        error.mark(said);
        return ProcessingResponse.refused(error, marks(said));
    }

    /** {@code marked}, and what the tenant has left. */
    private List<ProcessingResponse.Header> marks(HttpHeaders marked) {
        visit.mark(marked);
        List<ProcessingResponse.Header> marks = new ArrayList<>();
        for (Map.Entry<String, String> mark : marked) {
            marks.add(new ProcessingResponse.Header(mark.getKey(), mark.getValue()));
        }
        return marks;
    }

    /** It was answered; where Envoy does not show the body of an answer, it took what was expected. */
    void answered(@Nullable Answer answer) {
        AnswerMeter meter = answer == null ? null : answer.meter();
        if (answer != null && answer.succeeded() && meter == null) {
            visit.left(null, true);
        } else {
            visit.answered(answer != null && answer.succeeded() ? meter : null);
        }
    }

    /**
     * It ended before its answer did.
     *
     * @param answer as much as there was; null for nothing
     * @param atServer whether a server had begun with it
     */
    void left(@Nullable Answer answer, boolean atServer) {
        visit.left(answer != null && answer.succeeded() ? answer.meter() : null, atServer);
    }

    /** It is over; what is said of that first counts. See {@link Trail#ended}. */
    void over(@Nullable Answer answer, Journey.End end, String reason, int told) {
        AnswerMeter meter = answer == null ? null : answer.meter();
        if (meter != null && trail.heard()) {
            trail.tokens(meter.promptTokens(), meter.tokens());
        }
        trail.ended(end, reason, told);
    }
}
