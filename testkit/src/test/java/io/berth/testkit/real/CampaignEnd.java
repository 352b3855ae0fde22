package io.berth.testkit.real;

import io.berth.spec.json.Json;
import java.util.Collection;
import java.util.Map;

/** What a campaign has to say at its end; nothing is well where there are complaints. */
public record CampaignEnd(String name, Collection<String> complaints, Map<String, ?> document, String text) {
    /** Says it, as a document or as a text, and ends this process with what it means. */
    public void tellAndExit(boolean json) {
        complaints.forEach(complaint -> System.err.println(name + ": " + complaint));
        System.out.println(json ? Json.pretty(document).strip() : text);
        System.exit(complaints.isEmpty() ? 0 : 1);
    }
}
