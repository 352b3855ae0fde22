/**
 * What is known of policies that do not ship with Berth: which jar they came from, and what becomes of one that fails. What a jar
 * brings is a {@link io.berth.core.catalog.Plugin}. Decision 38 says why it is as it is.
 */
package io.berth.core.plugin;
