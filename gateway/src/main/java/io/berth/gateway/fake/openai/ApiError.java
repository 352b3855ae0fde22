package io.berth.gateway.fake.openai;

import io.berth.spec.input.Quote;
import io.berth.spec.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * An answer that says what is wrong: {@code {"error": {"message", "type", "param", "code"}}}.
 *
 * @param status of HTTP
 * @param type what kind of wrong it is, such as {@code invalid_request_error}
 * @param code what programs look at; null for none
 * @param param which parameter of the request it is about, such as {@code messages[0].role}; null for none
 */
public record ApiError(
        int status,
        String type,
        @Nullable String code,
        @Nullable String param,
        String message) {
    private static final String INVALID = "invalid_request_error";
    private static final int BAD_REQUEST = 400;

    /** The request is not as it must be. */
    public static ApiError invalid(@Nullable String param, @Nullable String code, String message) {
        return new ApiError(BAD_REQUEST, INVALID, code, param, message);
    }

    /** A parameter is missing. */
    static ApiError missing(String param) {
        return invalid(param, "missing_required_parameter", "The parameter " + Quote.of(param) + " is missing.");
    }

    /** The key that was sent, or that none was, is not what the server wants. */
    public static ApiError unauthorized() {
        return new ApiError(401, INVALID, "invalid_api_key", null, "The API key is missing or not the one wanted.");
    }

    /** There is no such model here. */
    public static ApiError unknownModel(String model) {
        return new ApiError(404, INVALID, "model_not_found", "model", "There is no model " + Quote.of(model) + ".");
    }

    /** There is nothing at this path. */
    public static ApiError unknownPath(String path) {
        return new ApiError(404, INVALID, "unknown_url", null, "There is nothing at " + Quote.of(path) + ".");
    }

    /** The path is asked by another method. */
    public static ApiError method(String method, String path) {
        return new ApiError(405, INVALID, "method_not_allowed", null, path + " does not take " + method + ".");
    }

    /** The body has more bytes than are read. */
    public static ApiError tooLarge(long most) {
        return new ApiError(
                413, INVALID, "request_too_large", null, "The body is too large: more than " + most + " bytes.");
    }

    /** All slots and all places of the queue are taken. */
    public static ApiError limited() {
        return new ApiError(429, "rate_limit_error", "rate_limit_exceeded", null, "Too many requests wait already.");
    }

    /** The server failed, as it was told to. */
    public static ApiError failed() {
        return new ApiError(500, "server_error", null, null, "The server failed, as it was told to.");
    }

    /** The server takes nothing for now, as it was told to. */
    public static ApiError overloaded() {
        return new ApiError(
                503, "server_error", "server_is_overloaded", null, "The server is overloaded, as it was told to be.");
    }

    /** As it is sent. */
    public String body() {
        return Json.line(
                Document.of("error", Document.of("message", message, "type", type, "param", param, "code", code)));
    }
}
