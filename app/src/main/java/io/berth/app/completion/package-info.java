/** What shells and the manual say of the commands, made of what these declare. */
package io.berth.app.completion;
