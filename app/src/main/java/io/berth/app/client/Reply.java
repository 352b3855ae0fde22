package io.berth.app.client;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** What a Berth answered. */
public record Reply(int status, String body) {
    private static final int FIRST_PROBLEM = 400;
    private static final int FIRST_FAILURE = 500;
    private static final int TOO_MANY = 429;

    /** The document in it. */
    public Tree tree() {
        return JsonReader.read(Source.text("answer", body));
    }

    /** Itself, where what was asked was done; else what the problem document says is thrown. */
    public Reply checked() {
        return checked(Map.of());
    }

    /**
     * As {@link #checked()}; what is wrong is called as it was typed.
     *
     * @param typed what was typed, by the keys of documents that it stands for
     */
    public Reply checked(Map<String, String> typed) {
        if (status < FIRST_PROBLEM) {
            return this;
        }
        String detail = detail();
        for (Map.Entry<String, String> one : typed.entrySet()) {
            if (detail.startsWith(one.getKey() + ": ")) {
                detail = one.getValue() + detail.substring(one.getKey().length());
            }
        }
        if (status >= FIRST_FAILURE || status == TOO_MANY) {
            throw new UncheckedIOException(detail, new IOException("status " + status));
        }
        throw new InputException("berth", detail);
    }

    /** What its problem document says is wrong. */
    public String detail() {
        try {
            return tree().require("detail").text();
        } catch (InputException e) {
            return "the answer has the status " + status + ": " + body.strip();
        }
    }
}
