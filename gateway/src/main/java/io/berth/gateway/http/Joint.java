package io.berth.gateway.http;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.flow.Arrival;
import io.berth.core.dispatch.flow.Outcome;
import io.berth.core.dispatch.flow.Stage;
import io.berth.core.dispatch.precedence.Ties;
import io.berth.core.dispatch.split.Share;
import io.berth.core.time.Nanos;
import io.berth.gateway.desk.Call;
import io.berth.gateway.journey.Decision;
import io.berth.gateway.parts.ListAnswer;
import io.berth.gateway.parts.ListRequest;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What servers are asked in place of what clients did: one request in several parts, or several as one. To the desk it is one request, whose
 * parts are stages beside one another. Of the event loop of the first client.
 */
final class Joint implements Call {
    private static final CharSequence SPLIT_HEADER = "x-berth-split";
    private static final CharSequence MERGED_HEADER = "x-berth-merged";

    private final Grouped grouped;
    private final ClientHandler client;
    private final GatewayEdge edge;
    private final List<Errand> errands;
    private final Errand first;
    private final List<Part> parts = new ArrayList<>();
    /** What each asked, those that have left too. */
    private final List<ListRequest> lists;

    private final Arrival arrival;
    private final long mostBytes;
    private long kept;
    private boolean over;

    private Joint(Grouped grouped, List<Errand> errands, List<Share> shares) {
        this.grouped = grouped;
        this.errands = new ArrayList<>(errands);
        first = errands.getFirst();
        client = first.exchange().client();
        edge = client.edge();
        mostBytes = edge.limits().bodyBytes();
        lists = errands.stream().map(Errand::list).toList();
        Need whole = first.asked().question().need();
        if (shares.isEmpty()) {
            int items = lists.stream().mapToInt(ListRequest::items).sum();
            long work = whole.workNanos() * errands.size();
            Need need = new Need(whole.model(), work, whole.memoryBytes(), whole.prompt());
            parts.add(new Part(this, client, need, items, ListRequest.merged(lists)));
        }
        int from = 0;
        for (Share share : shares) {
            long work =
                    Math.max(1, whole.workNanos() * share.items() / first.list().items());
            Need.Part place = new Need.Part(share.row(), parts.size());
            Need need = new Need(whole.model(), work, whole.memoryBytes(), whole.prompt()).as(place);
            parts.add(new Part(this, client, need, share.items(), first.list().share(from, share.items())));
            from += share.items();
        }
        arrival = arrival();
    }

    private Arrival arrival() {
        long deadline = Nanos.NEVER;
        for (Errand errand : errands) {
            deadline = Math.min(deadline, errand.asked().arrival().deadlineNanos());
        }
        List<Stage> stages = parts.stream()
                .map(part -> new Stage(part.need(), part != parts.getFirst(), Stage.NOT_KEPT))
                .toList();
        Arrival one = first.asked().arrival();
        return new Arrival(one.number(), one.tenant(), one.priority(), deadline, stages);
    }

    /** Has {@code errand} done in {@code shares}. */
    static void split(Grouped grouped, Errand errand, List<Share> shares) {
        Joint joint = new Joint(grouped, List.of(errand), shares);
        joint.inLoop(joint::begin);
    }

    /** Has {@code errands} done as one. */
    static void merge(Grouped grouped, List<Errand> errands) {
        Joint joint = new Joint(grouped, errands, List.of());
        errands.forEach(errand -> errand.joint(joint));
        joint.inLoop(joint::begin);
    }

    private void begin() {
        if (errands.isEmpty()) {
            // All have left meanwhile.
            over = true;
            return;
        }
        errands.forEach(errand -> errand.joint(this));
        edge.desk().arrive(arrival, Ties.NONE, first.asked().likeness(), this);
    }

    /** What servers are asked, but for the body. */
    HttpRequest head() {
        return first.exchange().head();
    }

    /** What servers are told of its trace; null for what the client said. */
    @Nullable
    String trace() {
        return parts.size() > 1 ? first.exchange().hearers().trail().traceForServer() : null;
    }

    /** By what the first client says who it is; null for nothing. */
    @Nullable
    String credentials() {
        return first.exchange().credentials();
    }

    @Override
    public boolean explains() {
        return parts.size() > 1 && first.exchange().explains();
    }

    @Override
    public void decided(Decision decision) {
        if (parts.size() > 1) {
            first.exchange().decided(decision);
        }
    }

    @Override
    public void go(int where, Request asked) {
        inLoop(() -> part(asked).attempts().go(where, asked));
    }

    @Override
    public void leave(Request asked) {
        inLoop(() -> part(asked).attempts().leave(asked));
    }

    @Override
    public void evict(Request asked, boolean streaming) {
        inLoop(() -> part(asked).attempts().evict(asked, streaming));
    }

    @Override
    public void ended(Outcome outcome, long againNanos) {
        inLoop(() -> {
            if (!over) {
                over = true;
                errands.forEach(errand -> errand.exchange().ended(outcome, againNanos));
            }
        });
    }

    /** A part goes to {@code server}. */
    void sentTo(int server) {
        if (!over) {
            errands.forEach(errand -> errand.exchange().told(server));
        }
    }

    /** Whether {@code more} bytes of answers may be kept; where not, the clients' requests go their own way. */
    boolean mayKeep(int more) {
        kept += more;
        if (kept > mostBytes && !over) {
            alone();
        }
        return kept <= mostBytes;
    }

    /** {@code part} was answered by the server that it was asked of as {@code asked}. */
    void answered(Part part, @Nullable Request asked) {
        int server = part.attempts().server();
        edge.host().answered(server, part.response().status().code());
        if (asked != null) {
            edge.desk().answered(server, asked, part.succeeded() ? asked.workNanos() : Balancer.NO_ANSWER);
        }
        if (over) {
            return;
        }
        if (!part.succeeded()) {
            refused(part);
            return;
        }
        grouped.answered(first.kind(), server, part.items(), part.tookNanos());
        if (parts.stream().allMatch(Part::whole)) {
            complete();
        }
    }

    /** The client of {@code errand} has left. */
    void left(Errand errand) {
        inLoop(() -> {
            errands.remove(errand);
            if (errands.isEmpty() && !over) {
                over = true;
                edge.desk().cancel(arrival.number());
            }
        });
    }

    /** A server says no: that is the answer to a request of which it has a part; of several, each asks by itself. */
    private void refused(Part part) {
        if (parts.size() == 1) {
            alone();
            return;
        }
        over = true;
        edge.desk().cancel(arrival.number());
        HttpResponse said = part.response();
        for (Errand errand : errands) {
            errand.exchange().joined(response(said.status(), part.answer(), said));
        }
    }

    private void complete() {
        List<ListAnswer> answers = new ArrayList<>();
        for (Part part : parts) {
            ListAnswer answer = ListAnswer.read(part.answer(), part.items());
            if (answer == null) {
                grouped.never(first.kind());
                alone();
                return;
            }
            answers.add(answer);
        }
        over = true;
        HttpResponse said = parts.getFirst().response();
        if (parts.size() > 1) {
            errands.forEach(errand -> {
                grouped.ended(errand);
                errand.exchange().joined(response(said.status(), ListAnswer.joined(answers), said));
            });
            return;
        }
        divide(answers.getFirst(), said);
    }

    private void divide(ListAnswer answer, HttpResponse said) {
        List<byte[]> bodies = answer.divided(
                lists.stream().map(ListRequest::items).toList(),
                lists.stream().map(list -> list.bytes(0, list.items())).toList());
        for (Errand errand : errands) {
            grouped.ended(errand);
            errand.exchange().joined(response(said.status(), bodies.get(lists.indexOf(errand.list())), said));
        }
    }

    private void alone() {
        over = true;
        edge.desk().cancel(arrival.number());
        errands.forEach(errand -> errand.exchange().alone());
    }

    private FullHttpResponse response(HttpResponseStatus status, byte[] body, HttpResponse said) {
        FullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
        String type = said.headers().get(HttpHeaderNames.CONTENT_TYPE);
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, type == null ? "application/json" : type)
                .setInt(HttpHeaderNames.CONTENT_LENGTH, body.length)
                .set(
                        GatewayEdge.SERVER_HEADER,
                        parts.stream().map(this::server).distinct().collect(Collectors.joining(",")));
        String again = said.headers().get(HttpHeaderNames.RETRY_AFTER);
        if (again != null) {
            response.headers().set(HttpHeaderNames.RETRY_AFTER, again);
        }
        if (parts.size() == 1) {
            response.headers().setInt(MERGED_HEADER, lists.size());
        } else {
            response.headers()
                    .set(
                            SPLIT_HEADER,
                            parts.stream()
                                    .map(part -> server(part) + "=" + part.items())
                                    .collect(Collectors.joining(",")));
        }
        return response;
    }

    private String server(Part part) {
        return client.backends().server(part.attempts().server()).name();
    }

    private Part part(Request asked) {
        Need.Part share = asked.need().part();
        return parts.get(share == null ? 0 : share.place());
    }

    private void inLoop(Runnable told) {
        if (client.inLoop()) {
            told.run();
        } else {
            client.execute(told);
        }
    }
}
