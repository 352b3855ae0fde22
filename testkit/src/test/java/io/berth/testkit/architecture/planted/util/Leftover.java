package io.berth.testkit.architecture.planted.util;

/** Belongs nowhere. */
public final class Leftover {}
