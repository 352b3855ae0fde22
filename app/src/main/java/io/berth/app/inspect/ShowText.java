package io.berth.app.inspect;

import io.berth.core.time.Nanos;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.table.DisplayWidth;
import io.berth.spec.table.Moments;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The document of a job for people: what it runs first, and nothing that says nothing. */
final class ShowText {
    /** Words that a shell takes as they are. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private static final int LONGEST_WORD = 60;

    private final Tree job;
    private final SequencedMap<String, String> lines = new LinkedHashMap<>();

    private ShowText(Tree job) {
        this.job = job;
    }

    /** What {@code job} says. */
    static String of(Tree job) {
        ShowText text = new ShowText(job);
        text.program();
        text.life();
        text.needs();
        text.times();
        text.terms();
        int width = text.lines.keySet().stream().mapToInt(String::length).max().orElse(0) + 1;
        StringBuilder shown = new StringBuilder();
        for (Map.Entry<String, String> line : text.lines.entrySet()) {
            String key = line.getKey() + ":";
            shown.append(key)
                    .append(" ".repeat(width - key.length() + 1))
                    .append(line.getValue())
                    .append('\n');
        }
        return shown.toString();
    }

    private void program() {
        Tree spec = job.require("spec");
        command(spec, "command");
        for (Tree group : groups(spec)) {
            command(group, "command of " + group.require("name").text());
        }
        lines.put("job", text("id") + "  " + text("name"));
        put("user", "user");
        String kind = text("kind");
        lines.put(
                "queue", text("queue") + ", priority " + text("priority") + (kind.equals("batch") ? "" : ", " + kind));
        Tree directory = given(spec, "directory");
        if (directory != null) {
            lines.put("directory", directory.text());
        }
        put("output", "output");
    }

    private void command(Tree of, String line) {
        Tree command = given(of, "command");
        if (command != null) {
            StringJoiner words = new StringJoiner(" ");
            command.items().forEach(word -> words.add(word(word.text())));
            lines.put(line, words.toString());
        }
    }

    private static List<Tree> groups(Tree spec) {
        Tree groups = given(spec, phased(spec) ? "phases" : "groups");
        return groups == null ? List.of() : groups.items();
    }

    private static boolean phased(Tree spec) {
        return given(spec, "phases") != null;
    }

    private void life() {
        Tree code = given(job, "exit_code");
        lines.put("state", text("state") + (code == null ? "" : ", exit code " + code.text()));
        String trouble = given(job, "trouble") == null ? "" : text("trouble");
        Tree reason = given(job, "reason");
        if (!trouble.isEmpty()) {
            lines.put("trouble", trouble);
        } else if (reason != null) {
            lines.put("reason", reason.text());
        }
        Tree phase = given(job, "phase");
        if (phase != null) {
            lines.put(
                    "phase",
                    phase.require("number").text() + " of "
                            + phase.require("count").text() + ": "
                            + phase.require("name").text());
        }
        if (job.require("attempt").whole() > 1) {
            put("attempt", "attempt");
        }
        Tree array = given(job, "array");
        if (array != null) {
            lines.put(
                    "array",
                    array.require("id").text() + ", job "
                            + (array.require("index").whole() + 1) + " of "
                            + array.require("count").text());
        }
        places();
    }

    private void places() {
        List<String> places = new ArrayList<>();
        for (Tree place : job.require("places").items()) {
            List<String> gpus =
                    place.require("gpus").items().stream().map(Tree::text).toList();
            String task = job.require("tasks").whole() > 1
                    ? "task " + place.require("task").text() + group(place) + " on "
                    : "";
            places.add(task + place.require("node").text() + (gpus.isEmpty() ? "" : " GPU " + String.join(",", gpus)));
        }
        if (!places.isEmpty()) {
            lines.put("places", String.join("; ", places));
        } else if (!job.require("node_names").items().isEmpty()) {
            lines.put(
                    "nodes",
                    String.join(
                            ", ",
                            job.require("node_names").items().stream()
                                    .map(Tree::text)
                                    .toList()));
        }
    }

    private static String group(Tree place) {
        Tree group = given(place, "group");
        return group == null ? "" : " (" + group.text() + ")";
    }

    private void needs() {
        Tree spec = job.require("spec");
        for (Tree group : groups(spec)) {
            String line =
                    (phased(spec) ? "phase " : "group ") + group.require("name").text();
            lines.put(line, needs(group, size(group)) + domain(group));
        }
        if (groups(spec).isEmpty()) {
            lines.put("resources", needs(spec.require("demand"), size(spec)));
        }
    }

    /** In one domain of which label all its tasks go, where it says that of itself. */
    private static String domain(Tree group) {
        Tree within = given(group, "group_within");
        if (within == null) {
            return "";
        }
        Tree level = within instanceof Tree.Map ? within.require("level") : within;
        return ", all in one " + level.text();
    }

    /** How many tasks there are of what {@code of} describes: {@code 4}, or {@code 2 to 8}. */
    private static String size(Tree of) {
        Tree max = given(of, "max");
        return max == null ? of.require("tasks").text() : of.require("min").text() + " to " + max.text();
    }

    private static String needs(Tree demand, String tasks) {
        List<String> parts = new ArrayList<>();
        Tree gpus = given(demand, "gpus");
        if (gpus != null && gpus.number() > 0) {
            parts.add(gpus.text() + " GPU");
        }
        Tree mig = given(demand, "mig");
        if (mig != null) {
            parts.add("MIG " + mig.text());
        }
        bytes(demand, "gpu_memory", " on a GPU", parts);
        List<String> models =
                demand.require("models").items().stream().map(Tree::text).toList();
        if (!models.isEmpty()) {
            parts.add("of " + String.join(" or ", models));
        }
        parts.add(demand.require("cpu").text() + " CPU");
        bytes(demand, "memory", " memory", parts);
        bytes(demand, "disk", " disk", parts);
        bytes(demand, "disk_io", "/s of disks", parts);
        bytes(demand, "network", "/s of network", parts);
        return (tasks.equals("1") ? "" : tasks + " tasks, each ") + String.join(", ", parts);
    }

    private static void bytes(Tree demand, String key, String what, List<String> parts) {
        long bytes = demand.require(key).whole();
        if (bytes > 0) {
            parts.add(Bytes.format(bytes) + what);
        }
    }

    private void times() {
        lines.put("submitted", moment("submit_time"));
        String start = moment("start_time");
        String waited = seconds("wait_seconds");
        if (!start.isEmpty()) {
            lines.put("started", start + (waited.isEmpty() ? "" : ", after " + waited));
        }
        String end = moment("end_time");
        String ran = seconds("run_seconds");
        if (!end.isEmpty()) {
            lines.put("ended", end + (ran.isEmpty() ? "" : ", after " + ran));
        }
        put("strategy", "strategy");
    }

    private void terms() {
        Tree spec = job.require("spec");
        Tree after = given(job, "unmet");
        if (after != null) {
            lines.put("after", after.text());
        }
        for (String key : List.of("time_limit", "estimate", "patience", "deadline", "retries")) {
            Tree value = given(spec, key);
            if (value != null && !value.text().equals("never")) {
                lines.put(key.replace('_', ' '), value.text());
            }
        }
    }

    private void put(String line, String key) {
        Tree value = given(job, key);
        if (value != null) {
            lines.put(line, value.text());
        }
    }

    private String text(String key) {
        return job.require(key).text();
    }

    private String moment(String key) {
        Tree time = given(job, key);
        return time == null ? "" : Moments.local(Instant.parse(time.text()));
    }

    private String seconds(String key) {
        Tree seconds = given(job, key);
        return seconds == null
                ? ""
                : Nanos.format(new BigDecimal(seconds.text()).movePointRight(9).longValue());
    }

    private static String word(String text) {
        String line = DisplayWidth.cut(Quote.oneLine(text), LONGEST_WORD);
        return PLAIN.matcher(line).matches() ? line : "'" + line.replace("'", "'\\''") + "'";
    }

    private static @Nullable Tree given(Tree map, String key) {
        Tree value = map.get(key);
        return value == null || value.isNull() ? null : value;
    }
}
