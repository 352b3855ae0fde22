/** A cluster that somebody else schedules, written down as a journal. */
package io.berth.kube.record;
