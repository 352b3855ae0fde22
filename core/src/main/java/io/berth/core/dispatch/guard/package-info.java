/**
 * What stands between a dispatcher and a policy of a plugin: what it throws, and an answer that would break the fleet's counts, becomes a
 * {@link io.berth.core.plugin.PluginException} that names the plugin, before anything is counted.
 */
package io.berth.core.dispatch.guard;
