"""The page needs nothing beside itself and says what the Markdown says."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from benches.quality.page import blocks, page

MARKDOWN = """# Quality of <b>

Asked: 3 questions & more.

| system | recall |  |
|---|---:|---:|
| `all` | 0.5 | graph |
| keyword | 0.4 |  |

## Notes

- `all`: a note
- another
"""


class Balance(HTMLParser):
    """Follows which elements are open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_each_form_becomes_its_element() -> None:
    made = blocks(MARKDOWN)
    assert made[0] == "<h1>Quality of &lt;b&gt;</h1>"
    assert made[1] == "<p>Asked: 3 questions &amp; more.</p>"
    assert "<th>system</th><th>recall</th><th></th>" in made[2]
    assert "<tr><td><code>all</code></td><td>0.5</td><td>graph</td></tr>" in made[2]
    assert "<tr><td>keyword</td><td>0.4</td><td></td></tr>" in made[2]
    assert made[3] == "<h2>Notes</h2>"
    assert made[4] == "<ul>\n<li><code>all</code>: a note</li>\n<li>another</li>\n</ul>"


def test_page_is_whole_and_reaches_for_nothing() -> None:
    made = page("Quality", MARKDOWN, {"Right on top": b"<svg/>"})
    balance = Balance()
    balance.feed(made)
    assert balance.open == []
    sources = re.findall(r'(?:src|href)="([^"]*)"', made)
    assert [source.partition(",")[0] for source in sources] == ["data:image/svg+xml;base64"]
    assert "<script" not in made
    assert "http" not in made


def test_charts_stand_between_the_title_and_the_tables() -> None:
    made = page("Quality", MARKDOWN, {"Right on top": b"<svg/>"})
    assert made.index("<h1>") < made.index("<h2>Right on top</h2>") < made.index("<table>")
