package io.berth.gateway.fake.openai;

import io.berth.spec.json.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Answers as one document. */
public final class Answers {
    private static final String OBJECT = "object";

    private Answers() {}

    /** The document that {@code answer} is. */
    public static String whole(Answer answer) {
        return Json.line(
                switch (answer.ask().task()) {
                    case CHAT -> chat(answer);
                    case COMPLETION -> completion(answer);
                    case RESPONSE -> new ResponseDocument(answer).ended();
                    case EMBEDDING -> embeddings(answer);
                    case IMAGE -> images(answer);
                });
    }

    /** The list of models. */
    public static String models(List<String> models, long since) {
        List<Object> data = new ArrayList<>();
        models.forEach(model -> data.add(describe(model, since)));
        return Json.line(Document.of(OBJECT, "list", "data", data));
    }

    /** One model. */
    public static String model(String model, long since) {
        return Json.line(describe(model, since));
    }

    private static SequencedMap<String, @Nullable Object> describe(String model, long since) {
        return Document.of("id", model, OBJECT, "model", "created", since, "owned_by", "berth");
    }

    private static Object chat(Answer answer) {
        List<Object> choices = new ArrayList<>();
        for (Answer.Choice choice : answer.choices()) {
            choices.add(Document.of(
                    "index",
                    choices.size(),
                    "message",
                    message(answer, choice),
                    "logprobs",
                    null,
                    "finish_reason",
                    answer.finish(choice)));
        }
        return head(answer, "chat.completion", choices, usage(answer));
    }

    private static Object message(Answer answer, Answer.Choice choice) {
        Ask.ToolCall call = answer.ask().call();
        SequencedMap<String, @Nullable Object> message =
                Document.of("role", "assistant", "content", call == null ? choice.text() : null, "refusal", null);
        if (call != null) {
            message.put("tool_calls", List.of(toolCall(choice, call.name(), choice.text())));
        }
        return message;
    }

    /** A call of a tool with what is known of its arguments. */
    static SequencedMap<String, @Nullable Object> toolCall(Answer.Choice choice, String name, String arguments) {
        return Document.of(
                "id",
                "call_" + Long.toHexString(choice.hash()),
                "type",
                "function",
                "function",
                Document.of("name", name, "arguments", arguments));
    }

    private static Object completion(Answer answer) {
        List<Object> choices = new ArrayList<>();
        for (Answer.Choice choice : answer.choices()) {
            choices.add(Document.of(
                    "index",
                    choices.size(),
                    "text",
                    choice.text(),
                    "logprobs",
                    null,
                    "finish_reason",
                    answer.finish(choice)));
        }
        return head(answer, "text_completion", choices, usage(answer));
    }

    /** What all documents of chats and completions have in common. */
    static SequencedMap<String, @Nullable Object> head(
            Answer answer, String object, List<Object> choices, @Nullable Object usage) {
        return Document.of(
                "id",
                answer.id(),
                OBJECT,
                object,
                "created",
                answer.created(),
                "model",
                answer.ask().model(),
                "choices",
                choices,
                "usage",
                usage,
                "system_fingerprint",
                answer.origin());
    }

    static Object usage(Answer answer) {
        Answer.Usage usage = answer.usage();
        return Document.of(
                "prompt_tokens",
                usage.prompt(),
                "completion_tokens",
                usage.output(),
                "total_tokens",
                usage.total(),
                "prompt_tokens_details",
                Document.of("cached_tokens", usage.cached()));
    }

    private static Object embeddings(Answer answer) {
        List<Object> data = new ArrayList<>();
        for (Answer.Choice choice : answer.choices()) {
            Embedding embedding =
                    Embedding.of(choice.hash(), answer.ask().form().dimensions());
            data.add(Document.of(
                    OBJECT,
                    "embedding",
                    "index",
                    data.size(),
                    "embedding",
                    answer.ask().form().encoded() ? embedding.base64() : embedding.numbers()));
        }
        Answer.Usage usage = answer.usage();
        return Document.of(
                OBJECT,
                "list",
                "data",
                data,
                "model",
                answer.ask().model(),
                "usage",
                Document.of("prompt_tokens", usage.prompt(), "total_tokens", usage.prompt()));
    }

    private static Object images(Answer answer) {
        List<Object> data = new ArrayList<>();
        boolean url = answer.ask().form().encoded();
        for (Answer.Choice choice : answer.choices()) {
            String image = Base64.getEncoder().encodeToString(Png.of((int) choice.hash()));
            data.add(Document.of(url ? "url" : "b64_json", url ? "data:image/png;base64," + image : image));
        }
        Answer.Usage usage = answer.usage();
        return Document.of(
                "created",
                answer.created(),
                "data",
                data,
                "usage",
                Document.of(
                        "input_tokens",
                        usage.prompt(),
                        "output_tokens",
                        usage.output(),
                        "total_tokens",
                        usage.total(),
                        "input_tokens_details",
                        Document.of("text_tokens", usage.prompt(), "image_tokens", 0)));
    }
}
