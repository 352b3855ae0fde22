package io.berth.kube.share;

/**
 * An object by which another program is asked to bind a pod.
 *
 * @param path of it
 * @param json the object
 */
public record BindAsk(String path, String json) {}
