package io.berth.kube.http;

import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.List;

/** By what a client proves who it is. */
public record Identity(List<Certificate> chain, PrivateKey key) {}
