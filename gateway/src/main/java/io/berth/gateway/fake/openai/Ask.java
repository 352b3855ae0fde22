package io.berth.gateway.fake.openai;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks for.
 *
 * @param prompts what the model reads, as bytes; several where a request has several, of which each is answered
 * @param choices how many answers each prompt gets
 * @param form what the answer looks like
 * @param call the tool that is called in place of an answer of words; null for none
 */
public record Ask(
        Task task,
        String model,
        List<byte[]> prompts,
        int choices,
        Limits limits,
        Form form,
        @Nullable ToolCall call) {
    /** About as many bytes are a token. */
    public static final int TOKEN_BYTES = 4;

    public Ask {
        prompts = List.copyOf(prompts);
    }

    /**
     * How long an answer may be.
     *
     * @param least tokens ({@code min_tokens}, which vLLM has)
     * @param most tokens
     * @param exact true where it has {@code most}, whatever a model would say ({@code ignore_eos}, which vLLM has)
     */
    public record Limits(int least, int most, boolean exact) {
        static final Limits NONE = new Limits(1, Integer.MAX_VALUE, false);

        /** How long an answer is that would have {@code drawn} tokens. */
        int of(int drawn) {
            return exact ? most : Math.min(Math.max(drawn, least), most);
        }
    }

    /**
     * What an answer looks like.
     *
     * @param stream true where it is sent as it is made
     * @param usage true where the last event of a stream says how many tokens there were
     * @param dimensions numbers of an embedding
     * @param encoded true where an embedding is base64; of an image, where it is a URL
     */
    public record Form(boolean stream, boolean usage, int dimensions, boolean encoded) {
        static final Form WHOLE = new Form(false, false, 0, false);
    }

    /**
     * A call of a tool.
     *
     * @param arguments a document of JSON that has what the tool's parameters require
     */
    public record ToolCall(String name, String arguments) {}

    /** What the next turn of a conversation has in place of the answer {@code text}; of a completion, what follows its prompt. */
    public String spoken(String text) {
        return task == Task.COMPLETION ? text : PromptText.ANSWER + text + "\n";
    }

    /** Tokens of {@code bytes} bytes; nothing is still one. */
    public static int tokens(long bytes) {
        return (int) Math.max(1, (bytes + TOKEN_BYTES - 1) / TOKEN_BYTES);
    }
}
