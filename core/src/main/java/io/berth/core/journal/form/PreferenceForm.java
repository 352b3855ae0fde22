package io.berth.core.journal.form;

import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.journal.field.Values;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.PeerSelector;
import io.berth.core.workload.Preference;
import io.berth.core.workload.Preference.Even;
import io.berth.core.workload.Preference.Near;
import io.berth.core.workload.Preference.OfData;
import io.berth.core.workload.Preference.OfImages;
import io.berth.core.workload.Preference.OfNodes;
import java.util.List;

/** What tasks would rather have. */
final class PreferenceForm {
    private static final int OF_NODES = 0;
    private static final int NEAR = 1;
    private static final int EVEN = 2;
    private static final int OF_IMAGES = 3;
    private static final int OF_DATA = 4;

    private static final PeerSelector NONE = PeerSelector.of(List.of(), List.of());

    private final Form<Preference> form = new Form<>("preference");
    private final NumberField<Preference> kind = form.number(1, "kind", OF_NODES, PreferenceForm::kind);
    private final NumberField<Preference> weight = form.number(2, "weight", 0, Preference::weight);
    private final ValueField<Preference, List<NodeSelectorTerm>> terms;
    private final NumberField<Preference> anyQueue =
            form.flag(3, "any queue", preference -> selector(preference).anyQueue());
    private final ValueField<Preference, List<String>> queues =
            form.list(4, "queues", preference -> selector(preference).queues(), Codec.TEXT);
    private final ValueField<Preference, String> key = form.value(5, "key", "", PreferenceForm::key, Codec.TEXT);
    private final ValueField<Preference, List<Requirement>> requirements;

    private final ValueField<Preference, List<String>> images;
    private final ValueField<Preference, List<String>> data;

    private PreferenceForm(Codec<NodeSelectorTerm> term, Codec<List<Requirement>> selecting) {
        terms = form.list(
                6, "term", preference -> preference instanceof OfNodes of ? List.of(of.term()) : List.of(), term);
        requirements = form.value(
                7, "requirements", List.of(), preference -> selector(preference).requirements(), selecting);
        images = form.list(
                8, "images", preference -> preference instanceof OfImages of ? of.images() : List.of(), Codec.TEXT);
        data = form.list(
                9, "data sets", preference -> preference instanceof OfData of ? of.sets() : List.of(), Codec.TEXT);
    }

    static Codec<Preference> preference(Codec<NodeSelectorTerm> term, Codec<List<Requirement>> selecting) {
        PreferenceForm made = new PreferenceForm(term, selecting);
        return made.form.made(made::preference);
    }

    private static int kind(Preference preference) {
        return switch (preference) {
            case OfNodes _ -> OF_NODES;
            case Near _ -> NEAR;
            case Even _ -> EVEN;
            case OfImages _ -> OF_IMAGES;
            case OfData _ -> OF_DATA;
        };
    }

    private static PeerSelector selector(Preference preference) {
        return switch (preference) {
            case OfNodes _, OfImages _, OfData _ -> NONE;
            case Near near -> near.selector();
            case Even even -> even.selector();
        };
    }

    private static String key(Preference preference) {
        return switch (preference) {
            case OfNodes _, OfImages _, OfData _ -> "";
            case Near near -> near.key();
            case Even even -> even.key();
        };
    }

    private Preference preference(Values values) {
        if (kind.whole(values) == OF_IMAGES) {
            return ofImages(images.of(values));
        }
        if (kind.whole(values) == OF_DATA) {
            return ofData(data.of(values));
        }
        int weighs = weight.whole(values);
        if (weighs == 0 || StrictMath.abs(weighs) > Preference.HEAVIEST) {
            throw new CorruptRecordException("a preference of weight " + weighs);
        }
        PeerSelector selector = new PeerSelector(anyQueue.is(values), queues.of(values), requirements.of(values));
        return switch (kind.whole(values)) {
            case OF_NODES -> new OfNodes(term(terms.of(values)), weighs);
            case NEAR -> new Near(selector, key.of(values), weighs);
            case EVEN -> new Even(selector, key.of(values), weighs);
            default -> throw new CorruptRecordException("a preference of an unknown kind");
        };
    }

    private static OfImages ofImages(List<String> read) {
        if (read.isEmpty()) {
            throw new CorruptRecordException("a preference for images that names none");
        }
        return new OfImages(read);
    }

    private static OfData ofData(List<String> read) {
        if (read.isEmpty()) {
            throw new CorruptRecordException("a preference for data that names none");
        }
        return new OfData(read);
    }

    private static NodeSelectorTerm term(List<NodeSelectorTerm> read) {
        if (read.size() != 1) {
            throw new CorruptRecordException("a preference for nodes without a term");
        }
        return read.getFirst();
    }
}
