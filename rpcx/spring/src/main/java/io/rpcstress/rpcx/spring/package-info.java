/**
 * RPCX in Spring Boot: interfaces with {@link io.rpcstress.rpcx.RPCXClient} are injected, beans
 * with {@link io.rpcstress.rpcx.RPCXServer} are published, {@code rpcx.*} properties say how. Knows
 * the public package of RPCX, its two add-ons for Micrometer and OpenTelemetry, and Spring; no web
 * server and no benchmark.
 */
@NullMarked
package io.rpcstress.rpcx.spring;

import org.jspecify.annotations.NullMarked;
