/** The extender protocol of kube-scheduler over HTTP. */
package io.berth.app.kube.extend;
