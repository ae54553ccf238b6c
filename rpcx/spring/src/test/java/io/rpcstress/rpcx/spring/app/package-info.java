/** A Spring Boot application that calls itself. */
package io.rpcstress.rpcx.spring.app;
