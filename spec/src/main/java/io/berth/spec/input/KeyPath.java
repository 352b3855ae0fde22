package io.berth.spec.input;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The way to a value: keys and list indexes, written {@code strategies[0].name}; a key with dots is quoted, {@code gpus."0.5"}. */
record KeyPath(List<Step> steps) {
    private static final Pattern STEP =
            Pattern.compile("(?:^|\\.)(?:\"(?<quoted>[^\"]+)\"|(?<key>[^.\\[\\]\"=]+))|\\[(?<index>\\d{1,9})]");

    KeyPath {
        steps = List.copyOf(steps);
    }

    /** The path written as {@code text}; {@code place} is for the error. */
    static KeyPath parse(String text, String place) {
        List<Step> steps = new ArrayList<>();
        Matcher step = STEP.matcher(text);
        int end = 0;
        while (end < text.length() && step.find(end) && step.start() == end) {
            steps.add(step(step));
            end = step.end();
        }
        if (end < text.length() || steps.isEmpty() || steps.getFirst() instanceof Index) {
            throw new InputException(
                    place,
                    "must be key.path=value like workload.generate.jobs=100 or seeds=1..3, but is " + Quote.of(text));
        }
        return new KeyPath(steps);
    }

    private static Step step(Matcher step) {
        String index = step.group("index");
        if (index != null) {
            return new Index(Integer.parseInt(index));
        }
        String quoted = step.group("quoted");
        return new Key(quoted != null ? quoted : step.group("key"));
    }

    /** As {@link Tree#path()} writes it. */
    @Override
    public String toString() {
        String path = "";
        for (Step step : steps) {
            path = switch (step) {
                case Key key -> Tree.below(path, key.name());
                case Index index -> path + "[" + index.at() + "]";
            };
        }
        return path;
    }

    /** One step down. */
    sealed interface Step {}

    /** Into a map. */
    record Key(String name) implements Step {}

    /** Into a list, from 0. */
    record Index(int at) implements Step {}
}
