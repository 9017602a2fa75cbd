"""Work that is divided: calls, the workers that make them, here or on a cluster, and the ledger."""
