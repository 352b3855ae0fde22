package io.berth.gateway.fake.openai;

import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonTree;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a model reads of a request. Turns of a conversation begin as the turns before them did, so that their beginning is known. */
final class PromptText {
    /** What an answer begins with in the next turn. */
    static final String ANSWER = "assistant: ";

    /** As many tokens as there are numbers in {@code int}. */
    private static final long LAST_TOKEN = Integer.MAX_VALUE;

    private PromptText() {}

    /** A conversation: the tools, then message by message. */
    static byte[] chat(Parameters request) {
        StringBuilder text = new StringBuilder();
        tools(request, text);
        request.items("messages").forEach(message -> message(Parameters.of(message), text));
        return bytes(text);
    }

    /** The input of a response: a text, or items. */
    static byte[] response(Parameters request) {
        StringBuilder text = new StringBuilder();
        tools(request, text);
        String instructions = request.optionalText("instructions");
        if (instructions != null) {
            text.append("system: ").append(instructions).append('\n');
        }
        Tree input = request.require("input");
        if (Parameters.isText(input)) {
            text.append("user: ").append(input.text()).append('\n');
            return bytes(text);
        }
        for (Tree each : request.items("input")) {
            Parameters item = Parameters.of(each);
            if (item.get("role") == null) {
                text.append(json(each)).append('\n');
            } else {
                message(item, text);
            }
        }
        return bytes(text);
    }

    /** Texts or numbers of tokens, one prompt or several. */
    static List<byte[]> several(Parameters request, String key) {
        Tree value = request.require(key);
        if (Parameters.isText(value)) {
            return List.of(bytes(value.text()));
        }
        List<Tree> items = request.items(key);
        Tree first = items.getFirst();
        if (first instanceof Tree.Scalar && !Parameters.isText(first)) {
            return List.of(tokens(items));
        }
        List<byte[]> prompts = new ArrayList<>();
        for (Tree item : items) {
            prompts.add(item instanceof Tree.Items numbers ? tokens(numbers.items()) : bytes(Parameters.text(item)));
        }
        return prompts;
    }

    private static byte[] tokens(List<Tree> numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.size() * Ask.TOKEN_BYTES);
        numbers.forEach(number -> bytes.putInt((int) Parameters.whole(number, 0, LAST_TOKEN)));
        return bytes.array();
    }

    private static void tools(Parameters request, StringBuilder text) {
        Tree tools = request.get("tools");
        if (tools != null) {
            text.append(json(tools)).append('\n');
        }
    }

    private static void message(Parameters message, StringBuilder text) {
        text.append(message.text("role")).append(": ");
        Tree content = message.get("content");
        Tree calls = message.get("tool_calls");
        if (content == null && calls == null) {
            message.require("content");
        }
        if (content instanceof Tree.Items parts) {
            parts.items().forEach(part -> part(Parameters.of(part), text));
        } else if (content != null) {
            text.append(Parameters.text(content));
        }
        if (calls != null) {
            text.append(json(calls));
        }
        text.append('\n');
    }

    private static void part(Parameters part, StringBuilder text) {
        String type = part.text("type");
        text.append(type.endsWith("text") ? part.text("text") : json(part.map()));
    }

    private static String json(Tree tree) {
        return Json.line(JsonTree.of(tree));
    }

    static byte[] bytes(CharSequence text) {
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
