package io.berth.console.curve;

import io.berth.console.curve.Sample.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The forms in which programs print their training: {@code step=120 loss=0.53}, {@code epoch: 3, val_loss: 0.41}, JSON, the dicts
 * of Hugging Face's Trainer, the lines of Keras, and the progress bars of tqdm, on which Lightning's are built.
 *
 * <p>Numbers count only in a line that also says how far the task is, or has a loss, since programs print many other numbers.
 */
final class UsualForms implements LineForm {
    /** As many values a line has at most. */
    static final int MOST_VALUES = 32;

    private static final int MOST_NAME = 64;

    /** Numbers that programs print beside their values, and that are none. */
    private static final Set<String> NO_METRICS =
            Set.of("v_num", "eta", "rank", "local_rank", "world_size", "pid", "seed", "timestamp", "ts", "time");

    @Override
    public Sample read(String line) {
        return new Scan(line).sample();
    }

    /** One line from front to back. */
    private static final class Scan {
        private final String line;
        private final PlaceBuilder place = new PlaceBuilder();
        private final List<Value> values = new ArrayList<>();
        private boolean loss;

        Scan(String line) {
            this.line = line;
        }

        Sample sample() {
            ProgressBar bar = ProgressBar.in(line);
            if (bar != null) {
                place.bar(bar.done(), bar.all());
            }
            int at = 0;
            while (at < line.length()) {
                at = isNameStart(at) ? name(at) : at + 1;
            }
            Sample.Place found = place.place();
            boolean counts = found.known() || loss;
            Sample sample = new Sample(found, counts ? values : List.of());
            return sample.empty() ? Sample.NONE : sample;
        }

        /** Reads the name at {@code start} and the number that it names, if any; where to go on. */
        private int name(int start) {
            int end = start;
            while (end < line.length() && isNamePart(line.charAt(end))) {
                end++;
            }
            String name = line.substring(start, end);
            int at = blanks(quote(end));
            boolean said = at < line.length() && (line.charAt(at) == '=' || line.charAt(at) == ':');
            @Nullable PlaceWord word = PlaceWord.of(name);
            if (!said && word == null) {
                return end;
            }
            at = blanks(said ? at + 1 : at);
            boolean bracket = word != null && at < line.length() && line.charAt(at) == '[';
            NumberText number = NumberText.at(line, quote(bracket ? at + 1 : at), word != null);
            if (number == null) {
                return end;
            }
            take(name, word, number);
            return number.end();
        }

        private void take(String name, @Nullable PlaceWord word, NumberText number) {
            if (word != null) {
                place.add(word, number.value(), number.of(), number.percent());
                return;
            }
            String lower = name.toLowerCase(Locale.ROOT);
            boolean metric = name.length() <= MOST_NAME && values.size() < MOST_VALUES && !NO_METRICS.contains(lower);
            if (metric) {
                values.add(new Value(name, number.value()));
                loss |= lower.contains("loss");
            }
        }

        private boolean isNameStart(int at) {
            char first = line.charAt(at);
            boolean letter = first >= 'a' && first <= 'z' || first >= 'A' && first <= 'Z' || first == '_';
            return letter && (at == 0 || !isNamePart(line.charAt(at - 1)));
        }

        private static boolean isNamePart(char c) {
            return c >= 'a' && c <= 'z'
                    || c >= 'A' && c <= 'Z'
                    || c >= '0' && c <= '9'
                    || c == '_'
                    || c == '.'
                    || c == '/'
                    || c == '@'
                    || c == '-';
        }

        private int blanks(int from) {
            int at = from;
            while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
                at++;
            }
            return at;
        }

        private int quote(int at) {
            boolean quote = at < line.length() && (line.charAt(at) == '"' || line.charAt(at) == '\'');
            return quote ? at + 1 : at;
        }
    }
}
