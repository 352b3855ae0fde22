package io.berth.learn.network;

import io.berth.core.model.LayerSizes;
import io.berth.core.time.Chance;

/**
 * Random parameters to begin with: weights normal with variance gain² / inputs, biases 0. The last layer's gain is its own, so that a
 * policy can begin indifferent.
 *
 * <p>Source: He et al., Delving deep into rectifiers, ICCV 2015, §2.2, for a gain of √2.
 */
final class Initial {
    private static final double HIDDEN_GAIN = StrictMath.sqrt(2);

    /** The last layer's gain of an actor that begins nearly indifferent. */
    static final double INDIFFERENT = 0.01;

    private Initial() {}

    /** Parameters of an actor of {@code shape} that begins nearly indifferent. */
    static float[] indifferent(LayerSizes shape, long seed) {
        float[] parameters = new float[shape.parameters()];
        write(shape, parameters, 0, INDIFFERENT, new Chance(seed, "actor", 0));
        return parameters;
    }

    /** Writes the parameters of {@code shape} from {@code at} on. */
    static void write(LayerSizes shape, float[] into, int at, double lastGain, Chance chance) {
        int place = at;
        for (int layer = 0; layer < shape.layers(); layer++) {
            double gain = layer + 1 < shape.layers() ? HIDDEN_GAIN : lastGain;
            double deviation = gain / StrictMath.sqrt(shape.inputs(layer));
            int weights = shape.inputs(layer) * shape.outputs(layer);
            for (int i = 0; i < weights; i++) {
                into[place++] = (float) (deviation * chance.normal());
            }
            for (int i = 0; i < shape.outputs(layer); i++) {
                into[place++] = 0;
            }
        }
    }
}
