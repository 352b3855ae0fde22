package io.berth.gateway.http;

import io.berth.gateway.http.frame.FrameOrder;
import io.berth.gateway.http.frame.StreamRules;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslContext;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a client's connection speaks: HTTP/2 where TLS agreed on it, or where it begins as HTTP/2 does (RFC 9113 §3.3), else HTTP/1.1. The
 * requests of one HTTP/2 connection are as many clients to the rest of the gateway.
 */
final class ClientProtocols extends ChannelInitializer<Channel> {
    private static final int LONGEST_LINE = 16 << 10;
    private static final long MOST_STREAMS = 1_000;
    private static final int WINDOW = 1 << 20;

    private final GatewayEdge edge;

    ClientProtocols(GatewayEdge edge) {
        this.edge = edge;
    }

    @Override
    protected void initChannel(Channel channel) {
        SslContext tls = edge.tls();
        if (tls == null) {
            channel.pipeline().addLast(new Opening());
        } else {
            channel.pipeline().addLast(tls.newHandler(channel.alloc())).addLast(new Agreed());
        }
    }

    private void older(ChannelPipeline pipeline) {
        ClientHandler client =
                new ClientHandler(edge, edge.backends(pipeline.channel().eventLoop()));
        pipeline.addLast(new HttpServerCodec(LONGEST_LINE, edge.limits().headerBytes(), GatewayEdge.PIECE))
                .addLast(client);
        edge.opened(client);
    }

    private void newer(ChannelPipeline pipeline) {
        Http2Settings settings = Http2Settings.defaultSettings()
                .maxConcurrentStreams(MOST_STREAMS)
                .initialWindowSize(WINDOW)
                .maxHeaderListSize(edge.limits().headerBytes());
        pipeline.addLast(new FrameOrder())
                .addLast(Http2FrameCodecBuilder.forServer()
                        .initialSettings(settings)
                        .build())
                .addLast(new Http2MultiplexHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel stream) {
                        ClientHandler client = new ClientHandler(
                                edge, edge.backends(stream.parent().eventLoop()));
                        stream.pipeline()
                                .addLast(new StreamRules())
                                .addLast(new Http2StreamFrameToHttpObjectCodec(true))
                                .addLast(client);
                        edge.opened(client);
                    }
                }))
                .addLast(new Wrong());
    }

    /** Ends a connection of HTTP/2 that broke; what its client did wrong, the codec tells it, and ends it then. */
    private static final class Wrong extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            if (Http2CodecUtil.getEmbeddedHttp2Exception(cause) == null) {
                context.close();
            }
        }
    }

    /** Looks at the first bytes of a connection without TLS. */
    private final class Opening extends ByteToMessageDecoder {
        private final ByteBuf preface = Http2CodecUtil.connectionPrefaceBuf();

        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            Runnable close = () -> {
                if (!context.isRemoved()) {
                    context.close();
                }
            };
            context.executor().schedule(close, edge.limits().headerNanos(), TimeUnit.NANOSECONDS);
        }

        @Override
        protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
            int seen = Math.min(in.readableBytes(), preface.readableBytes());
            boolean alike = true;
            for (int at = 0; alike && at < seen; at++) {
                alike = in.getByte(in.readerIndex() + at) == preface.getByte(at);
            }
            if (!alike) {
                older(context.pipeline());
                context.pipeline().remove(this);
            } else if (seen == preface.readableBytes()) {
                newer(context.pipeline());
                context.pipeline().remove(this);
            }
        }

        @Override
        protected void handlerRemoved0(ChannelHandlerContext context) {
            preface.release();
        }
    }

    /** Goes by what TLS agreed on. */
    private final class Agreed extends ApplicationProtocolNegotiationHandler {
        Agreed() {
            super(ApplicationProtocolNames.HTTP_1_1);
        }

        @Override
        protected void configurePipeline(ChannelHandlerContext context, String protocol) {
            if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
                newer(context.pipeline());
            } else {
                older(context.pipeline());
            }
        }
    }
}
