package io.berth.kube.convention;

import io.berth.core.workload.DeviceDemand;
import java.util.Set;

/**
 * What a pod takes of shared devices.
 *
 * @param devices as Berth reckons with it
 * @param instead resources that say the same, and are not counted beside
 */
public record SharedNeed(DeviceDemand devices, Set<String> instead) {}
