package io.berth.app.client;

import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.List;

/** Lists of jobs as the API gives them: rows part after part, and the table whole. */
public final class JobList {
    private static final int PART = 1_000;

    private JobList() {}

    /** The rows of all jobs that {@code filters} let through: parameters of the API, each behind {@code &}. */
    public static List<Tree> read(Client client, String filters) {
        List<Tree> rows = new ArrayList<>();
        long after = 0;
        while (after >= 0) {
            String query = "?limit=" + PART + "&after=" + after + filters;
            Tree page = client.get(Api.JOBS + query).checked().tree();
            rows.addAll(page.require("jobs").items());
            Tree next = page.get("next");
            after = next == null || next.isNull() ? -1 : next.whole();
        }
        return rows;
    }

    /** The table of all jobs that {@code filters} let through, for people. */
    public static String table(Client client, String filters) {
        return client.get(Api.ROOT + "/job-table?" + filters.substring(1))
                .checked()
                .body();
    }
}
