/**
 * Host B's program for plain HTTP: JSON, forms and Java serialisation on Jetty's core, without a
 * servlet or a framework above it. Jetty, its HTTP/2 and Jackson enter here, and nothing else.
 */
@NullMarked
package io.rpcstress.server.http;

import org.jspecify.annotations.NullMarked;
