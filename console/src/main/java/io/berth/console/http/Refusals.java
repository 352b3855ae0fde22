package io.berth.console.http;

import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Says why what came is no request: the answers that the server gives by itself. */
final class Refusals implements org.eclipse.jetty.server.Request.Handler {
    /** An answer to a request that broke off; the server sends it beside the request's own. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        private final transient Response.Whole answer;

        RefusedException(Response.Whole answer) {
            super(null, null, false, false);
            this.answer = answer;
        }
    }

    @Override
    public boolean handle(
            org.eclipse.jetty.server.Request request, org.eclipse.jetty.server.Response response, Callback callback) {
        Object failure = request.getAttribute(ErrorHandler.ERROR_EXCEPTION);
        Object status = request.getAttribute(ErrorHandler.ERROR_STATUS);
        Response.Whole answer = failure instanceof RefusedException refused
                ? refused.answer
                : whole(status instanceof Integer code ? code : HttpStatus.BAD_REQUEST_400, failure);
        response.setStatus(answer.status());
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        Exchange.putHeaders(response, answer);
        response.write(true, ByteBuffer.wrap(answer.body()), callback);
        return true;
    }

    private static Response.Whole whole(int status, Object failure) {
        String reason = failure instanceof HttpException known && known.getReason() != null ? known.getReason() : "";
        Problem problem = switch (status) {
            case HttpStatus.URI_TOO_LONG_414 -> HeadLimits.targetTooLong();
            case HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 -> HeadLimits.headersTooLarge();
            case HttpStatus.UPGRADE_REQUIRED_426, HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505 ->
                HeadLimits.unknownVersion();
            case HttpStatus.INTERNAL_SERVER_ERROR_500 ->
                Problem.of(500, "failed", "this program failed", "the request failed by a bug of this program");
            default ->
                Problem.of(
                        status,
                        "no-http",
                        "the request is no HTTP",
                        "the request is not as RFC 9112 has it" + (reason.isEmpty() ? "" : ": " + reason));
        };
        return (Response.Whole) problem.response();
    }
}
