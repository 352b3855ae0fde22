/** The demo: an emulated GPU cluster under a stream of jobs in accelerated real time, and the views of it. */
package io.berth.app.demo;
