/** Commands that ask a Berth that runs, over its REST API. */
package io.berth.app.client;
