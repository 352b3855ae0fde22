package io.berth.kube.watch;

import io.berth.kube.api.Answer;
import io.berth.kube.object.Branches;
import io.berth.kube.object.JsonObject;
import io.berth.kube.object.Meta;
import io.berth.kube.wire.MalformedException;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JSON, which is all that the server has of kinds that were defined in the cluster; a watch has a line for each event. */
record JsonFormat() implements Format<JsonObject> {
    private static final String TYPE = "application/json";
    private static final int MOST_VALUES = 10_000_000;
    private static final int MOST_CHARACTERS = 256 << 20;

    @Override
    public String listed() {
        return TYPE;
    }

    @Override
    public String watched() {
        return TYPE;
    }

    @Override
    public ListAnswer<JsonObject> list(InputStream body) throws IOException {
        Tree list = tree("a list", new String(body.readAllBytes(), StandardCharsets.UTF_8));
        List<JsonObject> objects = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        try {
            for (Tree item : Branches.items(list, "items")) {
                add(item, objects, problems);
            }
            return new ListAnswer<>(objects, Branches.text(list, "metadata", "resourceVersion"), problems);
        } catch (InputException e) {
            throw new MalformedException(String.valueOf(e.getMessage()));
        }
    }

    private static void add(Tree item, List<JsonObject> objects, List<String> problems) {
        try {
            objects.add(object(item));
        } catch (MalformedException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Frames<JsonObject> frames(InputStream body) {
        BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
        return () -> next(lines);
    }

    private static @Nullable Frame<JsonObject> next(BufferedReader lines) throws IOException {
        String line = lines.readLine();
        if (line == null) {
            return null;
        }
        Tree event = tree("a watch", line);
        try {
            return new Told(Branches.text(event, "type"), event.require("object"));
        } catch (InputException e) {
            throw new MalformedException(String.valueOf(e.getMessage()));
        }
    }

    private static JsonObject object(Tree tree) {
        JsonObject object = JsonObject.of(tree);
        if (!object.meta().named()) {
            throw new MalformedException("an object without name or UID");
        }
        return object;
    }

    private static Tree tree(String name, String text) {
        try {
            return JsonReader.read(Source.text(name, text), MOST_VALUES, MOST_CHARACTERS);
        } catch (InputException e) {
            throw new MalformedException(String.valueOf(e.getMessage()));
        }
    }

    /** @param tree the object */
    private record Told(String type, Tree tree) implements Frame<JsonObject> {
        @Override
        public JsonObject object() {
            return JsonFormat.object(tree);
        }

        @Override
        public Meta meta() {
            return JsonObject.of(tree).meta();
        }

        @Override
        public Answer error() {
            Tree code = Branches.at(tree, "code");
            byte[] said = Branches.text(tree, "message").getBytes(StandardCharsets.UTF_8);
            try {
                return new Answer(code == null ? 0 : (int) code.whole(), said, 0);
            } catch (InputException e) {
                throw new MalformedException(String.valueOf(e.getMessage()));
            }
        }
    }
}
