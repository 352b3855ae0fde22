package io.berth.core.journal.form;

import io.berth.core.cluster.data.DataSet;
import io.berth.core.cluster.image.NodeSet;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.journal.field.Values;
import java.util.Arrays;
import java.util.List;

/** A data set and who holds it: a bit for each node. */
public final class DataForm {
    private static final Form<DataSet> FORM = new Form<>("data set");
    private static final NumberField<DataSet> BYTES = FORM.number(1, "bytes", 0, DataSet::bytes);
    private static final ValueField<DataSet, List<Long>> NODES = FORM.list(
            2, "nodes", set -> Arrays.stream(set.nodes().words()).boxed().toList(), ImageForm.WORD);

    public static final Codec<DataSet> CODEC = FORM.made(DataForm::set);

    private DataForm() {}

    private static DataSet set(Values values) {
        long[] words = NODES.of(values).stream().mapToLong(Long::longValue).toArray();
        try {
            return new DataSet(BYTES.of(values), NodeSet.ofWords(words));
        } catch (IllegalArgumentException e) {
            throw new CorruptRecordException(String.valueOf(e.getMessage()));
        }
    }
}
