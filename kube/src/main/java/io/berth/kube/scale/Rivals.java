package io.berth.kube.scale;

import io.berth.core.time.Nanos;
import io.berth.kube.api.Answer;
import io.berth.kube.api.ApiClient;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.util.function.Consumer;

/** Who else scales an object: HorizontalPodAutoscalers that name it, those of KEDA with them. Who may not list them is told once and goes without. Of one thread. */
final class Rivals {
    /** How long what was read holds. */
    static final long FRESH_NANOS = 5 * Nanos.SECOND;

    private final ApiClient client;
    private final ScaleTarget target;
    private final Consumer<String> note;
    private long readNanos = Nanos.NEVER;
    private String rival = "";
    private boolean told;

    Rivals(ApiClient client, ScaleTarget target, Consumer<String> note) {
        this.client = client;
        this.target = target;
        this.note = note;
    }

    /** The one that scales it too, as people call it; empty where there is none, as far as anybody may know. */
    String rival(long nowNanos) throws IOException {
        if (readNanos == Nanos.NEVER || nowNanos - readNanos >= FRESH_NANOS) {
            rival = read();
            readNanos = nowNanos;
        }
        return rival;
    }

    private String read() throws IOException {
        Answer answer = ScaleSubresource.answered(client.getDefined(
                "/apis/autoscaling/v2/namespaces/" + target.namespace() + "/horizontalpodautoscalers"));
        if (answer.code() == Answer.FORBIDDEN) {
            if (!told) {
                told = true;
                note.accept("whether a HorizontalPodAutoscaler scales " + target.text() + " too cannot be seen: "
                        + answer.why());
            }
            return "";
        }
        if (answer.code() == Answer.NOT_FOUND) {
            return "";
        }
        for (Tree each : ScaleSubresource.document(answer, "list HorizontalPodAutoscalers")
                .require("items")
                .items()) {
            Tree of = each.require("spec").require("scaleTargetRef");
            if (names(of)) {
                return "HorizontalPodAutoscaler " + target.namespace() + "/"
                        + each.require("metadata").require("name").text();
            }
        }
        return "";
    }

    /** The version may be another one: it is the same object all the same. */
    private boolean names(Tree of) {
        Tree api = of.get("apiVersion");
        String group = api == null ? "" : new ScaleTarget(api.text(), "", "", "").group();
        return of.require("kind").text().equals(target.kind())
                && of.require("name").text().equals(target.name())
                && group.equals(target.group());
    }
}
