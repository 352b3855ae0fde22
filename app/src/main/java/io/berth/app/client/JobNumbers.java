package io.berth.app.client;

import io.berth.app.option.Arguments;
import io.berth.core.workload.term.JobArray;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.job.JobRange;
import io.berth.spec.quantity.ArrayIndices;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Jobs as people name them: by number, {@code 12} and {@code 1-20}, or as lists show those of an array, {@code 12_7} and {@code
 * 12_[3-40]}: by the number of its first job and their indices.
 */
public final class JobNumbers {
    private static final Pattern MEMBERS = Pattern.compile("([1-9]\\d{0,17})_(?:(\\d{1,9})|\\[([^\\]]+)])");
    private static final String PLACE = "JOB";

    private JobNumbers() {}

    /** The one job that the words of {@code arguments} name. */
    public static long one(Client client, Arguments arguments) {
        List<JobRange> named = ranges(client, List.of(arguments.one("name one job by its number")));
        if (named.size() != 1 || !named.getFirst().single()) {
            throw new InputException(
                    PLACE,
                    "must be one job, but is " + Quote.of(arguments.words().getFirst()));
        }
        return named.getFirst().first();
    }

    /** The jobs that {@code words} name, in their order. */
    public static List<JobRange> ranges(Client client, List<String> words) {
        List<JobRange> ranges = new ArrayList<>();
        for (String word : words) {
            Matcher members = MEMBERS.matcher(word);
            if (members.matches()) {
                String indices = members.group(2) == null ? members.group(3) : members.group(2);
                ranges.addAll(members(client, members.group(1), indices));
            } else {
                ranges.add(JobRange.parse(PLACE, word));
            }
        }
        return ranges;
    }

    /** The job of array {@code first} with {@code index}. */
    static long member(Client client, long first, int index) {
        return members(client, Long.toString(first), Integer.toString(index))
                .getFirst()
                .first();
    }

    private static List<JobRange> members(Client client, String first, String indices) {
        JobArray asked = ArrayIndices.indices(indices);
        // Indices stand behind the names.
        List<Tree> rows = JobList.read(client, "&array=" + first);
        List<JobRange> found = new ArrayList<>();
        for (int i = 0; i < asked.count(); i++) {
            int value = asked.value(i);
            String end = "[" + value + "]";
            Tree row = rows.stream()
                    .filter(job -> job.require("name").text().endsWith(end))
                    .findFirst()
                    .orElseThrow(() -> new InputException(
                            PLACE,
                            rows.isEmpty()
                                    ? "job " + first + " is no first job of an array that is known"
                                    : "array " + first + " has no job with the index " + value));
            long id = row.require("id").whole();
            found.add(new JobRange(id, id));
        }
        return found;
    }
}
