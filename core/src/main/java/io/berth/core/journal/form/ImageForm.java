package io.berth.core.journal.form;

import io.berth.core.cluster.image.ImageHolders;
import io.berth.core.cluster.image.NodeSet;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.journal.field.Values;
import java.util.Arrays;
import java.util.List;

/** Who holds an image: a bit for each node. */
public final class ImageForm {
    static final Codec<Long> WORD = Codec.of((word, sink) -> sink.fixedLong(word), source -> source.fixedLong());

    private static final Form<ImageHolders> FORM = new Form<>("holders of an image");
    private static final NumberField<ImageHolders> BYTES = FORM.number(1, "bytes", 0, ImageHolders::bytes);
    private static final ValueField<ImageHolders, List<Long>> NODES = FORM.list(
            2,
            "nodes",
            holders -> Arrays.stream(holders.nodes().words()).boxed().toList(),
            WORD);

    public static final Codec<ImageHolders> CODEC = FORM.made(ImageForm::holders);

    private ImageForm() {}

    private static ImageHolders holders(Values values) {
        long[] words = NODES.of(values).stream().mapToLong(Long::longValue).toArray();
        try {
            return new ImageHolders(BYTES.of(values), NodeSet.ofWords(words));
        } catch (IllegalArgumentException e) {
            throw new CorruptRecordException(String.valueOf(e.getMessage()));
        }
    }
}
