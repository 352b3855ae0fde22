/** {@code berth queueing}: how long those wait who come to several servers. */
package io.berth.app.queueing;
