package io.berth.core.strategy;

import java.util.List;

/** What is shown of a line of a catalog. */
public interface Listed {
    /** Its name in configuration. */
    String name();

    /** What it does, a phrase. */
    String summary();

    /** Where it comes from; empty where it is common knowledge. */
    String source();

    /** What can be set, with defaults. */
    List<Parameter> parameters();
}
