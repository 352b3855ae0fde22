package io.berth.spec.job;

import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;

/** Writes jobs as the document that {@link JobGraphReader} reads back to equal ones. */
public final class JobGraphWriter {
    private static final SequencedMap<String, Object> DEFAULTS =
            JobWriter.document(JobSpec.batch("", Demand.cpu(1000, 0), Nanos.NEVER));

    private JobGraphWriter() {}

    /** The keys and values of {@code graph}, for {@link io.berth.spec.json.Json}. */
    public static SequencedMap<String, Object> document(JobGraph graph) {
        List<Object> jobs = new ArrayList<>();
        for (JobGraph.Member member : graph.jobs()) {
            SequencedMap<String, Object> job = withoutDefaults(JobWriter.document(member.spec()));
            List<Object> after = new ArrayList<>();
            if (job.get("after") instanceof List<?> numbers) {
                after.addAll(numbers);
            }
            for (JobGraph.Link link : member.links()) {
                String other = graph.jobs().get(link.job()).spec().name();
                after.add(Map.of("job", other, "when", link.when().name().toLowerCase(Locale.ROOT)));
            }
            if (!after.isEmpty()) {
                job.put("after", after);
            }
            jobs.add(job);
        }
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("jobs", jobs);
        return document;
    }

    /** What {@link JobReader} reads back to {@code job}, without what every job has that says nothing. */
    public static SequencedMap<String, Object> brief(JobSpec job) {
        return withoutDefaults(JobWriter.document(job));
    }

    /** The same without what every job has that says nothing; of thousands of jobs that is most of the text. */
    private static SequencedMap<String, Object> withoutDefaults(SequencedMap<String, Object> job) {
        SequencedMap<String, Object> kept = new LinkedHashMap<>(job);
        DEFAULTS.forEach(kept::remove);
        if (kept.get("demand") instanceof Map<?, ?> demand && DEFAULTS.get("demand") instanceof Map<?, ?> defaults) {
            LinkedHashMap<Object, Object> needs = new LinkedHashMap<>(demand);
            defaults.forEach(needs::remove);
            kept.put("demand", needs);
        }
        return kept;
    }
}
