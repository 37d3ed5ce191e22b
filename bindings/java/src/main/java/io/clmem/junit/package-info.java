/** Tests on every device, with JUnit 5, which the program brings. */
package io.clmem.junit;
