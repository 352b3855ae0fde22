package io.berth.gateway.fake;

import io.berth.core.time.Chance;
import io.berth.gateway.fake.openai.Answers;
import io.berth.gateway.fake.openai.ApiError;
import io.berth.gateway.fake.openai.ApiException;
import io.berth.gateway.fake.openai.AskReader;
import io.berth.gateway.fake.openai.Task;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The requests of one connection, one after the other. */
final class Calls extends ChannelInboundHandlerAdapter {
    private static final String MODELS = "/v1/models";
    private static final String BEARER = "Bearer ";
    /** Requests that a client may send ahead of their answers. */
    private static final int MOST_AHEAD = 64;

    private static final long MOST_RETRY_SECONDS = 60;

    private final Machine machine;
    private final AskReader reader;
    private final long since;
    private final Deque<FullHttpRequest> ahead = new ArrayDeque<>();
    private boolean busy;
    private @Nullable Work work;

    /** @param since when the server began, in seconds since 1970 */
    Calls(Machine machine, AskReader reader, long since) {
        this.machine = machine;
        this.reader = reader;
        this.since = since;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ahead.add((FullHttpRequest) message);
        if (ahead.size() == MOST_AHEAD) {
            context.channel().config().setAutoRead(false);
        }
        next(context);
    }

    private void next(ChannelHandlerContext context) {
        while (!busy && !ahead.isEmpty()) {
            FullHttpRequest request = ahead.remove();
            if (ahead.size() == MOST_AHEAD - 1) {
                context.channel().config().setAutoRead(true);
            }
            busy = true;
            try {
                answer(context, request);
            } finally {
                request.release();
            }
        }
    }

    private void over(ChannelHandlerContext context) {
        busy = false;
        work = null;
        if (!ahead.isEmpty()) {
            context.executor().execute(() -> next(context));
        }
    }

    private void answer(ChannelHandlerContext context, FullHttpRequest request) {
        String id = "req_" + Long.toHexString(Chance.mix(machine.spec().seed() ^ System.nanoTime()));
        Reply reply = new Reply(context, request, id, () -> over(context));
        if (request.decoderResult().isFailure()) {
            String why = request.decoderResult().cause().getMessage();
            reply.errorAndClose(ApiError.invalid(null, null, "The request is not HTTP as it must be: " + why));
            return;
        }
        try {
            String path = new QueryStringDecoder(request.uri()).path();
            Task task = Task.at(path);
            if (task == null) {
                look(request, path, reply);
            } else {
                expect(HttpMethod.POST, request, path);
                guard(request);
                infer(task, request, reply);
            }
        } catch (ApiException e) {
            refuse(e.error(), request, reply);
        } catch (IllegalArgumentException e) {
            reply.error(ApiError.invalid(null, null, "The path is not one: " + e.getMessage()));
        }
    }

    private static void refuse(ApiError error, FullHttpRequest request, Reply reply) {
        if (error.status() == 405) {
            boolean posted = request.method().equals(HttpMethod.POST);
            reply.error(error, HttpHeaderNames.ALLOW, posted ? "GET" : "POST");
        } else {
            reply.error(error);
        }
    }

    /** What only looks. */
    private void look(FullHttpRequest request, String path, Reply reply) {
        boolean model = path.startsWith(MODELS + "/");
        switch (path) {
            case "/health", "/version", "/metrics", MODELS -> expect(HttpMethod.GET, request, path);
            default -> {
                if (!model) {
                    throw new ApiException(ApiError.unknownPath(path));
                }
                expect(HttpMethod.GET, request, path);
            }
        }
        if (path.startsWith(MODELS)) {
            guard(request);
        }
        switch (path) {
            case "/health" -> reply.text("text/plain", "");
            case "/version" -> reply.json("{\"version\":\"berth-fake\"}");
            case "/metrics" -> reply.text(VllmMetrics.MEDIA_TYPE, VllmMetrics.text(machine, System.nanoTime()));
            case MODELS -> reply.json(Answers.models(machine.spec().models(), since));
            default -> model(path.substring(MODELS.length() + 1), reply);
        }
    }

    private void model(String name, Reply reply) {
        if (!machine.spec().models().contains(name)) {
            throw new ApiException(ApiError.unknownModel(name));
        }
        reply.json(Answers.model(name, since));
    }

    private static void expect(HttpMethod method, FullHttpRequest request, String path) {
        if (!request.method().equals(method)) {
            throw new ApiException(ApiError.method(request.method().name(), path));
        }
    }

    private void guard(FullHttpRequest request) {
        String key = machine.spec().apiKey();
        if (key == null) {
            return;
        }
        String sent = request.headers().get(HttpHeaderNames.AUTHORIZATION);
        boolean same = sent != null && MessageDigest.isEqual(bytes(sent), bytes(BEARER + key));
        if (!same) {
            throw new ApiException(ApiError.unauthorized());
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void infer(Task task, FullHttpRequest request, Reply reply) {
        Fault fault = machine.faults().draw(machine.spec().seed(), machine.count());
        if (fault != null) {
            machine.tally().faulted.incrementAndGet();
        }
        if (fault == Fault.ERROR) {
            reply.error(ApiError.failed());
        } else if (fault == Fault.OVERLOAD) {
            reply.error(ApiError.overloaded(), HttpHeaderNames.RETRY_AFTER, retryAfter());
        } else if (fault == Fault.LIMIT) {
            reply.error(ApiError.limited(), HttpHeaderNames.RETRY_AFTER, retryAfter());
        } else {
            Work taken = new Work(machine, reader.read(task, ByteBufUtil.getBytes(request.content())), reply, fault);
            work = taken;
            if (!machine.slots().offer(taken)) {
                machine.tally().refused.incrementAndGet();
                reply.error(ApiError.limited(), HttpHeaderNames.RETRY_AFTER, retryAfter());
            }
        }
    }

    /** Whole seconds until a slot may be free, at least one. */
    private String retryAfter() {
        long nanos = machine.slots().untilFree(System.nanoTime());
        long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos) + 1;
        return Long.toString(Math.clamp(seconds, 1, MOST_RETRY_SECONDS));
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (work != null && context.channel().isWritable()) {
            work.resume();
        }
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        busy = true;
        if (work != null) {
            work.leave();
        }
        ahead.forEach(ReferenceCountUtil::release);
        ahead.clear();
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable problem) {
        context.close();
    }
}
