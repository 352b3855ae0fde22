/** The folder that a Berth on this machine keeps everything in, and by which commands find it. */
package io.berth.app.home;
