"""HTML bodies to text: cut by what mail programs mark as quoted, then made text."""

import re

from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.html import DocumentNode, ElementNode, HTMLTree, Node

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


def is_readable(html: str) -> bool:
    """Whether the HTML is small and flat enough to be read at all."""
    bare = _DATA_URL.sub("", html)
    return len(bare) <= SIZE and bare.count("<") <= TAGS and not _LONG_TAG.search(bare)


def whole_text(html: str) -> str:
    """All of an HTML body as text, quotes too: where the order form is looked for."""
    document = _parsed(html)
    _remove(document, _NEVER_TEXT)
    return _text(document)


def fresh_text(html: str) -> str:
    """An HTML body as text, without what the sender's mail program marked as quoted or as signature."""
    document = _parsed(html)
    _remove(document, f"{_NEVER_TEXT}, {_QUOTED}, {_SIGNATURES}")
    first = document.query_selector(_FIRST_OF_THE_REST)
    if first is not None:
        _cut_from(first)
    return _text(document)


def _parsed(html: str) -> DocumentNode:
    document = HTMLTree.parse(html).document
    assert document is not None  # any text makes one
    return document


def _remove(document: DocumentNode, selectors: str) -> None:
    """Take out what matches, and what is not seen, inner before outer: a removed node must not be touched again."""
    wanted = set(document.query_selector_all(selectors).values())  # to go through the list itself is quadratic
    found = document.query_selector_all(f"{selectors}, [style]").values()
    for node in reversed([node for node in found if node in wanted or _unseen(node)]):
        node.decompose()


def _unseen(node: ElementNode) -> bool:
    style = node.get_attribute("style") or ""
    return bool(_UNSEEN.search(_SPACE.sub("", style.lower())))


def _cut_from(first: Node) -> None:
    """Take out `first` and all that follows it in the document."""
    node: Node | None = first
    while node is not None and node.tag not in ("body", "html"):
        while (later := node.next) is not None:
            later.decompose()
        node = node.parent
    first.decompose()


def _text(document: DocumentNode) -> str:
    """The text of what is left, written out first: what was emptied would leave lines of its own."""
    return extract_plain_text(
        document.html, preserve_formatting=True, main_content=False, list_bullets=False, alt_texts=False
    )
