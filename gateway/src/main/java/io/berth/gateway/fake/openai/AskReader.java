package io.berth.gateway.fake.openai;

import io.berth.gateway.fake.openai.Ask.Form;
import io.berth.gateway.fake.openai.Ask.Limits;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads requests. What is not read is not looked at either: parameters that only change what a model says change nothing here. */
public final class AskReader {
    /** Answers that a request of OpenAI may ask for. */
    private static final int MOST_CHOICES = 128;
    /** Images that a request of OpenAI may ask for. */
    private static final int MOST_IMAGES = 10;
    /** Inputs that a request for embeddings of OpenAI may have. */
    private static final int MOST_PROMPTS = 2_048;
    /** Tokens of the answer of /v1/completions where a request does not say, as OpenAI and vLLM have it. */
    private static final int COMPLETION_TOKENS = 16;

    private static final int DIMENSIONS = 64;
    private static final int MOST_DIMENSIONS = 16_384;
    private static final int MOST_TOKENS = 1 << 20;

    private final List<String> models;

    /** @param models those that are served; the first is that of requests for images that name none */
    public AskReader(List<String> models) {
        this.models = List.copyOf(models);
    }

    /**
     * What {@code body} asks for.
     *
     * @throws ApiException where it is not as it must be, or asks for a model that is not here
     */
    public Ask read(Task task, byte[] body) {
        Parameters request = Parameters.read(new String(body, StandardCharsets.UTF_8));
        String model = task == Task.IMAGE && request.get("model") == null ? models.getFirst() : request.text("model");
        if (!models.contains(model)) {
            throw new ApiException(ApiError.unknownModel(model));
        }
        return switch (task) {
            case CHAT -> chat(model, request);
            case COMPLETION -> completion(model, request);
            case RESPONSE -> response(model, request);
            case EMBEDDING -> embedding(model, request);
            case IMAGE -> image(model, request);
        };
    }

    private static Ask chat(String model, Parameters request) {
        byte[] prompt = PromptText.chat(request);
        Tree last = request.items("messages").getLast();
        boolean answered = Parameters.of(last).text("role").equals("tool");
        int older = request.whole("max_tokens", 1, MOST_TOKENS, Integer.MAX_VALUE);
        int most = request.whole("max_completion_tokens", 1, MOST_TOKENS, older);
        return new Ask(
                Task.CHAT,
                model,
                List.of(prompt),
                request.whole("n", 1, MOST_CHOICES, 1),
                limits(request, most),
                form(request),
                Tools.call(request, answered));
    }

    private static Ask completion(String model, Parameters request) {
        List<byte[]> prompts = prompts(request, "prompt");
        int most = request.whole("max_tokens", 1, MOST_TOKENS, COMPLETION_TOKENS);
        int choices = request.whole("n", 1, MOST_CHOICES, 1);
        return new Ask(Task.COMPLETION, model, prompts, choices, limits(request, most), form(request), null);
    }

    private static Ask response(String model, Parameters request) {
        byte[] prompt = PromptText.response(request);
        boolean answered = request.get("input") instanceof Tree.Items items
                && Parameters.of(items.items().getLast()).get("call_id") != null;
        int most = request.whole("max_output_tokens", 1, MOST_TOKENS, Integer.MAX_VALUE);
        return new Ask(
                Task.RESPONSE,
                model,
                List.of(prompt),
                1,
                limits(request, most),
                form(request),
                Tools.call(request, answered));
    }

    private static Ask embedding(String model, Parameters request) {
        List<byte[]> prompts = prompts(request, "input");
        int dimensions = request.whole("dimensions", 1, MOST_DIMENSIONS, DIMENSIONS);
        boolean encoded = word(request, "encoding_format", "float", "base64");
        return new Ask(
                Task.EMBEDDING, model, prompts, 1, Limits.NONE, new Form(false, false, dimensions, encoded), null);
    }

    private static Ask image(String model, Parameters request) {
        byte[] prompt = PromptText.bytes(request.text("prompt"));
        boolean url = word(request, "response_format", "b64_json", "url");
        return new Ask(
                Task.IMAGE,
                model,
                List.of(prompt),
                request.whole("n", 1, MOST_IMAGES, 1),
                Limits.NONE,
                new Form(false, false, 0, url),
                null);
    }

    private static List<byte[]> prompts(Parameters request, String key) {
        List<byte[]> prompts = PromptText.several(request, key);
        if (prompts.size() > MOST_PROMPTS) {
            throw Parameters.wrong(request.require(key), "invalid_value", "has more than " + MOST_PROMPTS + " items");
        }
        return prompts;
    }

    private static Limits limits(Parameters request, int most) {
        int least = Math.min(most, request.whole("min_tokens", 0, MOST_TOKENS, 1));
        boolean exact = request.flag("ignore_eos") && most != Integer.MAX_VALUE;
        return new Limits(Math.max(1, least), most, exact);
    }

    private static Form form(Parameters request) {
        boolean stream = request.flag("stream");
        Tree options = request.get("stream_options");
        boolean usage = options != null && Parameters.of(options).flag("include_usage");
        return stream ? new Form(true, usage, 0, false) : Form.WHOLE;
    }

    /** Whether {@code key} is {@code other}, and not {@code usual}, which it is where it is absent. */
    private static boolean word(Parameters request, String key, String usual, String other) {
        String word = request.optionalText(key);
        if (word != null && !word.equals(usual) && !word.equals(other)) {
            throw Parameters.wrong(
                    request.require(key),
                    "invalid_value",
                    "must be " + usual + " or " + other + ", but is " + Quote.of(word));
        }
        return other.equals(word);
    }
}
