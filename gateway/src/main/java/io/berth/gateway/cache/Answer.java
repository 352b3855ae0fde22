package io.berth.gateway.cache;

/**
 * What a server has answered with 200.
 *
 * @param type its media type; empty for none
 * @param body which nobody changes
 */
public record Answer(String type, byte[] body) {}
