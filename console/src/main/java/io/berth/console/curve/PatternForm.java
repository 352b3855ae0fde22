package io.berth.console.curve;

import com.google.re2j.Matcher;
import io.berth.console.curve.Sample.Value;
import io.berth.spec.job.MetricPattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The form that a job gives itself: a pattern whose groups are the values. */
final class PatternForm implements LineForm {
    private final MetricPattern pattern;

    PatternForm(MetricPattern pattern) {
        this.pattern = pattern;
    }

    @Override
    public Sample read(String line) {
        Matcher matcher = pattern.compiled().matcher(line);
        if (!matcher.find()) {
            return Sample.NONE;
        }
        PlaceBuilder place = new PlaceBuilder();
        List<Value> values = new ArrayList<>();
        for (String group : pattern.groups()) {
            @Nullable String text = matcher.group(group);
            @Nullable NumberText number = text == null ? null : NumberText.at(text, 0, true);
            if (number == null) {
                continue;
            }
            @Nullable PlaceWord word = PlaceWord.of(group);
            if (word == null) {
                values.add(new Value(group, number.value()));
            } else {
                place.add(word, number.value(), number.of(), number.percent());
            }
        }
        return new Sample(place.place(), values);
    }
}
