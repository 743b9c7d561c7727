"""HTML bodies to text: cut by what mail programs mark as quoted, then made text."""

import re

from resiliparse.extract.html2text import extract_plain_text
from selectolax.lexbor import LexborHTMLParser, LexborNode

SIZE = 2**20  # characters
TAGS = 10_000
TAG = 20_000  # characters in one tag: the tree builder is quadratic in depth and in attributes

_DATA_URL = re.compile(r"data:[^\"'\s>]+", re.I)
_LONG_TAG = re.compile(rf"<[^<>]{{{TAG}}}")
_NEVER_TEXT = "script, style, head, title, template, svg, math, object, iframe, [hidden]"
_UNSEEN = re.compile(r"display:none|visibility:hidden|mso-hide:all|(?:font-size|max-height):0(?:px|pt|em|%)?(?:;|!|$)")
_SPACE = re.compile(r"\s+|/\*.*?\*/")
_QUOTED = (
    "blockquote[type=cite], blockquote.gmail_quote, .gmail_attr, .yahoo_quoted, .protonmail_quote, .moz-cite-prefix,"
    " .tutanota_quote, .zmail_extra, #reply-intro, blockquote.iosymail, div[name=quote], #isReplyContent"
)
_SIGNATURES = (
    ".moz-signature, .gmail_signature, .gmail_signature_prefix, #Signature, #ms-outlook-mobile-signature,"
    " #AppleMailSignature, .AppleMailSignature, .protonmail_signature_block, .ymail_android_signature,"
    " #composer_signature, .elided-signature"
)
_FIRST_OF_THE_REST = (
    "#appendonsend, #divRplyFwdMsg, #mail-editor-reference-message-container, #stopSpelling, .OutlookMessageHeader,"
    " div[style*='border-top:solid #E1E1E1'], div[style*='border-top:solid #B5C4DF'], hr[id=zwchr],"
    " hr[data-marker='__DIVIDER__']"
)


def readable(html: str) -> bool:
    """Whether the HTML is small and flat enough to be read at all."""
    bare = _DATA_URL.sub("", html)
    return len(bare) <= SIZE and bare.count("<") <= TAGS and not _LONG_TAG.search(bare)


def whole_text(html: str) -> str:
    """All of an HTML body as text, quotes too: where the order form is looked for."""
    tree = LexborHTMLParser(html)
    _remove(tree, _NEVER_TEXT)
    return _text(tree)


def fresh_text(html: str) -> str:
    """An HTML body as text, without what the sender's mail program marked as quoted or as signature."""
    tree = LexborHTMLParser(html)
    _remove(tree, f"{_NEVER_TEXT}, {_QUOTED}, {_SIGNATURES}")
    first = tree.css_first(_FIRST_OF_THE_REST)
    if first is not None:
        _cut_from(first)
    return _text(tree)


def _remove(tree: LexborHTMLParser, selectors: str) -> None:
    """Take out what matches, and what is not seen, inner before outer: a removed node must not be touched again."""
    wanted = {node.mem_id for node in tree.css(selectors)}
    found = {node.mem_id: node for node in tree.css(f"{selectors}, [style]") if node.mem_id in wanted or _unseen(node)}
    for node in reversed(found.values()):
        node.decompose()


def _unseen(node: LexborNode) -> bool:
    style = node.attributes.get("style") or ""
    return bool(_UNSEEN.search(_SPACE.sub("", style.lower())))


def _cut_from(first: LexborNode) -> None:
    """Take out `first` and all that follows it in the document."""
    node: LexborNode | None = first
    while node is not None and node.tag not in ("body", "html"):
        while (later := node.next) is not None:
            later.decompose()
        node = node.parent
    first.decompose()


def _text(tree: LexborHTMLParser) -> str:
    text: str = extract_plain_text(
        tree.html or "", preserve_formatting=True, main_content=False, list_bullets=False, alt_texts=False
    )
    return text
