"""Tests against a real `berth env serve`; BERTH says which."""
