"""What mail programs write around a reply, in their users' languages: en es fr de it pt, and some ca nl sv da pl.

All patterns match a whole line made plain (`plain.plain`), ends stripped, and ignore case. Lines are at most
`quotes.LINE` characters long: that bounds the cost of the patterns with two open ends.
"""

import re


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.I)


_COLON = r"\s?(:(\s*-+)?|-{2,})"
_NAME_BEFORE = r"wrote|writes|escribió|escribio|va escriure|ha escrit|a écrit|a ecrit|ha scritto|scrive|escreveu"
_NAME_BEFORE += r"|escribiu|a scris"
_NAME_AFTER = r"schrieb|schreibt|schreef|skrev|napisał\(a\)|napisał|kirjoitti|napsala?|írta"
_WHEN = r"\s+((am|on|el|le|il|em|op|den|at|um|a las)\b|\().{0,80}"

# "On Mon, Nov 2, 2026 at 9:14 PM Referee <…> wrote:", which may be cut into several lines: its first line has a date.
_MONTH = (
    r"(jan|ene|feb|fév|fev|mar|mär|apr|abr|avr|may|mai|mag|jun|juin|giu|jul|juil|lug|aug|ago|aoû|sep|set|oct|okt|out"
)
_MONTH += r"|ott|nov|dec|dic|dez|déc)\w*\.?"
_DATE = rf"(\d{{1,2}}[:.h]\d\d\b|\b(19|20)\d\d\b|\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{2,4}}|\b{_MONTH}\s\d{{1,2}}\b)"
ATTRIBUTION_START = _any(
    rf"(-{{2,}}\s)?(on|el|en|le|am|il|em|in data|op|den|dnia|al|a|va|w dniu)\b.*{_DATE}.*",
    r"-{2,3} in .*",
)
ATTRIBUTION_END = _any(
    rf"(.*\W)?({_NAME_BEFORE})({_WHEN})?{_COLON}",
    rf"(.*\W)?({_NAME_AFTER})\b.{{0,140}}{_COLON}",
    rf".*<\S+@\S+>\s({_NAME_BEFORE})",
)
ATTRIBUTION_LAST = _any(rf".*(:|--|>\s({_NAME_BEFORE}))[\s-]*")  # a line that can be the last one of an attribution
# Attributions without such a verb: "Quoting Referee <…>:", "2026-11-02 21:14 GMT+01:00 Referee <…>:".
ATTRIBUTION_LINE = _any(
    r"(quoting|citando( a)?|zitat von|citation de|citazione di|citat från) .{1,120}:",
    rf".{{0,40}}({_DATE}|\d{{4}}-\d\d-\d\d).{{0,120}}<\S+@\S+>\s?:",
    # In whatever language: a date and an address, and a colon at the end of a line that is not long.
    rf"(?=.{{0,160}}?{_DATE})[^<>]{{0,120}}<[^\s<>@]+@[^\s<>@]+>[^<>]{{0,60}}:",
    r"\S.{0,60}( hau idatzi du)\b.{0,60}:",
)

# "-----Original Message-----", "-------- Mensaje original --------", "Begin forwarded message:".
_FRAMED = "|".join(
    (
        r"original (message|appointment)|forwarded (message|by .*)|reply message",
        r"mensaje (original|reenviado|citado)|missatge (original|reenviat)",
        r"message (d'origine|original|initial|transféré)|(courriel|mail|e-mail) original",
        r"(ursprüngliche|weitergeleitete) (nachricht|mail|e-mail)|original-?nachricht|original-?mail",
        r"messaggio (originale|inoltrato)|mensagem (original|encaminhada)",
        r"(oorspronkelijk|doorgestuurd) bericht|wiadomość oryginalna",
        r"ursprungligt meddelande|oprindelig (meddelelse|besked)",
    )
)
ORIGINAL = _any(
    rf"[-_=*]{{2}}[-_=*\s]*+({_FRAMED})[-_=*\s]*+:?",  # possessive: a long rule costs its length
    r"begin forwarded message\s?:|inicio del mensaje reenviado\s?:",
    r"début du message (transféré|réexpédié)\s?:|anfang der weitergeleiteten nachricht\s?:",
    r"inizio messaggio inoltrato\s?:|início da mensagem (en|reen)caminhada\s?:|begin doorgestuurd bericht\s?:",
)

_FORWARDED = r"forwarded|reenviado|reenviat|transféré|weitergeleitete?|inoltrato|encaminhada|doorgestuurd|przekazana"
FORWARDED = _any(rf".*\b({_FORWARDED})\b.*")  # of lines that are ORIGINAL
FORWARD_SUBJECT = _any(r"(fwd?|rv|reenv|tr|wg|i|enc|doorst|pd)\s?:.*")

# The header block that Outlook and others put before a text that they do not mark as quoted.
_BEFORE, _AFTER = r"[*_\W]{0,4}", r"\s?[*_]{0,2}\s?:.*"
HEADER_FROM = _any(rf"{_BEFORE}(from|de|von|da|van|från|fra|od|expéditeur|remitente|absender|mittente){_AFTER}")
_HEADERS = "|".join(
    (
        r"sent|date|to|cc|subject|reply-to|message du",
        r"enviado( el)?|fecha|para|asunto|enviat( el)?|per a|assumpte|data",
        r"envoyé( le)?|à|objet|gesendet( am)?|datum|an|betreff|inviato|a|oggetto",
        r"enviad[ao]( em)?|assunto|verzonden|aan|onderwerp",
        r"skickat|till|ämne|sendt|til|emne|wysłano|do|temat",
    )
)
HEADER_OTHER = _any(rf"{_BEFORE}({_HEADERS}){_AFTER}")

# Lines that phones and providers add.
_THINGS = "|".join(
    (
        r"iphone|ipad|ios|android|mobile|phone|cell|smartphone|tablet|huawei|samsung|galaxy|xiaomi|redmi|oppo|pixel",
        r"motorola|nokia|blackberry|windows|outlook|mail for|yahoo|aol|gmx|web\.de|proton|spark|bluemail|k-9|fairemail",
        r"tuta|mailbird|edison|apple|gmail|airmail|canary|superhuman|vivaldi|posteo|thunderbird",
        r"nine|mailspring|em client",
    )
)
FOOTER = _any(
    rf"sent (from|via|with|using) (my |the |a )?(\w+ ){{0,2}}\W?({_THINGS})\b.{{0,120}}",
    r"(get|download) (outlook for|bluemail for|the new aol|yahoo mail).{0,80}",
    r"(enviado|enviada|enviat) (desde|con|amb|des de|do|da|pelo|a través|a partir|del|vía) .{0,120}",
    r"(obtener|descargar?|obtenga|obtém o|obter o|baixe o) outlook (para|for) .{0,60}",
    r"(envoyée?|envoye) (de|depuis|à partir|avec|par) .{0,120}",
    r"(obtenir|téléchargez|télécharger) outlook (pour|for) .{0,60}",
    r"(gesendet|verschickt|versendet) (von|vom|mit|aus|via|über) .{0,120}|von .{0,60} (gesendet|verschickt)\.?",
    r"(diese|meine) (nachricht|e-?mail|mail) wurde (von|mit|über) .{0,140}",
    r"(holen sie sich|laden sie|beziehen sie|hol dir) outlook für .{0,60}|outlook für (android|ios)\b.{0,40}",
    r"(inviato|inviata|spedito) (da|dal|dalla|con|tramite|via|col) .{0,120}|(scarica|ottieni) outlook per .{0,60}",
    r"este (mensaje|correo) (fue|ha sido|se) (enviado|envió|mandado) (desde|con) .{0,120}",
    r"(verzonden|verstuurd) (vanaf|met|via|van) .{0,100}|skickat från .{0,80}|sendt fra .{0,80}",
    r"(please )?excuse (my |the )?(brevity|typos|any typos).{0,80}|(disculp|perdon)[ae] .{0,20}(brevedad|errores).*",
    r"sent from \S+\s?<https?://\S+",
    r"(libre de virus|virus-free|garanti sans virus|virenfrei|privo di virus|livre de vírus)\W.{0,80}",
)

# What begins a tail that runs to the end of the mail: disclaimers, and what mailing lists add. Matched on two lines.
_SAYS_SO = r".*\b(confidential|confidencial|confidentiel|vertraulich|riservat|intended|privileged|addressee"
_SAYS_SO += r"|dirigid|destinatari|destiné|destinataire|destin|bestimmt|empfänger|adressat)"
_MAIL = r"(e-?mail|message|communication|transmission)"
TAIL = _any(
    r"\W*(confidentiality|privacy|legal|data protection)( and privacy)? (notice|statement|disclaimer|note)\b.*",
    r"\W*(disclaimer|confidential|privileged)\s?[:-].*|disclaimer\b.{0,40}",
    rf"\W*(this|(the )?(information|contents?) (contained )?(in|of) this) {_MAIL}\b{_SAYS_SO}.*",
    r"\W*(aviso (de confidencialidad|legal|de privacidad)|(cláusula|nota) de confidencialidad|protección de datos)\b.*",
    r"\W*(advertencia legal|avís legal|información básica sobre protección de datos)\b.*",
    rf"\W*(este|(la información|el contenido) .{{0,30}}(en|de) este) (mensaje|correo|e-?mail)\b{_SAYS_SO}.*",
    r"\W*(antes de imprimir|please consider the environment|consider the environment|think before you print)\b.*",
    r"\W*(avis|clause|mention|message) (de |légale )?confidenti.*|\W*pensez à l'environnement.*",
    rf"\W*(ce|les informations .{{0,30}}ce) (message|courriel|mail|courrier)\b{_SAYS_SO}.*",
    r"\W*(vertraulichkeits|haftungs|datenschutz)(hinweis|ausschluss|erklärung)\b.*",
    rf"\W*(diese|der inhalt dieser) (e-?mail|nachricht|mail)\b{_SAYS_SO}.*",
    r"\W*(avviso|nota|clausola) di (riservatezza|confidenzialità)\b.*|\W*ai sensi del\b.*",
    rf"\W*(questo|il presente|le informazioni .{{0,30}}questo) (messaggio|e-?mail)\b{_SAYS_SO}.*",
    r"\W*(aviso|declaração|nota) de confidencialidade\b.*",
    rf"\W*(esta|as informações .{{0,30}}(n|d)esta) (mensagem|e-?mail)\b{_SAYS_SO}.*",
    r"you (received|are receiving) this (message|e-?mail) because .*",
    r"(recibes?|has recibido|ha recibido) este (mensaje|correo) porque .*",
    r"to unsubscribe( from this (group|list))?[ ,].*|para (anular|cancelar) (la|tu|su) suscripción.*",
)
RULE = _any(r"[-_=*~#.+\s]{2,}")  # a line drawn with characters
LIST_NAME = _any(r".*(mailing list|lista de correo|lista de distribución|liste de diffusion|mailingliste|listinfo/).*")

# Subjects of answers that no person wrote, where the mail may bear no other mark (Exchange).
AUTO_SUBJECT = _any(
    r"(automatic|automated|auto) ?-?reply\b.*|autoreply\b.*|out of (the )?office\b.*",
    r"respuesta autom[aá]tica\b.*|fuera de la oficina\b.*|resposta autom[àá]tica\b.*|ausência temporária\b.*",
    r"réponse automatique\b.*|absence du bureau\b.*|automatische antwort\b.*|abwesenheits(notiz|nachricht|meldung)\b.*",
    r"risposta automatica\b.*|fuori sede\b.*|automatisch antwoord\b.*|autosvar\b.*",
)

# The order form, and a line of it as it is printed where the text that was sent is not at hand.
FORM_BEGIN = _any(r"#{1,3}\s*(orders|[oó]rdenes)\b(\s+\S+\s+\d+\s+(?P<phase>\S.*)|.*)")
FORM_END = _any(r"#{1,3}\s*(end of orders|fin de (las )?[oó]rdenes)\b.*")
PROPOSED = "#="  # between an order of the form that is meant to be sent as it is, and what is said of it
UNCHANGED = _any(r"(hold|stay|mantener|mantiene|esperar|permanecer|aguantar)\s+[^\s#]+\s*#.*")

# A message to other players: the line it begins with, and the one that may end it before the mail does.
PRESS_BEGIN = _any(
    r"(press|message)( anonymous(ly)?)? (to|for)\b.*",
    r"(prensa|mensaje)( an[oó]nim[oa])? (a|al|para)\b.*",
)
PRESS_END = _any(r"(end of|end|fin de|fin del|fin) (the |la )?(press|message|prensa|mensaje)[.!]?")

GOES_ON = _any(r"with|con|support|apoyo|to|at|en|else|sino")  # words inside an order, never its first
END = _any(r"(end|fin)[.!]?")
_ORDERS = r"(.*[\W\d_])?(orders?|[oó]rden(es)?|ordres?|befehle?|ordini|ordens)(?![^\W\d_]).*"
ORDERS_FILE = _any(rf"{_ORDERS}\.te?xt")
OFFICE_FILE = _any(rf"{_ORDERS}\.(docx|odt)")
FORM_FILE = _any(r"form-.*\.te?xt")
