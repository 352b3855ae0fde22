package io.berth.kube.endpoint;

/**
 * Where requests can be sent.
 *
 * @param name of its pod; its address where it is of none
 * @param address of IPv4 or IPv6
 */
public record Endpoint(String name, String address, int port) {}
