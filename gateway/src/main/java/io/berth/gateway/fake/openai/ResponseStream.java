package io.berth.gateway.fake.openai;

import io.berth.spec.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** A response as events that have names and are numbered. */
final class ResponseStream implements EventStream {
    private final Answer answer;
    private final ResponseDocument document;
    private final boolean tool;
    private int sent;

    ResponseStream(Answer answer) {
        this.answer = answer;
        document = new ResponseDocument(answer);
        tool = answer.ask().call() != null;
    }

    @Override
    public List<String> opening() {
        List<String> events = new ArrayList<>();
        events.add(event("response.created", Document.of("response", document.begun())));
        events.add(event("response.in_progress", Document.of("response", document.begun())));
        events.add(event("response.output_item.added", Document.of("output_index", 0, "item", document.item(false))));
        if (!tool) {
            events.add(event("response.content_part.added", content("part", document.part(""))));
        }
        return events;
    }

    @Override
    public String token(int choice, int token) {
        String piece = answer.choices().get(choice).pieces().get(token);
        if (tool) {
            return event("response.function_call_arguments.delta", item("delta", piece));
        }
        SequencedMap<String, @Nullable Object> delta = content("delta", piece);
        delta.put("logprobs", List.of());
        return event("response.output_text.delta", delta);
    }

    @Override
    public List<String> closing() {
        List<String> events = new ArrayList<>();
        String text = answer.choices().getFirst().text();
        if (tool) {
            events.add(event("response.function_call_arguments.done", item("arguments", text)));
        } else {
            SequencedMap<String, @Nullable Object> done = content("text", text);
            done.put("logprobs", List.of());
            events.add(event("response.output_text.done", done));
            events.add(event("response.content_part.done", content("part", document.part(text))));
        }
        events.add(event("response.output_item.done", Document.of("output_index", 0, "item", document.item(true))));
        events.add(event("response." + document.status(), Document.of("response", document.ended())));
        return events;
    }

    private SequencedMap<String, @Nullable Object> item(String key, Object value) {
        return Document.of("item_id", document.itemId(), "output_index", 0, key, value);
    }

    private SequencedMap<String, @Nullable Object> content(String key, Object value) {
        return Document.of("item_id", document.itemId(), "output_index", 0, "content_index", 0, key, value);
    }

    private String event(String type, SequencedMap<String, @Nullable Object> data) {
        data.putFirst("sequence_number", sent++);
        data.putFirst("type", type);
        return "event: " + type + "\ndata: " + Json.line(data) + "\n\n";
    }
}
