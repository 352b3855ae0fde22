package io.berth.spec.script;

import io.berth.spec.script.SbatchLines.Given;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code --dependency} says: {@code afterok:12:13,afterany:14,singleton}. */
final class SbatchDependency {
    private static final Map<String, String> ENDS =
            Map.of("afterok", "ok", "aftercorr", "ok", "afterany", "any", "afternotok", "failed");
    private static final Pattern JOB = Pattern.compile("([1-9]\\d{0,17})(?:_(\\d{1,9}|\\*))?");

    private final List<ScriptAfter> after = new ArrayList<>();
    private boolean singleton;

    SbatchDependency(SbatchLines lines) {
        Given option = lines.get("dependency");
        if (option == null) {
            return;
        }
        if (option.value().indexOf('?') >= 0
                && option.value().indexOf(':') != option.value().lastIndexOf(':')) {
            throw option.wrong("has \"?\": a job here waits for all of several, not for any of them, but it is \""
                    + option.value() + "\"");
        }
        SequencedMap<String, ScriptAfter> known = new LinkedHashMap<>();
        for (String part : option.value().split("[,?]")) {
            if (part.equals("singleton")) {
                singleton = true;
            } else {
                read(part, option, known);
            }
        }
        if (option.value().contains("aftercorr") && lines.get("array") != null) {
            lines.warn(
                    option, "has aftercorr: each job of the array waits for all of the other, not for its own alone");
        }
        after.addAll(known.values());
    }

    List<ScriptAfter> after() {
        return after;
    }

    /** True where it waits for all of its name that are there. */
    boolean singleton() {
        return singleton;
    }

    /** Of two conditions on one job the one that says more holds, as it implies the other. */
    private static void read(String part, Given option, SequencedMap<String, ScriptAfter> known) {
        String[] words = part.split(":", -1);
        if (words[0].equals("after") && words.length > 1) {
            throw option.wrong(
                    "has after: a job here waits for the end of another, not for its start; afterany does, but it is \""
                            + option.value() + "\"");
        }
        String when = ENDS.get(words[0]);
        if (when == null || words.length < 2) {
            throw option.wrong("must be afterok, afterany, afternotok or aftercorr with jobs, or singleton, such as "
                    + "afterok:12:13,afterany:14, but is \"" + option.value() + "\"");
        }
        for (int i = 1; i < words.length; i++) {
            Matcher job = JOB.matcher(words[i]);
            if (!job.matches()) {
                throw option.wrong("\"" + words[i] + "\" is no number of a job");
            }
            boolean one = job.group(2) != null && !job.group(2).equals("*");
            ScriptAfter next =
                    new ScriptAfter(Long.parseLong(job.group(1)), one ? Integer.parseInt(job.group(2)) : -1, when);
            known.merge(next.job() + "_" + next.value(), next, (old, more) -> stronger(old, more, option));
        }
    }

    private static ScriptAfter stronger(ScriptAfter one, ScriptAfter other, Given option) {
        if (one.when().equals("any") || one.when().equals(other.when())) {
            return other;
        }
        if (!other.when().equals("any")) {
            throw option.wrong("can never be: job " + one.job() + " would have to end well and fail, in \""
                    + option.value() + "\"");
        }
        return one;
    }
}
