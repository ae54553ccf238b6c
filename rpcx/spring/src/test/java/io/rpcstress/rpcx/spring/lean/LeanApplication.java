package io.rpcstress.rpcx.spring.lean;

import io.rpcstress.rpcx.spring.RpcxServer;
import io.rpcstress.rpcx.spring.app.ClockService;
import java.util.Arrays;
import java.util.function.Supplier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/** Publishes a clock; runs with a class path of its own. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(ClockService.class)
public class LeanApplication implements Supplier<String> {
  /** Runs the application; reports whether it serves, and which beans the starter has made. */
  @Override
  public String get() {
    try (ConfigurableApplicationContext context =
        SpringApplication.run(LeanApplication.class, "--rpcx.server.port=0")) {
      return context.getBean(RpcxServer.class).isRunning()
          + " "
          + Arrays.stream(context.getBeanDefinitionNames())
              .filter(name -> name.matches("rpcx[A-Z].*"))
              .sorted()
              .toList();
    }
  }
}
