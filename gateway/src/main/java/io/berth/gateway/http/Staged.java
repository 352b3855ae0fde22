package io.berth.gateway.http;

import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.flow.Outcome;
import io.berth.gateway.journey.Journey;
import io.berth.gateway.pipeline.FeatureKeys;
import io.berth.gateway.pipeline.PipelineRun;
import io.berth.gateway.pipeline.Result;
import io.berth.gateway.setting.Pipeline;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** A request in stages, between its exchange and the servers. Of one event loop, but for what it hears of them. */
final class Staged implements PipelineRun.Hearer {
    private static final CharSequence KEPT = "x-berth-kept-stages";
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;

    private final GatewayEdge edge;
    private final Pipeline pipeline;
    private final Teller teller;
    private @Nullable PipelineRun run;

    /** Who answers the client; of any thread. */
    interface Teller {
        void done(FullHttpResponse response);

        /** The head of an answer that goes to the client as it comes; null where the client must have it whole. */
        PipelineRun.@Nullable Outlet begins(HttpResponse response);

        /** Nothing more of that comes. */
        void passed();

        /** The client has room for more; of its event loop. */
        void writable();

        /** @param outcome null where a stage went wrong */
        void failed(WireError error, @Nullable Outcome outcome);
    }

    Staged(GatewayEdge edge, Pipeline pipeline, Teller teller) {
        this.edge = edge;
        this.pipeline = pipeline;
        this.teller = teller;
    }

    /** Why it cannot be begun; null where it can, and then {@link #begun} has it. */
    @Nullable
    WireError prepare(long number, RequestBody body, @Nullable String type, @Nullable String credentials) {
        if (!body.small()) {
            return WireError.invalid(
                    HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
                    "body_too_large",
                    "the body of a request in stages is at most "
                            + edge.limits().bufferedBytes() + " bytes");
        }
        for (Pipeline.Step step : pipeline.steps()) {
            if (model(step) < Request.NO_MODEL) {
                return WireError.unknownModel(step.model());
            }
        }
        Result sent = new Result(type == null ? "application/json" : type, body.bytes());
        try {
            run = new PipelineRun(pipeline, new PipelineRun.Asked(number, sent, credentials), edge.stages(), this);
            return null;
        } catch (IOException e) {
            return WireError.invalid(
                    HttpResponseStatus.BAD_REQUEST, "invalid_value", "flow " + pipeline.name() + ": " + e.getMessage());
        }
    }

    private int model(Pipeline.Step step) {
        boolean matters = !step.model().isEmpty() && edge.host().modelsMatter();
        return matters ? edge.host().model(step.model()) : Request.NO_MODEL;
    }

    PipelineRun begun() {
        if (run == null) {
            throw new IllegalStateException("Nothing was begun.");
        }
        return run;
    }

    /** What the desk is asked. */
    List<io.berth.core.dispatch.flow.Stage> stages(int tenant, long session) {
        List<Need> needs = new ArrayList<>();
        for (Pipeline.Step step : pipeline.steps()) {
            needs.add(new Need(model(step), step.terms().workNanos(), 0, Prompt.NONE).of(session));
        }
        return begun().stages(needs, new FeatureKeys(tenant, pipeline.name()));
    }

    /** Its client has room for more. */
    void writable() {
        teller.writable();
    }

    /** Its client has left. */
    void leave() {
        if (run != null) {
            run.leave();
        }
    }

    @Override
    public PipelineRun.@Nullable Outlet begins(String type, List<String> kept) {
        HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        response.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        describe(response, type, kept);
        return teller.begins(response);
    }

    @Override
    public void passed() {
        teller.passed();
    }

    @Override
    public void done(Result result, List<String> kept) {
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(result.bytes()));
        response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, result.bytes().length);
        describe(response, result.type(), kept);
        teller.done(response);
    }

    private static void describe(HttpResponse response, String type, List<String> kept) {
        if (!type.isEmpty()) {
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, type);
        }
        if (!kept.isEmpty()) {
            response.headers().set(KEPT, String.join(", ", kept));
        }
    }

    @Override
    public void failed(PipelineRun.@Nullable Failed why, Outcome outcome, long againNanos) {
        if (why == null) {
            teller.failed(WireError.of(outcome, againNanos), outcome);
            return;
        }
        boolean refused = why.status() >= CLIENT_ERROR && why.status() < SERVER_ERROR;
        String status = why.status() == 0 ? "" : ", with status " + why.status();
        String message = "stage " + why.stage() + " of flow " + pipeline.name() + ": " + why.reason() + status;
        teller.failed(
                refused
                        ? WireError.invalid(HttpResponseStatus.valueOf(why.status()), "stage_failed", message)
                        : new WireError(
                                HttpResponseStatus.BAD_GATEWAY, "server_error", "stage_failed", message, againNanos),
                null);
    }

    /** How the client of an exchange hears of its stages. */
    static final class ToClient implements Teller, PipelineRun.Outlet {
        private final Exchange exchange;
        private final Hearers hearers;
        private final ClientHandler client;
        /** For the next piece. */
        private final Semaphore room = new Semaphore(0);
        /** The client had no room after the last piece. */
        private boolean owed;

        ToClient(Exchange exchange) {
            this.exchange = exchange;
            hearers = exchange.hearers();
            client = exchange.client();
        }

        @Override
        public PipelineRun.@Nullable Outlet begins(HttpResponse response) {
            if (exchange.head().protocolVersion().equals(HttpVersion.HTTP_1_0)) {
                return null;
            }
            exchange.inLoop(() -> {
                if (!exchange.over()) {
                    hearers.begins(response);
                    Heads.forClient(response, exchange.head(), exchange.keeps());
                    hearers.mark(response);
                    client.write(response);
                    client.flush();
                }
            });
            return this;
        }

        @Override
        public void piece(byte[] bytes) throws InterruptedException {
            exchange.inLoop(() -> {
                if (exchange.over()) {
                    return;
                }
                HttpContent content = new DefaultHttpContent(Unpooled.wrappedBuffer(bytes));
                hearers.piece(content.content());
                client.write(content);
                client.flush();
                owed = true;
                if (client.writable()) {
                    writable();
                }
            });
            // Where the client leaves, this is interrupted.
            room.acquire();
        }

        @Override
        public void writable() {
            if (owed) {
                owed = false;
                room.release();
            }
        }

        @Override
        public void passed() {
            exchange.inLoop(() -> {
                if (!exchange.over()) {
                    exchange.end();
                    client.write(LastHttpContent.EMPTY_LAST_CONTENT);
                    hearers.whole();
                    hearers.over(Journey.End.ANSWERED, "", 0);
                    client.done(exchange.keeps(), exchange.bodyEnded());
                }
            });
        }

        @Override
        public void done(FullHttpResponse response) {
            exchange.inLoop(() -> {
                if (exchange.over()) {
                    response.release();
                    return;
                }
                hearers.whole();
                hearers.over(Journey.End.ANSWERED, "", response.status().code());
                exchange.respond(response);
            });
        }

        @Override
        public void failed(WireError error, @Nullable Outcome outcome) {
            exchange.inLoop(() -> {
                if (exchange.over()) {
                    return;
                }
                hearers.cut(true);
                hearers.over(
                        outcome == null ? Journey.End.FAILED : Journey.End.of(outcome),
                        outcome == null ? error.code() : Journey.End.reason(outcome),
                        error.status().code());
                if (hearers.begun()) {
                    exchange.breakOff(error);
                } else {
                    exchange.respond(error.response());
                }
            });
        }
    }
}
