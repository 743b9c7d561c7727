"""TXT records from the name servers of this machine, as the check of DKIM signatures asks for them."""

from pbem.mail.signatures.dkim import SECONDS, NameServerSilent


def txt(name: bytes) -> bytes | None:
    """The TXT record of a name, None where there is none; NameServerSilent where no server answers within a few
    seconds."""
    import dns.exception
    import dns.resolver

    try:
        answer = dns.resolver.resolve(name.decode("ascii"), "TXT", lifetime=SECONDS, search=False)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, dns.resolver.YXDOMAIN):
        return None
    except (dns.resolver.NoNameservers, dns.resolver.NoResolverConfiguration, dns.exception.Timeout, OSError) as gone:
        raise NameServerSilent("no name server answers") from gone
    except (dns.exception.DNSException, UnicodeError):
        return None  # a name that cannot be one
    return b"".join(next(iter(answer)).strings)
