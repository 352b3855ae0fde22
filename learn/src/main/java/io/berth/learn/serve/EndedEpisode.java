package io.berth.learn.serve;

import java.util.SortedMap;

/**
 * What came of an episode.
 *
 * @param environment the place of its environment, from 0
 * @param seed its seed
 * @param figures by name
 */
public record EndedEpisode(int environment, long seed, SortedMap<String, Double> figures) {}
