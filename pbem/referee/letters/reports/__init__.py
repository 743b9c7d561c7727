"""Reports: everything since a seat's last one, what it is asked now, and when it is mailed."""
