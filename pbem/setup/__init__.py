"""Setting a mailbox up, and the doctor who says what is wrong with one."""
