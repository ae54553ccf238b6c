package com.example.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.StringValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The starter with the Netty and the Protobuf of Spring Boot's own BOM. */
class ApplicationTest {
  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void itPublishesAndCallsWithBootsVersions() throws IOException {
    String classPath = System.getProperty("java.class.path");
    assertTrue(classPath.contains("protobuf-java-4.35.1.jar"), classPath);
    int port = freePort();
    try (ConfigurableApplicationContext context =
        SpringApplication.run(
            Application.class,
            "--rpcx.server.port=" + port,
            "--rpcx.client.addresses=127.0.0.1:" + port)) {
      Greeter greeter = context.getBean(Greeter.class);
      assertEquals("hello, Ada", greeter.greet("Ada"));
      StringValue message = StringValue.of("as it is");
      assertEquals(message, greeter.echo(message));
    }
  }
}
