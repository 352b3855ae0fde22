/** What the kernel says of the file system under a folder. */
package io.berth.local.disk;
