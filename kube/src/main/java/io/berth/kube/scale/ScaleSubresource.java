package io.berth.kube.scale;

import io.berth.kube.api.Answer;
import io.berth.kube.api.ApiClient;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * How many replicas an object asks for: {@code autoscaling/v1 Scale}, in JSON, which the server has of kinds that others define, too. Where it is, the server
 * says: of a kind its documents do not tell how it is called in paths. Of one thread.
 */
final class ScaleSubresource {
    private static final String SCALE = "/scale";

    private final ApiClient client;
    private final ScaleTarget target;
    private @Nullable String path;

    /**
     * What was read.
     *
     * @param version of the object at that moment
     */
    record Scale(int replicas, String version) {}

    ScaleSubresource(ApiClient client, ScaleTarget target) {
        this.client = client;
        this.target = target;
    }

    /**
     * How many it asks for now.
     *
     * @throws IOException where that cannot be read; why, in the words of the server
     */
    Scale read() throws IOException {
        return scale(document(answered(client.getDefined(path())), "read the scale of " + target.text()));
    }

    /**
     * It asks for {@code replicas} from now on, unless it was changed since {@code before} was read.
     *
     * @return how it is then; null where it was changed
     * @throws IOException where that cannot be
     */
    @Nullable
    Scale write(Scale before, int replicas) throws IOException {
        String change = Json.line(
                Map.of("metadata", Map.of("resourceVersion", before.version), "spec", Map.of("replicas", replicas)));
        Answer answer = answered(client.patchDefined(path(), ApiClient.MERGE_PATCH, change));
        String what = "scale " + target.text();
        return answer.code() == Answer.CONFLICT ? null : scale(document(answer, what));
    }

    private static Scale scale(Tree scale) {
        // The server leaves out a number that is 0.
        Tree replicas = scale.require("spec").get("replicas");
        return new Scale(
                replicas == null ? 0 : Math.toIntExact(replicas.whole()),
                scale.require("metadata").require("resourceVersion").text());
    }

    private String path() throws IOException {
        String known = path;
        if (known == null) {
            known = target.versionPath() + "/namespaces/" + target.namespace() + "/" + plural() + "/" + target.name()
                    + SCALE;
            path = known;
        }
        return known;
    }

    /** What the kind is called in paths. */
    private String plural() throws IOException {
        Answer answer = answered(client.getDefined(target.versionPath()));
        if (answer.code() == Answer.NOT_FOUND) {
            throw new IOException("the API server does not serve " + target.api() + ", which " + target.kind() + " "
                    + target.name() + " is to be of");
        }
        Tree resources = document(answer, "read what the API server serves of " + target.api())
                .require("resources");
        String plural = null;
        for (Tree resource : resources.items()) {
            String name = resource.require("name").text();
            if (name.indexOf('/') < 0 && resource.require("kind").text().equals(target.kind())) {
                plural = name;
            }
        }
        if (plural == null) {
            throw new IOException("the API server has no kind " + target.kind() + " in " + target.api());
        }
        for (Tree resource : resources.items()) {
            if (resource.require("name").text().equals(plural + SCALE)) {
                return plural;
            }
        }
        throw new IOException(target.kind() + " of " + target.api() + " cannot be scaled: it has no scale subresource");
    }

    /** What was answered, which must be well. */
    static Tree document(Answer answer, String what) throws IOException {
        if (!answer.ok()) {
            throw new IOException("cannot " + what + ": " + answer.why());
        }
        try {
            return JsonReader.read(Source.text("answer", new String(answer.body(), StandardCharsets.UTF_8)));
        } catch (InputException e) {
            throw new IOException("cannot " + what + ": " + e.getMessage(), e);
        }
    }

    static Answer answered(CompletableFuture<Answer> call) throws IOException {
        try {
            return call.join();
        } catch (CompletionException e) {
            throw new IOException("cannot reach the API server: " + ApiClient.why(e), e);
        }
    }
}
