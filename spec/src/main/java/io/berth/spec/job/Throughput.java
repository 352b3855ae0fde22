package io.berth.spec.job;

import io.berth.core.workload.term.ModelSpeed;
import io.berth.core.workload.term.RunProfile;
import io.berth.spec.input.PlainText;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** How fast a job is by model of device: a map such as {@code {V100: 1, P100: 0.5, K80: 0.2}}. */
public final class Throughput {
    public static final String KEY = "throughput";

    public static final Shape SHAPE = new Shape.Each(Shape.positive((double) RunProfile.MOST / RunProfile.TOLD));

    public static final String WORDS =
            "How fast it is by model of device, relative to what its run time is told for: 2 takes half as"
                    + " long. Models that are not named are 1.";

    private Throughput() {}

    /** The profile of the map {@code tree}, in millionths; what is less than one is one. */
    public static RunProfile read(Tree tree) {
        List<ModelSpeed> speeds = new ArrayList<>();
        for (Tree.Entry entry : tree.entries()) {
            long millionths = Math.round(entry.value().number() * RunProfile.TOLD);
            speeds.add(new ModelSpeed(PlainText.ofKey(entry, tree.path()), Math.max(1, millionths)));
        }
        return speeds.isEmpty() ? RunProfile.NONE : new RunProfile(speeds);
    }

    /** The map that {@link #read} reads. */
    public static SequencedMap<String, Object> document(RunProfile profile) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        profile.speeds().forEach(speed -> document.put(speed.model(), number(speed.millionths())));
        return document;
    }

    /** {@code millionths} as people write them. */
    static Number number(long millionths) {
        if (millionths % RunProfile.TOLD == 0) {
            return millionths / RunProfile.TOLD;
        }
        return millionths / (double) RunProfile.TOLD;
    }
}
