"""Divided work: calls, the workers that execute them here or on a cluster, and the ledger."""
