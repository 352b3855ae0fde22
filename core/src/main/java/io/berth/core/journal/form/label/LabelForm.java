package io.berth.core.journal.form.label;

import io.berth.core.journal.field.Codec;
import io.berth.core.workload.Label;

/** A label. */
public final class LabelForm {
    public static final Codec<Label> CODEC = Codec.of(
            (label, sink) -> {
                sink.text(label.key());
                sink.text(label.value());
            },
            source -> new Label(source.text(), source.text()));

    private LabelForm() {}
}
