package io.berth.console.http;

/** Answers requests; on a virtual thread of each. */
@FunctionalInterface
public interface Handler {
    /**
     * @throws ProblemException for an answer that is a problem
     */
    Response answer(Request request);
}
