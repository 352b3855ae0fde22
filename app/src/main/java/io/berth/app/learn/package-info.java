/** Learning: {@code berth train}, {@code berth evaluate}, and the environments of scenarios. */
package io.berth.app.learn;
