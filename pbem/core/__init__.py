"""The core: what every rule set has in common. Types of orders, events, problems and questions; Play; adjudicate."""
