package io.berth.gateway.fake.openai;

import io.berth.core.time.Chance;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A vector of length 1 that is drawn from a hash. */
record Embedding(float[] values) {
    static Embedding of(long hash, int dimensions) {
        Chance chance = new Chance(hash, "embedding", 0);
        double[] drawn = new double[dimensions];
        double squares = 0;
        for (int i = 0; i < dimensions; i++) {
            drawn[i] = chance.normal();
            squares += drawn[i] * drawn[i];
        }
        float[] values = new float[dimensions];
        for (int i = 0; i < dimensions; i++) {
            values[i] = (float) (drawn[i] / Math.sqrt(squares));
        }
        return new Embedding(values);
    }

    List<Object> numbers() {
        List<Object> numbers = new ArrayList<>(values.length);
        for (float value : values) {
            numbers.add((double) value);
        }
        return numbers;
    }

    /** Floats of four bytes, the lowest first, as {@code encoding_format: base64} has them. */
    String base64() {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : values) {
            bytes.putFloat(value);
        }
        return Base64.getEncoder().encodeToString(bytes.array());
    }
}
