package io.berth.gateway.fake;

import io.berth.gateway.fake.openai.ApiError;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequest;

/** Puts requests together, and answers those with too large a body as a model server does. */
final class BodyLimit extends HttpObjectAggregator {
    BodyLimit(int most) {
        super(most);
    }

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage message) {
        if (message instanceof HttpRequest request) {
            new Reply(context, request, "req_0", () -> {}).errorAndClose(ApiError.tooLarge(maxContentLength()));
        }
    }
}
