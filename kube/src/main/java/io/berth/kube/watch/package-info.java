/** How an API server is listed and watched, one kind of objects at a time; who hears of them is a {@code Sink}. */
package io.berth.kube.watch;
