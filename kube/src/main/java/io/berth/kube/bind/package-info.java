/** Decisions as calls of the API server, and their outcomes as events. */
package io.berth.kube.bind;
