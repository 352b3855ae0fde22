package io.berth.gateway.parts;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** An answer to a {@link ListRequest}: what it has of each item, in order. */
public final class ListAnswer {
    private static final String DATA = "data";
    private static final String USAGE = "usage";
    private static final String INDEX = "index";

    private final SequencedMap<String, JsonSpan> members;
    private final List<JsonSpan> data;
    private final boolean indexed;

    private ListAnswer(SequencedMap<String, JsonSpan> members, List<JsonSpan> data, boolean indexed) {
        this.members = members;
        this.data = data;
        this.indexed = indexed;
    }

    /** What {@code body} answers; null where it is not understood or does not have {@code items} items, each once. */
    public static @Nullable ListAnswer read(byte[] body, int items) {
        JsonSpan document = JsonSpan.of(body);
        SequencedMap<String, JsonSpan> members = document == null || !document.object() ? null : document.members();
        JsonSpan list = members == null ? null : members.get(DATA);
        if (members == null || list == null || !list.array()) {
            return null;
        }
        List<JsonSpan> data = list.elements();
        if (data.size() != items || !data.stream().allMatch(JsonSpan::object)) {
            return null;
        }
        List<@Nullable Long> indices = new ArrayList<>();
        for (JsonSpan one : data) {
            SequencedMap<String, JsonSpan> said = one.members();
            JsonSpan index = said == null ? null : said.get(INDEX);
            indices.add(index == null ? null : index.whole());
        }
        if (indices.stream().allMatch(index -> index == null)) {
            return new ListAnswer(members, data, false);
        }
        JsonSpan[] ordered = new JsonSpan[items];
        for (int place = 0; place < items; place++) {
            Long index = indices.get(place);
            if (index == null || index >= items || ordered[index.intValue()] != null) {
                return null;
            }
            ordered[index.intValue()] = data.get(place);
        }
        return new ListAnswer(members, List.of(ordered), true);
    }

    /** One answer of all of {@code answers}, in that order: what is said of the whole is what the first says, but for what is counted. */
    public static byte[] joined(List<ListAnswer> answers) {
        ListAnswer first = answers.getFirst();
        List<byte[]> data = new ArrayList<>();
        for (ListAnswer answer : answers) {
            for (JsonSpan one : answer.data) {
                data.add(answer.indexed ? numbered(one, data.size()) : one.copy());
            }
        }
        List<JsonSpan> usages = answers.stream()
                .map(answer -> answer.members.get(USAGE))
                .filter(usage -> usage != null)
                .toList();
        boolean counted = usages.size() == answers.size() && usages.stream().allMatch(JsonSpan::object);
        return first.document(data, counted ? Usage.sum(usages) : null);
    }

    /**
     * Of one answer, what it is to each of those whose items it has, one after another.
     *
     * @param items of each
     * @param weights by which what is counted for all is counted for each
     */
    public List<byte[]> divided(List<Integer> items, List<Long> weights) {
        JsonSpan usage = members.get(USAGE);
        List<byte[]> answers = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < items.size(); i++) {
            List<byte[]> mine = new ArrayList<>();
            for (JsonSpan one : data.subList(from, from + items.get(i))) {
                mine.add(indexed ? numbered(one, mine.size()) : one.copy());
            }
            from += items.get(i);
            answers.add(document(mine, usage == null || !usage.object() ? null : Usage.share(usage, weights, i)));
        }
        return answers;
    }

    /** The answer with {@code data}, and {@code usage} at its end, where what an answer took is looked for. */
    private byte[] document(List<byte[]> data, byte @Nullable [] usage) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        char before = '{';
        for (Map.Entry<String, JsonSpan> member : members.entrySet()) {
            if (member.getKey().equals(USAGE)) {
                continue;
            }
            body.write(before);
            body.writeBytes(ListRequest.quoted(member.getKey()));
            if (member.getKey().equals(DATA)) {
                char next = '[';
                for (byte[] one : data) {
                    body.write(next);
                    body.writeBytes(one);
                    next = ',';
                }
                body.write(']');
            } else {
                body.writeBytes(member.getValue().copy());
            }
            before = ',';
        }
        if (usage != null) {
            body.write(before);
            body.writeBytes(ListRequest.quoted(USAGE));
            body.writeBytes(usage);
        }
        body.write('}');
        return body.toByteArray();
    }

    private static byte[] numbered(JsonSpan one, int index) {
        SequencedMap<String, JsonSpan> members = one.members();
        JsonSpan old = members == null ? null : members.get(INDEX);
        if (old == null) {
            return one.copy();
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.write(one.bytes(), one.from(), old.from() - one.from());
        body.writeBytes(Integer.toString(index).getBytes(StandardCharsets.US_ASCII));
        body.write(one.bytes(), old.to(), one.to() - old.to());
        return body.toByteArray();
    }

    /** What is counted: whole numbers, in objects within one another; what else is there is as in the first. */
    private static final class Usage {
        static byte[] sum(List<JsonSpan> usages) {
            return text(usages.getFirst(), (path, first) -> {
                long sum = 0;
                for (JsonSpan usage : usages) {
                    Long number = at(usage, path);
                    sum += number == null ? 0 : number;
                }
                return sum;
            });
        }

        static byte[] share(JsonSpan usage, List<Long> weights, int place) {
            return text(usage, (_, all) -> share(all, weights, place));
        }

        /** The largest remainders get what is left, so that the shares are {@code all} together. */
        private static long share(long all, List<Long> weights, int place) {
            double sum = Math.max(1, weights.stream().mapToLong(Long::longValue).sum());
            long[] shares = weights.stream()
                    .mapToLong(weight -> (long) (all * (weight / sum)))
                    .toArray();
            List<Integer> byRemainder = IntStream.range(0, shares.length)
                    .boxed()
                    .sorted(Comparator.comparingDouble(i -> shares[i] - all * (weights.get(i) / sum)))
                    .toList();
            long left = all - Arrays.stream(shares).sum();
            for (int i = 0; i < left; i++) {
                shares[byRemainder.get(i % shares.length)]++;
            }
            return shares[place];
        }

        private interface Count {
            long of(List<String> path, long number);
        }

        private static byte[] text(JsonSpan usage, Count count) {
            StringBuilder text = new StringBuilder();
            write(text, usage, new ArrayList<>(), count);
            return text.toString().getBytes(StandardCharsets.UTF_8);
        }

        private static void write(StringBuilder text, JsonSpan value, List<String> path, Count count) {
            Long number = value.whole();
            SequencedMap<String, JsonSpan> members = value.object() ? value.members() : null;
            if (number != null) {
                text.append(count.of(path, number));
            } else if (members == null) {
                text.append(value.text());
            } else {
                char before = '{';
                for (Map.Entry<String, JsonSpan> member : members.entrySet()) {
                    text.append(before).append('"').append(member.getKey()).append("\":");
                    path.add(member.getKey());
                    write(text, member.getValue(), path, count);
                    path.removeLast();
                    before = ',';
                }
                text.append(before == '{' ? "{}" : "}");
            }
        }

        private static @Nullable Long at(JsonSpan usage, List<String> path) {
            JsonSpan value = usage;
            for (String name : path) {
                SequencedMap<String, JsonSpan> members = value.object() ? value.members() : null;
                JsonSpan next = members == null ? null : members.get(name);
                if (next == null) {
                    return null;
                }
                value = next;
            }
            return value.whole();
        }
    }
}
