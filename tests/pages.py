"""HTML pages as tests look at them."""

from collections.abc import Iterator

from resiliparse.parse.html import TEXT, DocumentNode, ElementNode, HTMLTree, Node


def page_of(html: str) -> DocumentNode:
    """The page, to be searched by CSS selectors."""
    document = HTMLTree.parse(html).document
    assert document is not None
    return document


def words_of(html: str) -> str:
    """All text in the body of a page, a space between its pieces."""
    body = page_of(html).query_selector("body")
    assert body is not None
    return words_in(body)


def words_in(element: ElementNode) -> str:
    """All text in an element, a space between its pieces."""
    return " ".join(_pieces(element))


def _pieces(node: Node) -> Iterator[str]:
    if node.node_type == TEXT:
        yield node.text or ""
    for child in node.child_nodes.values():
        yield from _pieces(child)
