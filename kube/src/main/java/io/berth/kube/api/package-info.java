/** The API server as a client sees it: where it is, who asks, answers and streams (decision 43). */
package io.berth.kube.api;
