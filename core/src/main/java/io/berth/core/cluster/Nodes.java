package io.berth.core.cluster;

import io.berth.core.cluster.load.NodeLoad;
import io.berth.core.cluster.load.alike.Expected;
import io.berth.core.cluster.load.alike.Forecasts;
import io.berth.core.decision.Reason;
import org.jspecify.annotations.Nullable;

/** The nodes as policies read them: by number, without objects. Amounts are free amounts unless the name says else. */
public interface Nodes {
    /** How many there are, lost ones included; numbers go from 0 to this. */
    int count();

    String name(int node);

    /** What {@code node} has left of a resource; negative where others use more than was left. */
    default long free(int node, Resource resource) {
        return free(node, resource.ordinal());
    }

    /** What {@code node} has in all of a resource. */
    default long total(int node, Resource resource) {
        return total(node, resource.ordinal());
    }

    /** What {@code node} has left of the resource in {@code column}: a {@link Resource} by its place, or an extended one. */
    long free(int node, int column);

    /** What {@code node} has in all of the resource in {@code column}. */
    long total(int node, int column);

    /** Which columns extended resources have. */
    ResourceNames names();

    /** What {@code node} has in common with others: labels, taints, devices. */
    NodeClass nodeClass(int node);

    /** The topology domains of a label key, up to date; what is kept of them costs nothing before somebody asks. */
    Domains domains(String key);

    /** How many devices {@code node} has. */
    int gpus(int node);

    /** Thousandths left on device {@code gpu}. */
    int gpuFreeMilli(int node, int gpu);

    /** Writes {@link #gpuFreeMilli(int, int)} of each device into {@code into}, which has room for as many as a node may have; how many there are. */
    int gpuFreeMilli(int node, int[] into);

    /** Memory left on device {@code gpu}; 0 where its memory is undeclared. */
    long gpuFreeMemoryBytes(int node, int gpu);

    /** Devices of which nothing is held. */
    int idleGpus(int node);

    /** The largest share left on one device, thousandths. */
    int largestFreeMilli(int node);

    /** Thousandths left on all devices together. */
    long totalFreeMilli(int node);

    /** The sizes of the GPU tasks that run here: bit 0 for shares, bit {@code n} for tasks of {@code n} whole devices. */
    long gpuSizes(int node);

    /** The number of the model of its devices, or of its models together where there are several; -1 without devices. */
    int model(int node);

    /** The names of the models, by number: several joined by {@code +}. */
    String modelName(int model);

    /** True where some devices of {@code model} are what {@code shape}, which asks for some, will do with. */
    boolean accepts(Shape shape, int model);

    /** How many models are known. */
    int models();

    /** How many tasks run there or are about to. */
    int tasks(int node);

    /** True where no task runs or is about to. */
    default boolean empty(int node) {
        return tasks(node) == 0;
    }

    /** False where the node was forgotten, and its number waits for another. */
    boolean known(int node);

    /** True where the node is not lost. */
    boolean present(int node);

    /** True where the node is there and takes tasks. */
    boolean usable(int node);

    /** True where two nodes are of one class, have the same, and have the same left of it: but for names nobody can tell them apart. */
    boolean alike(int node, int other);

    /** True where {@code shape} fits on {@code node} now, as {@link #whyNot} says; cheaper, since it need not find the first reason. */
    boolean fits(Shape shape, int node);

    /** Why {@code shape} does not fit on {@code node} now, or null where it does. */
    @Nullable
    Reason whyNot(Shape shape, int node);

    /** Why {@code shape} would not fit on {@code node} if it were empty and had plenty of all; null where it would. */
    @Nullable
    Reason neverFits(Shape shape, int node);

    /**
     * The slowest link between the devices that a task of {@code shape}, which fits and asks for whole devices, would get on {@code node};
     * MB/s. 0 where it gets one, or where nothing is known of the links.
     */
    int slowestLink(Shape shape, int node);

    /** True where device {@code gpu} can hold the share that {@code shape} asks for. */
    boolean gpuFits(Shape shape, int node, int gpu);

    /**
     * Where it stands still, other tasks matter to {@code shape} as they did before on all nodes but those that changed; 0 always where no
     * other tasks do.
     */
    long peerVersion(Shape shape);

    /**
     * Where it stands still, {@link #worth}, {@link #imageWorth} and {@link #missingBytes} say what they said of all nodes but those that
     * changed; 0 always where neither other tasks nor images nor data matter to that.
     */
    long worthVersion(Shape shape);

    /** What {@code node} is worth for a task of {@code shape}, by its preferences and by taints that it rather avoids: larger is better. */
    int worth(Shape shape, int node);

    /** What {@code node} is worth for a task of {@code shape} for the images that it holds: from 0 to 100. */
    int imageWorth(Shape shape, int node);

    /** How large the data sets are together that a task of {@code shape} reads; bytes. */
    long dataBytes(Shape shape);

    /** How much of them {@code node} does not hold; bytes. */
    long missingBytes(Shape shape, int node);

    /** The first node from {@code node} on, there or not, that holds all data sets that a task of {@code shape} reads, which reads some; -1 for none. */
    int dataHolder(Shape shape, int node);

    /** True where {@link #worth} or {@link #imageWorth} may tell nodes apart for tasks of {@code shape}. */
    boolean prefers(Shape shape);

    /** Memory of all devices of {@code node} together; 0 where nobody says. */
    long deviceMemoryBytes(int node);

    /** What tasks are expected to use. */
    Forecasts forecasts();

    /** What tasks of {@code shape} are expected to use, by those that asked for the same; null where too few were measured. */
    default @Nullable Expected expected(Shape shape) {
        return forecasts().expected(shape.id(), shape.asked());
    }

    /** It changes whenever {@link #expected} does. */
    default long expectedVersion(Shape shape) {
        return forecasts().version(shape.id(), shape.asked());
    }

    /** What is known of the load of {@code node}; null where nobody measures it. */
    @Nullable
    NodeLoad load(int node);

    /** Which nodes changed. */
    ChangeLog changes();
}
