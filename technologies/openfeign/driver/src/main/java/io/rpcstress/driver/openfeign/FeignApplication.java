package io.rpcstress.driver.openfeign;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cloud.openfeign.EnableFeignClients;

/** The application of the official example, with nothing to scan for. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableFeignClients(clients = GreetClient.class)
class FeignApplication {}
