package io.berth.learn.gradient;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Threads that compute gradients side by side. A batch is cut into chunks, each chunk is differentiated by one thread, and the
 * gradients are added up in the order of the chunks: the sum is the same, bit for bit, whatever the number of threads.
 *
 * <p>PyTorch itself is told to use one thread: its own threads fall to a fraction of their speed where other work takes a processor,
 * and small networks are too little work for them (measured: docs/experiments/011-learning.md).
 */
public final class GradientWorkers implements AutoCloseable {
    static {
        // Read once, when the library is loaded; it must not ask the network for another build of itself either.
        System.setProperty("ai.djl.pytorch.num_threads", "1");
        System.setProperty("ai.djl.pytorch.num_interop_threads", "1");
        System.setProperty("ai.djl.offline", "true");
    }

    private final Engine engine;
    private final int threads;
    private final ExecutorService executor;

    /**
     * @param threads how many; at least 1
     * @throws io.berth.spec.input.InputException where this installation is without the native library of PyTorch
     */
    public GradientWorkers(int threads) {
        TrainingLibrary.require(GradientWorkers.class.getClassLoader());
        this.engine = Engine.getEngine("PyTorch");
        this.threads = threads;
        this.executor = Executors.newFixedThreadPool(threads, runnable -> {
            Thread thread = new Thread(runnable, "gradient");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** How many threads there are. */
    public int threads() {
        return threads;
    }

    /** What a batch has prepared for each of its chunks. */
    @FunctionalInterface
    public interface Preparation {
        /** The arrays of {@code chunk}, made by {@code manager}. */
        NDList chunk(NDManager manager, int chunk);
    }

    /** A batch whose arrays are kept for several passes over them. */
    public final class Batch implements AutoCloseable {
        private final NDManager manager;
        private final NDList[] chunks;
        private final float[][] gradients;
        private final double[][] figures;

        private Batch(int count, int parameters, Preparation preparation) {
            this.manager = engine.newBaseManager();
            this.chunks = new NDList[count];
            this.gradients = new float[count][parameters];
            this.figures = new double[count][];
            inParallel(count, chunk -> chunks[chunk] = aligned(preparation.chunk(manager, chunk)));
        }

        /** The gradient of {@code loss} at {@code parameters}, over all chunks. */
        public GradientSum sum(float[] parameters, Loss loss) {
            return sum(parameters, loss, 0, chunks.length);
        }

        /** The same over the chunks from {@code first} to before {@code end}. */
        public GradientSum sum(float[] parameters, Loss loss, int first, int end) {
            inParallel(end - first, place -> differentiate(parameters, loss, first + place));
            float[] sum = new float[parameters.length];
            double[] told = new double[figures[first].length];
            for (int chunk = first; chunk < end; chunk++) {
                for (int i = 0; i < sum.length; i++) {
                    sum[i] += gradients[chunk][i];
                }
                for (int i = 0; i < told.length; i++) {
                    told[i] += figures[chunk][i];
                }
            }
            return new GradientSum(sum, told);
        }

        private void differentiate(float[] parameters, Loss loss, int chunk) {
            try (NDManager pass = engine.newBaseManager()) {
                NDList inputs = new NDList(chunks[chunk]);
                inputs.tempAttach(pass);
                GradientSum sum = GradientWorkers.differentiate(pass, parameters, loss, inputs);
                figures[chunk] = sum.figures();
                gradients[chunk] = sum.gradient();
            }
        }

        @Override
        public void close() {
            manager.close();
        }
    }

    /** Prepares a batch of {@code chunks}, for networks of so many {@code parameters}. */
    public Batch batch(int chunks, int parameters, Preparation preparation) {
        return new Batch(chunks, parameters, preparation);
    }

    /**
     * The gradient of {@code loss} at {@code parameters} over one chunk, computed by the thread that asks: for a batch that is too small
     * to share, and for workers that each compute one of their own.
     */
    public GradientSum differentiate(float[] parameters, Loss loss, Function<NDManager, NDList> chunk) {
        try (NDManager pass = engine.newBaseManager()) {
            return differentiate(pass, parameters, loss, aligned(chunk.apply(pass)));
        }
    }

    private static GradientSum differentiate(NDManager pass, float[] parameters, Loss loss, NDList inputs) {
        NDArray flat = aligned(pass.create(parameters));
        flat.setRequiresGradient(true);
        // What PyTorch is told when it is loaded holds for the thread that loads it: each of the others says it for
        // itself.
        JniUtils.setNumThreads(1);
        // The engine's own collector allows one thread at a time; what it calls does not mind.
        JniUtils.setGradMode(true);
        NDList told = loss.of(flat, inputs);
        JniUtils.backward((PtNDArray) told.head(), (PtNDArray) pass.create(1f), false, false);
        try (NDArray gradient = flat.getGradient()) {
            return new GradientSum(gradient.toFloatArray(), numbers(told));
        }
    }

    /**
     * The same numbers in memory of PyTorch's own, which begins at a multiple of 64 bytes. An array made from one of Java's lies wherever
     * the allocator had room, and matrix products add up in another order by where their numbers begin: equal seeds would differ in the
     * last bit on a bad day.
     */
    static NDArray aligned(NDArray numbers) {
        try (numbers) {
            return numbers.duplicate();
        }
    }

    private static NDList aligned(NDList arrays) {
        NDList aligned = new NDList(arrays.size());
        arrays.forEach(array -> aligned.add(aligned(array)));
        return aligned;
    }

    private static double[] numbers(NDList told) {
        int count = 0;
        for (NDArray figure : told) {
            count += (int) figure.size();
        }
        double[] numbers = new double[count];
        int at = 0;
        for (NDArray figure : told) {
            for (float number : figure.toFloatArray()) {
                numbers[at++] = number;
            }
        }
        return numbers;
    }

    /** Work that a worker, numbered from 0, does on one item. */
    @FunctionalInterface
    public interface Work<T> {
        T on(int worker, int item);
    }

    /** What {@code work} makes of each of {@code count} items, in their order; an item's worker is always the same. */
    public <T> List<T> map(int count, Work<T> work) {
        List<@Nullable T> made = new ArrayList<@Nullable T>(Collections.nCopies(count, null));
        inParallel(count, item -> made.set(item, work.on(item % threads, item)));
        return made.stream().map(Objects::requireNonNull).toList();
    }

    private void inParallel(int count, IntConsumer work) {
        List<Future<?>> futures = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int from = thread;
            futures.add(executor.submit(() -> {
                for (int i = from; i < count; i += threads) {
                    work.accept(i);
                }
            }));
        }
        List<RuntimeException> failures = new ArrayList<>();
        futures.forEach(future -> join(future, failures));
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
    }

    /** Waits for {@code future}, whatever became of those before it: none of the work goes on behind the back of who asked. */
    private static void join(Future<?> future, List<RuntimeException> failures) {
        try {
            future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failures.add(new IllegalStateException("The computation of a gradient was interrupted.", e));
        } catch (ExecutionException e) {
            failures.add(
                    e.getCause() instanceof RuntimeException known
                            ? known
                            : new IllegalStateException("A gradient could not be computed.", e.getCause()));
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
