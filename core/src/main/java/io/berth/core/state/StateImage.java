package io.berth.core.state;

import io.berth.core.cluster.NodeTable;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.state.part.Endings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;

/**
 * All that a state writes, as it was at one moment. It is made on the thread that changes the state, in so short a time that an engine
 * can wait for it, and written or made a state of on any other. Nodes and jobs are shared with the state, which copies what it is about
 * to change; an image is never changed.
 */
public final class StateImage {
    private final long instants;
    private final byte[] head;
    private final NodeTable nodes;
    private final SortedMap<Integer, String> drainReasons;
    private final ShapeTable.Counted shapes;
    private final Endings endings;
    private final Job[] jobs;
    /** What became of each of them, in their order. */
    private final List<JobCourse> courses;

    StateImage(State state) {
        ByteSink sink = new ByteSink();
        StateCodec.writeHead(state, sink);
        instants = state.instants;
        head = sink.toByteArray();
        nodes = state.nodes.image();
        drainReasons = state.nodeLife.drainReasons();
        shapes = state.shapes.counted();
        endings = state.life.gate.endings.copy();
        jobs = state.jobs.all();
        courses = new ArrayList<>(jobs.length);
        for (Job job : jobs) {
            courses.add(job.share());
        }
    }

    /** How many instants were applied to the state. */
    public long instants() {
        return instants;
    }

    /** Writes what {@link StateCodec#read} reads. */
    public void write(ByteSink sink) {
        sink.raw(head, 0, head.length);
        NodeRows.write(nodes, drainReasons, sink);
        StateCodec.writeShapes(shapes, sink);
        endings.write(sink);
        JobRows.write(sorted(), sink);
    }

    /** What {@link #write} writes. */
    public byte[] bytes() {
        ByteSink sink = new ByteSink();
        write(sink);
        return sink.toByteArray();
    }

    /** A state that no engine uses, a new one at each call. */
    public State state() {
        return StateCodec.read(new ByteSource(bytes()));
    }

    /** The jobs as they were, by number: what is shared of them is read no further than their courses. */
    private Job[] sorted() {
        Job[] then = new Job[jobs.length];
        for (int i = 0; i < then.length; i++) {
            then[i] = new Job(jobs[i], courses.get(i));
        }
        Arrays.sort(then, Comparator.comparingLong(Job::id));
        return then;
    }
}
