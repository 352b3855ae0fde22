package io.berth.console.api.call;

import io.berth.console.http.message.Request;
import io.berth.edge.access.Caller;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A request that may come in and whose parameters were checked.
 *
 * @param texts of its parameters by name, defaults included
 */
public record Call(Request request, Caller caller, Map<String, String> texts) {
    public Call {
        texts = Map.copyOf(texts);
    }

    /** The text of a parameter; empty where it is absent and has no default. */
    public String text(String name) {
        return texts.getOrDefault(name, "");
    }

    /** The whole number of a parameter that was checked to be one. */
    public long whole(String name) {
        return Long.parseLong(text(name));
    }

    /** The words of a parameter; none where it is absent. */
    public List<String> words(String name) {
        String text = text(name);
        return text.isEmpty() ? List.of() : Arrays.asList(text.split(","));
    }
}
