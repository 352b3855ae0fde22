package io.berth.core.state;

/** Hears which jobs hold room, and until when they are expected to. */
public interface RoomListener {
    /** The job holds room, or is expected to hold it until another time than was said before {@link #frees}. */
    void holds(Job job);

    /** The job holds nothing any more, or what was said of it no longer stands. */
    void frees(Job job);
}
