"""Everything that is mailed: receipts, reports, status, history, forms, plans; and the queue it goes into."""
