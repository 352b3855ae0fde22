package io.berth.kube.endpoint;

/** An object by its namespace and its name. */
public record NamedObject(String namespace, String name) {}
