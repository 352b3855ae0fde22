package io.berth.testkit.architecture.planted.core.decision;

import io.berth.testkit.architecture.planted.core.event.MutableEvent;

/** A name without meaning. */
public record DecisionManager(MutableEvent event) {}
