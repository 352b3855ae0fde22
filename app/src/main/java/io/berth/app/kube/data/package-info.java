/** Data sets and network in the settings of {@code berth kube} (decision 89). */
@org.jspecify.annotations.NullMarked
package io.berth.app.kube.data;
