/** The API server as a client sees it: where it is, who asks, answers and streams (decision 44). */
package io.berth.kube.api;
