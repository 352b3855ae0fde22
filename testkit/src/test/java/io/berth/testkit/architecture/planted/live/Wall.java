package io.berth.testkit.architecture.planted.live;

/** Real time, which virtual time must not know. */
public final class Wall {}
