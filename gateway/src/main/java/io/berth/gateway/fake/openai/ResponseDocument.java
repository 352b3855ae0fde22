package io.berth.gateway.fake.openai;

import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** A {@code response} and its one item: a message, or a call of a tool. */
record ResponseDocument(Answer answer) {
    private static final String COMPLETED = "completed";
    private static final String RUNNING = "in_progress";
    private static final String STATUS = "status";

    private Answer.Choice choice() {
        return answer.choices().getFirst();
    }

    /** {@code completed}, or {@code incomplete} where it was cut. */
    String status() {
        return choice().whole() ? COMPLETED : "incomplete";
    }

    /** Before anything of it is there. */
    Object begun() {
        return response(RUNNING, List.of(), null);
    }

    /** All of it. */
    Object ended() {
        Answer.Usage usage = answer.usage();
        return response(
                status(),
                List.of(item(true)),
                Document.of(
                        "input_tokens",
                        usage.prompt(),
                        "input_tokens_details",
                        Document.of("cached_tokens", usage.cached()),
                        "output_tokens",
                        usage.output(),
                        "output_tokens_details",
                        Document.of("reasoning_tokens", 0),
                        "total_tokens",
                        usage.total()));
    }

    private Object response(String status, List<Object> output, @Nullable Object usage) {
        SequencedMap<String, @Nullable Object> document =
                Document.of("id", answer.id(), "object", "response", "created_at", answer.created(), STATUS, status);
        document.put("error", null);
        document.put(
                "incomplete_details", status.equals("incomplete") ? Document.of("reason", "max_output_tokens") : null);
        document.put("instructions", null);
        document.put("metadata", Document.of());
        document.put("model", answer.ask().model());
        document.put("output", output);
        document.put("parallel_tool_calls", true);
        document.put("temperature", 1.0);
        document.put("tool_choice", "auto");
        document.put("tools", List.of());
        document.put("top_p", 1.0);
        document.put("usage", usage);
        return document;
    }

    /** The item, with what is in it where it is {@code done}. */
    Object item(boolean done) {
        Ask.ToolCall call = answer.ask().call();
        if (call == null) {
            return Document.of(
                    "id",
                    itemId(),
                    "type",
                    "message",
                    STATUS,
                    done ? status() : RUNNING,
                    "role",
                    "assistant",
                    "content",
                    done ? List.of(part(choice().text())) : List.of());
        }
        return Document.of(
                "id",
                itemId(),
                "type",
                "function_call",
                STATUS,
                done ? status() : RUNNING,
                "call_id",
                "call_" + Long.toHexString(choice().hash()),
                "name",
                call.name(),
                "arguments",
                done ? choice().text() : "");
    }

    /** The content of a message. */
    Object part(String text) {
        return Document.of("type", "output_text", "text", text, "annotations", List.of(), "logprobs", List.of());
    }

    String itemId() {
        return (answer.ask().call() == null ? "msg_" : "fc_") + Long.toHexString(choice().hash());
    }
}
