/** A service that greets, and a program that calls it. */
package com.example.greeting;
