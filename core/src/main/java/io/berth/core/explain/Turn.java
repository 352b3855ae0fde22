package io.berth.core.explain;

import io.berth.core.state.Job;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * When a pass comes to a job that waits, by the order of the strategy.
 *
 * @param position its place, from 1
 * @param of how many jobs the pass comes to
 * @param queuePosition its place among those of its queue, from 1
 * @param ofQueue how many those are
 */
public record Turn(int position, int of, int queuePosition, int ofQueue) {
    /** Of each of {@code jobs}, which stand in their order, by number. */
    static SortedMap<Long, Turn> all(List<Job> jobs) {
        TreeMap<String, Integer> counts = new TreeMap<>();
        jobs.forEach(job -> counts.merge(job.spec().queue(), 1, Integer::sum));
        TreeMap<String, Integer> places = new TreeMap<>();
        TreeMap<Long, Turn> turns = new TreeMap<>();
        for (Job job : jobs) {
            String queue = job.spec().queue();
            int place = places.merge(queue, 1, Integer::sum);
            turns.put(job.id(), new Turn(turns.size() + 1, jobs.size(), place, counts.getOrDefault(queue, place)));
        }
        return turns;
    }
}
