package io.berth.gateway.scale;

import io.berth.core.scale.rule.ScaleSpec;
import io.berth.spec.input.InputException;
import io.berth.spec.scale.ScaleKeys;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.ValueType;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The keys that say of which object servers are the replicas, and how many there are. */
public final class ScaledObjectKeys {
    private static final String KEY = "scale";
    private static final double OF_SLOTS = 0.7;

    /** Where kinds are of which it is known. */
    private static final Map<String, String> KNOWN = new TreeMap<>(Map.of(
            "Deployment", "apps/v1",
            "ReplicaSet", "apps/v1",
            "StatefulSet", "apps/v1",
            "LeaderWorkerSet", "leaderworkerset.x-k8s.io/v1"));

    /** What may stand in paths. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-.a-z0-9]*[a-z0-9])?");

    private static final Pattern API = Pattern.compile("([a-z0-9][-.a-z0-9]*/)?v[a-z0-9]+");
    private static final Shape.Value TEXT = Shape.of(ValueType.TEXT);

    private static final Section SECTION = Section.of(
            KEY,
            "An object with the scale subresource, in the namespace of its servers.",
            Key.of("kind", TEXT, "Its kind.").fallback("Deployment"),
            Key.of("name", TEXT, "What it is called.").mandatory().example("llama"),
            Key.of(
                            "api",
                            TEXT,
                            "Its group and version; absent: that of Deployment, ReplicaSet, StatefulSet and LeaderWorkerSet, other kinds need it.")
                    .example("apps/v1"));

    /** Which object. */
    public static final Key OBJECT = Key.of(
                    KEY,
                    new Nested(SECTION),
                    "The object whose replicas these servers are, which this gateway has ask for as many as autoscale says; absent: nobody is told what comes.")
            .example("{kind: Deployment, name: llama}")
            .with(ScaleKeys.KEY);

    /** How many. */
    public static final Key AUTOSCALE = Key.of(
                    ScaleKeys.KEY,
                    new Nested(ScaleKeys.FROM_NONE),
                    "How many replicas the object of scale has for what comes at this gateway and those it shares load with.")
            .with(KEY);

    private ScaledObjectKeys() {}

    /**
     * The object that {@code cluster} names; null for none.
     *
     * @param slots what each of its servers does at once; 0 where that is not known
     */
    public static @Nullable ScaledObject read(Fields cluster, int slots) {
        if (!cluster.has(KEY)) {
            return null;
        }
        Fields object = cluster.section(KEY);
        String kind = object.text("kind");
        String api = object.text("api", KNOWN.getOrDefault(kind, ""));
        if (object.has("api")) {
            checked(object, "api", API, "a group and version, such as apps/v1");
        }
        if (api.isEmpty()) {
            throw InputException.at(
                    object.value("kind"),
                    "needs api, its group and version, as it is none of " + String.join(", ", KNOWN.keySet())
                            + ": kubectl api-resources has it");
        }
        String name = checked(object, "name", NAME, "the name of an object, such as llama");
        Fields scale = cluster.section(ScaleKeys.KEY);
        if (!scale.has("target") && slots == 0) {
            throw InputException.at(
                    cluster.value(ScaleKeys.KEY),
                    "needs target, the requests at once that a replica shall have, or slots of the server, of which 70 % are meant");
        }
        ScaleSpec spec = ScaleKeys.read(scale, OF_SLOTS * slots);
        return new ScaledObject(api, kind, name, spec, ScaleKeys.idleNanos(scale));
    }

    private static String checked(Fields object, String key, Pattern shape, String meant) {
        String text = object.text(key);
        if (!shape.matcher(text).matches()) {
            throw InputException.at(object.value(key), "must be " + meant + ", but is \"" + text + "\"");
        }
        return text;
    }
}
