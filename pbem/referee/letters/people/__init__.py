"""What is told of people: house rules, absences, seats that change hands; in mails and in the history."""
