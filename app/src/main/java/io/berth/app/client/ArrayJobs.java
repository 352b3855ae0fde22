package io.berth.app.client;

import io.berth.spec.input.Tree;
import io.berth.spec.script.ScriptAfter;
import io.berth.spec.script.ScriptJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Arrays by the number of their first job, which is what {@code submit} prints of them. */
public final class ArrayJobs {
    private ArrayJobs() {}

    /**
     * The items of the key {@code after} that a script's dependencies stand for.
     *
     * @param name of the script's own job
     */
    public static List<Object> after(Client client, ScriptJob.After asked, String name) {
        List<Object> after = new ArrayList<>();
        for (ScriptAfter one : asked.jobs()) {
            if (one.value() < 0) {
                after.addAll(after(client, one.job(), one.when()));
            } else {
                after.add(Map.of("job", JobNumbers.member(client, one.job(), one.value()), "when", one.when()));
            }
        }
        if (asked.singleton()) {
            // Jobs of an array have their index behind the name.
            for (String each : List.of(name, name + "[*]")) {
                for (Tree row : JobList.read(client, "&state=live&name=" + Api.encoded(each))) {
                    after.add(Map.of("job", row.require("id").whole(), "when", "any"));
                }
            }
        }
        return after;
    }

    /** The items of the key {@code after} that job {@code job} stands for: itself, or the jobs of the array that it is the first of. */
    public static List<Object> after(Client client, long job, String when) {
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
