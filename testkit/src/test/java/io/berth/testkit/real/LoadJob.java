package io.berth.testkit.real;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A job of the load: what is submitted, and what must come of it. */
final class LoadJob {
    final String key;
    final Map<String, Object> document = new LinkedHashMap<>();
    int tasks = 1;
    /** Jobs of an array. */
    int members = 1;

    int starts = 1;
    int code;
    String state = "finished";
    /** True from when somebody asked for its end. */
    volatile boolean cancelled;
    /** True from when one of its launchers was killed. */
    volatile boolean disturbed;
    /** The number of its first job; 0 until it is acknowledged. */
    volatile long first;

    LoadJob(String key, Ledger ledger, String script) {
        this.key = key;
        document.put("name", key);
        document.put("demand", Map.of("cpu", "0.05"));
        String name = key + ".${BERTH_ARRAY_TASK_ID:-0}";
        document.put("command", List.of("sh", "-c", ledger.start(name) + script.replace("END", ledger.end(name))));
    }

    LoadJob with(String name, Object value) {
        document.put(name, value);
        return this;
    }

    LoadJob tasks(int count) {
        tasks = count;
        return with("tasks", count);
    }

    LoadJob members(int count) {
        members = count;
        return with("array", count);
    }

    LoadJob ends(String how, int with) {
        state = how;
        code = with;
        return this;
    }

    /** What its job of number {@code job} is called. */
    String name(long job) {
        return members == 1 ? key : key + "[" + (job - first) + "]";
    }

    /** What is wrong with the end of one of its jobs; null where nothing is. */
    @Nullable
    String wrong(RestClient.Job job) {
        Integer exit = job.exitCode();
        boolean right = job.state().equals(state) && exit != null && exit == code;
        boolean excused = cancelled && job.state().equals("cancelled") || disturbed;
        return right || excused
                ? null
                : "job " + job.id() + " (" + key + ") ended as " + job.state() + " with " + exit + ", not " + state
                        + " with " + code;
    }

    /** What is wrong with how often its tasks started; null where nothing is. */
    @Nullable
    String wrong(Map<String, Map<Integer, Integer>> started) {
        for (int member = 0; member < members; member++) {
            Map<Integer, Integer> counts = started.getOrDefault(key + "." + member, Map.of());
            for (int task = 0; task < tasks; task++) {
                int count = counts.getOrDefault(task, 0);
                boolean enough = count == starts || (cancelled || disturbed) && count < starts;
                if (!enough) {
                    return "task " + task + " of " + key + "." + member + " (job " + (first + member) + ") started "
                            + count + " times, not " + starts;
                }
            }
        }
        return null;
    }
}
