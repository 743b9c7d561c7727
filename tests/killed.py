"""How a test kills the program at an effect."""


class Killed(BaseException):
    """Raised by a test's `Effects.step` in the place where the process is to die; no handler of ours catches it."""
