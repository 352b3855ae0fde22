package io.berth.console.http;

import io.berth.console.http.message.ProblemException;
import io.berth.console.http.message.Request;
import io.berth.console.http.message.Response;

/** Answers requests; on a virtual thread of each. */
@FunctionalInterface
public interface Handler {
    /**
     * @throws ProblemException for an answer that is a problem
     */
    Response answer(Request request);
}
