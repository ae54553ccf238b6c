/**
 * What both hosts ask of HTTP with the JDK's client: the bounds within which a reply is read. Only
 * java.net.http enters; no connection is made here, and no thread started.
 */
@NullMarked
package io.rpcstress.contract.http;

import org.jspecify.annotations.NullMarked;
