package io.berth.app.client;

import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Arrays by the number of their first job, which is what {@code submit} prints of them. */
final class ArrayJobs {
    private ArrayJobs() {}

    /** The items of the key {@code after} that job {@code job} stands for: itself, or the jobs of the array that it is the first of. */
    static List<Object> after(Client client, long job, String when) {
        int count = 1;
        Reply reply = client.get(Api.job(job));
        Tree array = reply.status() == 200 ? reply.tree().get("array") : null;
        if (array != null && !array.isNull() && array.require("index").whole() == 0) {
            count = (int) array.require("count").whole();
        }
        List<Object> after = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            after.add(Map.of("job", job + i, "when", when));
        }
        return after;
    }
}
