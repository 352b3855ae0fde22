package io.berth.learn.online;

import java.util.List;

/** Makes candidates from experience; whatever it makes is judged by others, on jobs that it did not see. */
@FunctionalInterface
public interface CandidateMaker {
    /** The candidates for the jobs of {@code window}, the most promising first; counted work only. */
    List<Candidate> make(PastWindow window);

    /** True where what it makes is made of the jobs; false where it is there before them. */
    default boolean learns() {
        return true;
    }
}
