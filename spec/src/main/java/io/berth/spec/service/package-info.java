/** Scenarios of jobs and of a service whose replicas are jobs beside them (decision 111). */
@NullMarked
package io.berth.spec.service;

import org.jspecify.annotations.NullMarked;
