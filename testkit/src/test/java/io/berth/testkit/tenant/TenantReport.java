package io.berth.testkit.tenant;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** What came of a campaign, so far; each complaint once. */
final class TenantReport {
    final TreeSet<String> complaints = new TreeSet<>();
    long jobs;
    long spies;
    long foreign;
    long restarts;
    long seconds;

    Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("jobs", jobs);
        document.put("looks", spies);
        document.put("foreign_requests", foreign);
        document.put("restarts", restarts);
        document.put("seconds", seconds);
        document.put("complaints", List.copyOf(complaints));
        return document;
    }

    String text() {
        return "tenants: " + (complaints.isEmpty() ? "ok" : "FAILED") + ", " + jobs + " jobs, " + spies
                + " looks at what is others', " + foreign + " requests for jobs of others, " + restarts + " kills; "
                + seconds + " s";
    }
}
