/** Services: which replicas there are, how they do, and who sends requests to them. */
package io.berth.console.service;
