package io.berth.spec.job;

import io.berth.core.workload.term.ModelUtility;
import io.berth.core.workload.term.RunProfile;
import io.berth.spec.input.PlainText;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** What a job is worth by model of device: a map such as {@code {H100: 3, A100: 1}}. */
public final class UtilityKeys {
    public static final String KEY = "utility";

    public static final Shape SHAPE = new Shape.Each(Shape.positive((double) RunProfile.MOST / RunProfile.TOLD));

    public static final String WORDS =
            "What it is worth by model of device, of which plan and device: most-useful make as much as they can. Models that are not"
                    + " named are 1; which will do at all models says.";

    private UtilityKeys() {}

    /** The utilities of the map {@code tree}, in millionths; what is less than one is one. */
    public static List<ModelUtility> read(Tree tree) {
        List<ModelUtility> utilities = new ArrayList<>();
        for (Tree.Entry entry : tree.entries()) {
            long millionths = Math.round(entry.value().number() * RunProfile.TOLD);
            utilities.add(new ModelUtility(PlainText.ofKey(entry, tree.path()), Math.max(1, millionths)));
        }
        return utilities;
    }

    /** The map that {@link #read} reads. */
    public static SequencedMap<String, Object> document(RunProfile profile) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        profile.utilities().forEach(each -> document.put(each.model(), Throughput.number(each.millionths())));
        return document;
    }
}
