/** {@code berth env}: environments for agents in other languages. */
package io.berth.app.env;
