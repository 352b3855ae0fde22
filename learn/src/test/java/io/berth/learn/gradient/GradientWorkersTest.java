package io.berth.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GradientWorkersTest {
    private static final GradientWorkers WORKERS = new GradientWorkers(2);
    private static final int CACHE_LINE = 64;

    @AfterAll
    static void stop() {
        WORKERS.close();
    }

    /** Of these sizes, products of numbers that begin 4 bytes off were added up in another order by at least one make of processor. */
    @ParameterizedTest
    @ValueSource(ints = {4, 16, 20, 32, 48, 60})
    void aGradientIsTheSameWhereverItsNumbersLie(int bytes) {
        for (int[] sizes : new int[][] {{40, 176}, {23, 27}, {51, 80}, {62, 134}}) {
            assertThat(gradient(sizes[0], sizes[1], bytes)).isEqualTo(gradient(sizes[0], sizes[1], 0));
        }
    }

    /** What a gradient asks for must not lie where Java may lay something else meanwhile. */
    @Test
    void aFactorIsStillThereWhenTheGradientAsksForIt() {
        Loss loss = (flat, inputs) -> {
            NDArray product = Graph.times(flat, 0.5f);
            crowd();
            return new NDList(product.sum());
        };
        for (int i = 0; i < 5; i++) {
            float[] gradient = WORKERS.differentiate(new float[] {1, 2}, loss, _ -> new NDList())
                    .gradient();
            assertThat(gradient).containsExactly(0.5f, 0.5f);
        }
    }

    /** Has the memory of buffers that nobody holds given back, and given out again. */
    private static void crowd() {
        System.gc();
        List<ByteBuffer> crowd = new ArrayList<>();
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < 50_000_000) {
            crowd.add(ByteBuffer.allocateDirect(Float.BYTES).putInt(0, -1));
        }
    }

    private static float[] gradient(int columns, int rows, int bytes) {
        Loss loss = (flat, inputs) ->
                new NDList(inputs.get(0).matMul(inputs.get(1)).mul(flat).sum());
        try (GradientWorkers.Batch batch = WORKERS.batch(
                2,
                1,
                (manager, chunk) -> new NDList(
                        lying(manager, rows, columns, bytes), lying(manager, columns, 1, 3 * bytes % CACHE_LINE)))) {
            return batch.sum(new float[] {1}, loss).gradient();
        }
    }

    /** A matrix that begins so many bytes behind the beginning of a line of the cache. */
    private static NDArray lying(NDManager manager, int rows, int columns, int bytes) {
        ByteBuffer room = ByteBuffer.allocateDirect(rows * columns * Float.BYTES + 3 * CACHE_LINE)
                .alignedSlice(CACHE_LINE);
        ByteBuffer place = room.slice(bytes, rows * columns * Float.BYTES).order(ByteOrder.nativeOrder());
        place.asFloatBuffer().put(numbers(rows * columns));
        return manager.create(place, new Shape(rows, columns), DataType.FLOAT32);
    }

    private static float[] numbers(int count) {
        SplittableRandom random = new SplittableRandom(count);
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = random.nextFloat() - 0.5f;
        }
        return numbers;
    }
}
