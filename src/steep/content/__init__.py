"""Rulesets as people write them: TOML, validated into typed objects and compiled."""
