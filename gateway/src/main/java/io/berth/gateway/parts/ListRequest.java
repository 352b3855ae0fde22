package io.berth.gateway.parts;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A request for several images, or for the embeddings of several inputs, in OpenAI's form: one that can be split and, if inputs, merged. */
public final class ListRequest {
    /** Where images are asked for. */
    public static final String IMAGES = "/v1/images/generations";
    /** Where embeddings are. */
    public static final String EMBEDDINGS = "/v1/embeddings";

    private static final String COUNT = "n";
    private static final String INPUT = "input";
    /** More images than this no server makes for one request; what says so is its to refuse. */
    private static final int MOST_IMAGES = 1_000;

    /** What says nothing of how long a call takes. */
    private static final Set<String> OF_NO_ACCOUNT = Set.of(COUNT, INPUT, "prompt", "user");

    private final String path;
    private final SequencedMap<String, JsonSpan> members;
    /** The inputs; of images none. */
    private final List<JsonSpan> inputs;

    private final int items;

    private ListRequest(String path, SequencedMap<String, JsonSpan> members, List<JsonSpan> inputs, int items) {
        this.path = path;
        this.members = members;
        this.inputs = inputs;
        this.items = items;
    }

    /** Whether requests of {@code path} may be lists. */
    public static boolean at(String path) {
        return path.equals(IMAGES) || path.equals(EMBEDDINGS);
    }

    /** What {@code body}, sent to {@code path}, asks; null where that is not understood, or is one that must stay as it is. */
    public static @Nullable ListRequest read(String path, byte[] body) {
        JsonSpan document = JsonSpan.of(body);
        SequencedMap<String, JsonSpan> members = document == null || !document.object() ? null : document.members();
        if (members == null) {
            return null;
        }
        return path.equals(IMAGES) ? images(members) : embeddings(members);
    }

    private static @Nullable ListRequest images(SequencedMap<String, JsonSpan> members) {
        JsonSpan stream = members.get("stream");
        JsonSpan seed = members.get("seed");
        boolean whole = stream == null || stream.is("false") || stream.is("null");
        // With a seed, two shares would make the same images twice.
        boolean free = seed == null || seed.is("null");
        JsonSpan count = members.get(COUNT);
        Long images = count == null || count.is("null") ? Long.valueOf(1) : count.whole();
        return images == null || images < 1 || images > MOST_IMAGES || !whole || !free
                ? null
                : new ListRequest(IMAGES, members, List.of(), images.intValue());
    }

    private static @Nullable ListRequest embeddings(SequencedMap<String, JsonSpan> members) {
        JsonSpan input = members.get(INPUT);
        if (input == null) {
            return null;
        }
        if (input.string()) {
            return new ListRequest(EMBEDDINGS, members, List.of(input), 1);
        }
        List<JsonSpan> inputs = input.array() ? input.elements() : List.of();
        if (inputs.isEmpty()) {
            return null;
        }
        JsonSpan first = inputs.getFirst();
        if (first.whole() != null) {
            // The tokens of one input.
            return inputs.stream().allMatch(token -> token.whole() != null)
                    ? new ListRequest(EMBEDDINGS, members, List.of(input), 1)
                    : null;
        }
        boolean alike = inputs.stream().allMatch(one -> first.string() ? one.string() : first.array() && one.array());
        return alike ? new ListRequest(EMBEDDINGS, members, inputs, inputs.size()) : null;
    }

    /** The model that it names; empty where it names none, or in another way than as it is. */
    public String model() {
        JsonSpan model = members.get("model");
        String text = model == null ? "" : model.text();
        return text.startsWith("\"") && text.indexOf('\\') < 0 ? text.substring(1, text.length() - 1) : "";
    }

    /** How many images or inputs. */
    public int items() {
        return items;
    }

    /** Whether it can be one call with others that are {@link #alike}. */
    public boolean merges() {
        return path.equals(EMBEDDINGS);
    }

    /** Equal where calls of as many items take about as long as one another. */
    public long kind() {
        return path.hashCode() * 31L + text(OF_NO_ACCOUNT).hashCode();
    }

    /** Equal for those that can be one call: all that they say but their inputs is the same. */
    public String alike() {
        return text(Set.of(INPUT));
    }

    private String text(Set<String> without) {
        StringBuilder text = new StringBuilder(path);
        new TreeMap<>(members).forEach((name, value) -> {
            if (!without.contains(name)) {
                text.append('\n').append(name).append(':').append(value.text());
            }
        });
        return text.toString();
    }

    /** Bytes of its inputs from {@code first} on. */
    public long bytes(int first, int count) {
        return inputs.subList(first, first + count).stream()
                .mapToLong(JsonSpan::length)
                .sum();
    }

    /** The body that asks for {@code count} of its items, from {@code first} on. */
    public byte[] share(int first, int count) {
        return path.equals(IMAGES)
                ? with(COUNT, Integer.toString(count).getBytes(StandardCharsets.US_ASCII))
                : with(INPUT, list(inputs.subList(first, first + count)));
    }

    /** The body that asks for all that {@code requests} do, one after another; they are {@link #alike}. */
    public static byte[] merged(List<ListRequest> requests) {
        List<JsonSpan> all = new ArrayList<>();
        requests.forEach(request -> all.addAll(request.inputs));
        return requests.getFirst().with(INPUT, list(all));
    }

    /** The body with {@code value} for {@code name}. */
    private byte[] with(String name, byte[] value) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        char before = '{';
        for (Map.Entry<String, JsonSpan> member : members.entrySet()) {
            body.write(before);
            body.writeBytes(quoted(member.getKey()));
            body.writeBytes(
                    member.getKey().equals(name) ? value : member.getValue().copy());
            before = ',';
        }
        body.write('}');
        return body.toByteArray();
    }

    static byte[] list(List<JsonSpan> values) {
        ByteArrayOutputStream list = new ByteArrayOutputStream();
        char before = '[';
        for (JsonSpan value : values) {
            list.write(before);
            list.write(value.bytes(), value.from(), value.length());
            before = ',';
        }
        list.write(']');
        return list.toByteArray();
    }

    /** A name that has nothing in it to be escaped, with its colon. */
    static byte[] quoted(String name) {
        return ('"' + name + "\":").getBytes(StandardCharsets.UTF_8);
    }
}
