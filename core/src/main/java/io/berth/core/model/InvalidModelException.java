package io.berth.core.model;

/** A text that is no model, or one that this version cannot decide by. */
public final class InvalidModelException extends RuntimeException {
    private final int line;
    private final String problem;

    InvalidModelException(int line, String problem) {
        super(problem);
        this.line = line;
        this.problem = problem;
    }

    @Override
    public String getMessage() {
        return problem;
    }

    /** The line at fault, from 1. */
    public int line() {
        return line;
    }

    /** The line and what is wrong there, a sentence. */
    public String told() {
        return "The model, line " + line + ": " + problem + ".";
    }
}
