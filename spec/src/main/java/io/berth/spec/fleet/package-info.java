/**
 * What users write about requests: a fleet of model servers, requests, and ways to spread them. A scenario file with the key
 * {@code fleet} is read here, any other in {@code io.berth.spec.scenario}.
 */
package io.berth.spec.fleet;
