package io.berth.spec.job;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;

/** Writes jobs as the document that {@link JobGraphReader} reads back to equal ones. */
public final class JobGraphWriter {
    private JobGraphWriter() {}

    /** The keys and values of {@code graph}, for {@link io.berth.spec.json.Json}. */
    public static SequencedMap<String, Object> document(JobGraph graph) {
        List<Object> jobs = new ArrayList<>();
        for (JobGraph.Member member : graph.jobs()) {
            SequencedMap<String, Object> job = JobWriter.document(member.spec());
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
}
