/**
 * Jars of a user's own: {@code PluginFolder} is the door, {@code PluginJar} reads one and has its class loader make what it brings. What
 * that is and what becomes of it is said in {@code core.catalog.Plugin}; decision 38.
 */
package io.berth.app.plugin;
