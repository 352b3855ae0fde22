package io.berth.core.state.part;

import java.util.List;

/**
 * What a policy keeps between passes.
 *
 * @param version of what the values mean
 */
public record PolicyMemory(int version, List<Long> values) {}
