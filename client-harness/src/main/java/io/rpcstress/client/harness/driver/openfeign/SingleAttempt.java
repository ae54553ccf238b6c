package io.rpcstress.client.harness.driver.openfeign;

import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.cloud.openfeign.clientconfig.HttpClient5FeignConfiguration.HttpClientBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Apache's client, left alone, makes a GET that failed once more and says nothing: a failure would
 * become a slow success. Only where that client is wanted, so that the example loads none of it.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("spring.cloud.openfeign.httpclient.hc5.enabled")
class SingleAttempt {

  @Bean
  HttpClientBuilderCustomizer withoutRetries() {
    return HttpClientBuilder::disableAutomaticRetries;
  }
}
