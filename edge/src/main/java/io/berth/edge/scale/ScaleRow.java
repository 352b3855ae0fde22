package io.berth.edge.scale;

/**
 * A service whose replicas follow what comes, as it is now.
 *
 * @param target whose replicas they are, such as {@code Deployment models/llama}
 * @param replicas how many are asked for
 * @param ready how many of them take requests
 * @param leads whether it is this one who has them start and stop
 * @param reason why so many, a phrase
 */
public record ScaleRow(String target, int replicas, int ready, boolean leads, String reason, ScaleFigures figures) {}
