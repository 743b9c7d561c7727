"""What the command line asks beside the mail: submit, draw, list and read mails."""
