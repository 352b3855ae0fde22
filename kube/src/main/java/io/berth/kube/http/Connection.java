package io.berth.kube.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.AsciiString;
import io.netty.util.collection.IntObjectHashMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The calls that are under way over one connection. All but {@link #begin}, {@link #consumed} and {@link #cancel} is on its own thread. */
final class Connection extends Http2EventAdapter {
    /** Bytes that one body may have here unread. */
    static final int STREAM_WINDOW = 1 << 20;

    /** Bytes of all bodies: of as many streams as a client of all kinds watches, so that one that is read slowly does not stop the others. */
    private static final int WINDOW = 64 * STREAM_WINDOW;

    private static final int WATCH_MILLIS = 500;

    private static final AsciiString ACCEPT = AsciiString.cached("accept");
    private static final AsciiString AGENT = AsciiString.cached("user-agent");
    private static final AsciiString AGENT_NAME = AsciiString.cached(Request.AGENT);
    private static final AsciiString AUTHORIZATION = AsciiString.cached("authorization");
    private static final AsciiString CONTENT_TYPE = AsciiString.cached("content-type");
    private static final AsciiString HTTPS = AsciiString.cached("https");
    private static final AsciiString RETRY_AFTER = AsciiString.cached("retry-after");

    private final AsciiString authority;
    private final Limits limits;
    private final CompletableFuture<Connection> made;
    private final Owner owner;
    private final Http2ConnectionHandler handler;
    private final ChannelHandlerContext context;
    private final IntObjectHashMap<Exchange> open = new IntObjectHashMap<>();
    private final ScheduledFuture<?> watching;
    private boolean leaving;
    private String endedBy = "the connection ended before the answer";
    private long heardNanos = System.nanoTime();
    /** When it was asked whether it is there; 0 where it was not, or said so. */
    private long askedNanos;

    /** Who made it. */
    interface Owner {
        /** The server did nothing of {@code call}. */
        void unprocessed(Exchange call);

        /** It takes no more calls; told perhaps more than once. */
        void leaves();
    }

    /**
     * Speaks HTTP/2 over the channel of {@code negotiated}.
     *
     * @param authority host and port
     * @param made completes when it takes calls: when the server said how many (before, Netty lets through what waits, all at once)
     */
    Connection(
            ChannelHandlerContext negotiated,
            String authority,
            Limits limits,
            CompletableFuture<Connection> made,
            Owner owner)
            throws Http2Exception {
        this.authority = AsciiString.of(authority);
        this.limits = limits;
        this.made = made;
        this.owner = owner;
        handler = new Http2ConnectionHandlerBuilder()
                .server(false)
                .initialSettings(new Http2Settings().pushEnabled(false).initialWindowSize(STREAM_WINDOW))
                // What the server does not take at once waits for its turn.
                .encoderEnforceMaxConcurrentStreams(true)
                .gracefulShutdownTimeoutMillis(0)
                .frameListener(this)
                .build();
        handler.connection().addListener(new Ends());
        negotiated.pipeline().addLast(handler);
        context = negotiated.pipeline().context(handler);
        Http2Stream all = handler.connection().connectionStream();
        handler.connection().local().flowController().incrementWindowSize(all, WINDOW);
        handler.flush(context);
        watching =
                context.executor().scheduleAtFixedRate(this::watch, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
        context.channel().closeFuture().addListener(_ -> {
            watching.cancel(false);
            leave();
            made.completeExceptionally(new IOException("the server ended the connection"));
        });
    }

    /** Makes the call; from any thread. */
    void begin(Exchange exchange) {
        if (context.executor().inEventLoop()) {
            write(exchange);
        } else if (!onThread(() -> write(exchange))) {
            exchange.fail(new IOException("closed"));
        }
    }

    /** So many bytes of a body were read: as many more may come; from any thread. */
    void consumed(int id, int bytes) {
        onThread(() -> {
            Http2Stream stream = handler.connection().stream(id);
            try {
                if (stream != null
                        && handler.connection().local().flowController().consumeBytes(stream, bytes)) {
                    handler.flush(context);
                }
            } catch (Http2Exception e) {
                handler.onError(context, true, e);
            }
        });
    }

    /** Nobody wants the rest; from any thread. */
    void cancel(int id) {
        onThread(() -> {
            if (open.remove(id) != null) {
                reset(id);
            }
        });
    }

    /** False where the thread ended, and all calls with it. */
    private boolean onThread(Runnable work) {
        try {
            context.executor().execute(work);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private void write(Exchange exchange) {
        int id = leaving ? -1 : handler.connection().local().incrementAndGetNextStreamId();
        if (id < 0) {
            // Gone, or all numbers are used up.
            leave();
            closeWhereEmpty();
            owner.unprocessed(exchange);
            return;
        }
        open.put(id, exchange);
        exchange.begun(this, id);
        Request request = exchange.request();
        boolean bare = request.body().length == 0;
        handler.encoder()
                .writeHeaders(context, id, head(request), 0, bare, context.newPromise())
                .addListener(written -> {
                    // What never left was not processed.
                    if (!written.isSuccess() && open.remove(id) != null) {
                        owner.unprocessed(exchange);
                    }
                });
        if (!bare) {
            handler.encoder()
                    .writeData(context, id, Unpooled.wrappedBuffer(request.body()), 0, true, context.newPromise());
        }
        handler.flush(context);
    }

    private Http2Headers head(Request request) {
        Http2Headers head = new DefaultHttp2Headers(false)
                .method(request.method())
                .scheme(HTTPS)
                .authority(authority)
                .path(request.path())
                .add(AGENT, AGENT_NAME)
                .add(ACCEPT, request.accept());
        if (!request.contentType().isEmpty()) {
            head.add(CONTENT_TYPE, request.contentType());
        }
        if (!request.token().isEmpty()) {
            head.add(AUTHORIZATION, "Bearer " + request.token());
        }
        return head;
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext ctx,
            int id,
            Http2Headers headers,
            int streamDependency,
            short weight,
            boolean exclusive,
            int padding,
            boolean end) {
        onHeadersRead(ctx, id, headers, padding, end);
    }

    @Override
    public void onHeadersRead(ChannelHandlerContext ctx, int id, Http2Headers headers, int padding, boolean end) {
        heard();
        Exchange exchange = open.get(id);
        if (exchange == null) {
            return;
        }
        // Those at the end of a body have no status; one below 200 is of a head that is still to come.
        CharSequence status = headers.status();
        int code = status == null ? 0 : Integer.parseInt(status.toString());
        if (code >= 200) {
            exchange.head(code, seconds(headers.get(RETRY_AFTER)));
        }
        if (end) {
            ended(id, exchange);
        }
    }

    /** 0 where it is a date, or none. */
    private static long seconds(@Nullable CharSequence retryAfter) {
        if (retryAfter == null || retryAfter.isEmpty() || retryAfter.length() > 9) {
            return 0;
        }
        return retryAfter.chars().allMatch(digit -> digit >= '0' && digit <= '9')
                ? Long.parseLong(retryAfter.toString())
                : 0;
    }

    @Override
    public int onDataRead(ChannelHandlerContext ctx, int id, ByteBuf data, int padding, boolean end) {
        heard();
        int length = data.readableBytes() + padding;
        Exchange exchange = open.get(id);
        if (exchange == null) {
            return length;
        }
        int taken = exchange.data(data) + padding;
        if (end) {
            ended(id, exchange);
        }
        return taken;
    }

    @Override
    public void onRstStreamRead(ChannelHandlerContext ctx, int id, long code) {
        heard();
        Exchange exchange = open.remove(id);
        if (exchange == null) {
            return;
        }
        if (code == Http2Error.REFUSED_STREAM.code()) {
            owner.unprocessed(exchange);
        } else {
            exchange.fail(new IOException("the server ended the call: " + Http2Error.valueOf(code)));
        }
        closeWhereEmpty();
    }

    @Override
    public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings) {
        heard();
        made.complete(this);
    }

    @Override
    public void onPingAckRead(ChannelHandlerContext ctx, long data) {
        heard();
    }

    private void ended(int id, Exchange exchange) {
        open.remove(id);
        exchange.end();
        closeWhereEmpty();
    }

    private void heard() {
        heardNanos = System.nanoTime();
        askedNanos = 0;
    }

    /** Now and then: ends calls that wait too long, and the connection where nobody is at its other side. */
    private void watch() {
        long now = System.nanoTime();
        List<Integer> late = new ArrayList<>();
        open.forEach((id, exchange) -> {
            if (exchange.late(now, limits)) {
                late.add(id);
            }
        });
        for (int id : late) {
            Exchange exchange = open.remove(id);
            reset(id);
            exchange.fail(new TimeoutException("no answer in time"));
        }
        if (!made.isDone() && now - heardNanos > limits.connect().toNanos()) {
            made.completeExceptionally(new TimeoutException("no answer in time"));
            context.close();
        }
        if (askedNanos != 0) {
            if (now - askedNanos > limits.ping().toNanos()) {
                context.close();
            }
        } else if (!open.isEmpty() && now - heardNanos > limits.silence().toNanos()) {
            askedNanos = now;
            handler.encoder().writePing(context, false, now, context.newPromise());
            handler.flush(context);
        }
    }

    /** Ends a call that is open; one that waits for its turn is never made. */
    private void reset(int id) {
        handler.encoder().writeRstStream(context, id, Http2Error.CANCEL.code(), context.newPromise());
        handler.flush(context);
        closeWhereEmpty();
    }

    private void leave() {
        leaving = true;
        owner.leaves();
    }

    private void closeWhereEmpty() {
        if (leaving && open.isEmpty()) {
            context.close();
        }
    }

    /** Ends all calls. */
    void close() {
        onThread(() -> {
            leave();
            context.channel().close();
        });
    }

    /** What becomes of calls that end by more than their own streams. */
    private final class Ends extends Http2ConnectionAdapter {
        @Override
        public void onGoAwayReceived(int last, long code, ByteBuf why) {
            if (code != Http2Error.NO_ERROR.code()) {
                endedBy = "the server ended the connection: " + Http2Error.valueOf(code) + " "
                        + why.toString(StandardCharsets.UTF_8);
            }
            leave();
            List<Integer> after = new ArrayList<>();
            List<Exchange> calls = new ArrayList<>();
            open.forEach((id, exchange) -> {
                if (id > last) {
                    after.add(id);
                    calls.add(exchange);
                }
            });
            after.forEach(open::remove);
            calls.forEach(owner::unprocessed);
            closeWhereEmpty();
        }

        @Override
        public void onStreamClosed(Http2Stream stream) {
            Exchange exchange = open.remove(stream.id());
            if (exchange != null) {
                exchange.fail(new IOException(endedBy));
            }
        }
    }
}
