package io.berth.spec.schema;

import io.berth.spec.quantity.ArrayIndices;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.quantity.Cpus;
import io.berth.spec.quantity.Cut;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.GpuShare;
import io.berth.spec.quantity.Instants;
import io.berth.spec.quantity.Money;
import io.berth.spec.quantity.Percents;
import java.util.List;

/** What one value may be. */
public enum ValueType {
    TEXT("text", "a text", "string"),
    /** A text that means something to another program, so that it may be blank. */
    ARGUMENT("text", "a text", "string", "number", "boolean"),
    FILE("file", "a file name", "string"),
    FOLDER("folder", "a folder name", "string"),
    FLAG("true or false", "true or false", "boolean"),
    WHOLE("whole number", "a whole number", "integer"),
    NUMBER("number", "a number", "number"),
    /** A number, or {@code null} where there is none. */
    NUMBER_OR_NULL("number or null", "a number or null", "number", "null"),
    CPUS("CPUs", Cpus.ALLOWED, "string", "number"),
    BYTES("bytes", Bytes.ALLOWED, "string", "integer"),
    DURATION("duration", Durations.ALLOWED, "string", "number"),
    DURATION_OR_NEVER("duration or never", Durations.ALLOWED + ", or never", "string", "number"),
    TIME("time", Instants.ALLOWED, "string", "number"),
    CUT("duration, percentage or none", Cut.ALLOWED, "string", "number"),
    CUT_OR_AUTO("duration, percentage, none or auto", Cut.ALLOWED_OR_AUTO, "string", "number"),
    PERCENT("percentage", Percents.ALLOWED, "string", "number"),
    MONEY("price an hour", Money.ALLOWED, "string", "number"),
    GPUS("GPUs", GpuShare.ALLOWED, "string", "number"),
    ARRAY("count or indices", ArrayIndices.ALLOWED, "string", "integer"),
    SEEDS("whole number or range", "a whole number or a range like 1..5", "string", "integer");

    private final String label;
    private final String allowed;
    private final List<String> jsonTypes;

    ValueType(String label, String allowed, String... jsonTypes) {
        this.label = label;
        this.allowed = allowed;
        this.jsonTypes = List.of(jsonTypes);
    }

    /** A word or two for the reference. */
    public String label() {
        return label;
    }

    /** The forms it may have, for errors. */
    public String allowed() {
        return allowed;
    }

    /** The types of JSON that can hold it. */
    public List<String> jsonTypes() {
        return jsonTypes;
    }
}
