package io.berth.kube.object;

/** Something that the API server keeps. */
public interface KubeObject {
    Meta meta();
}
