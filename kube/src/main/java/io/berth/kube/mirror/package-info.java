/** What the API server keeps, here: lists and watches, and what changed since somebody looked. */
package io.berth.kube.mirror;
