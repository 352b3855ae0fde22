package io.berth.core.state;

/** Hears which jobs hold room, and until when they are expected to. */
public interface RoomListener {
    /** Hears nothing. */
    RoomListener NONE = new RoomListener() {
        @Override
        public void holds(Job job) {}

        @Override
        public void frees(Job job) {}
    };

    /** The job holds room, or is expected to hold it until another time than was said before {@link #frees}. */
    void holds(Job job);

    /** The job holds nothing any more, or what was said of it no longer stands. */
    void frees(Job job);

    /** The job holds room as before; it runs now, told of its progress, is being stopped, or asks for something else. */
    default void changes(Job job) {}

    /** Tells this listener, then {@code next}. */
    default RoomListener andThen(RoomListener next) {
        RoomListener first = this;
        return new RoomListener() {
            @Override
            public void holds(Job job) {
                first.holds(job);
                next.holds(job);
            }

            @Override
            public void frees(Job job) {
                first.frees(job);
                next.frees(job);
            }

            @Override
            public void changes(Job job) {
                first.changes(job);
                next.changes(job);
            }
        };
    }
}
