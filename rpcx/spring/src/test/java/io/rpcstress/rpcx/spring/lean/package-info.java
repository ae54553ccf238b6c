/** A Spring Boot application without actuator, metrics and tracing. */
package io.rpcstress.rpcx.spring.lean;
