package io.berth.kube.api;

import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.List;

/** By what a client proves who it is. */
record Identity(List<Certificate> chain, PrivateKey key) {}
