"""What rule sets share: functions over boards, orders and states. Who decides when stays in the rules."""
