package io.rpcstress.driver.openfeign;

import io.rpcstress.contract.Greeting;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The greet service as a Feign client; its address is a property of the context. */
@FeignClient(name = "greeter", url = "${greeter.url}")
interface GreetClient {

  @GetMapping(Greeting.HTTP_PATH)
  String greet(@RequestParam(Greeting.HTTP_PARAMETER) String name);
}
