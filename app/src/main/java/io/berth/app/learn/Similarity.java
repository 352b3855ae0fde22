package io.berth.app.learn;

import io.berth.learn.store.StoredModel;
import io.berth.learn.transfer.WorkloadDistance;
import io.berth.learn.transfer.WorkloadProfile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Stored models by how far the workload that each comes from is from another one.
 *
 * @param models the nearest first
 * @param unknown ids of those that do not say what their workload was like, or are damaged
 */
record Similarity(WorkloadProfile own, List<Compared> models, List<String> unknown) {
    /** One of them. */
    record Compared(StoredModel.Sound model, WorkloadProfile profile, WorkloadDistance distance) {}

    static Similarity of(WorkloadProfile own, List<StoredModel> stored) {
        List<Compared> models = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (StoredModel one : stored) {
            String line = one instanceof StoredModel.Sound sound
                    ? sound.model().lineage().get(WorkloadProfile.LINEAGE)
                    : null;
            try {
                if (line != null && one instanceof StoredModel.Sound sound) {
                    WorkloadProfile profile = WorkloadProfile.parse(line);
                    models.add(new Compared(sound, profile, WorkloadDistance.between(own, profile)));
                    continue;
                }
            } catch (IllegalArgumentException _) {
                // A profile of another version is as good as none.
            }
            unknown.add(one.id());
        }
        models.sort(Comparator.comparingDouble((Compared one) -> one.distance().total())
                .thenComparing(one -> one.model().id()));
        return new Similarity(own, models, unknown);
    }
}
