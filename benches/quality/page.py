"""The figures as one HTML page that needs nothing beside itself: no network, no script, no other file."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from html import escape

_STYLE = """
body { max-width: 84rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff;
       font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; } h2 { margin-top: 2.5rem; font-size: 1.2rem; }
img { width: 100%; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .87rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid #e3e3e3; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
tbody tr:hover { background: #f2f7fb; }
"""


def page(title: str, markdown: str, pictures: Mapping[str, bytes]) -> str:
    """Returns the page: the charts first, then what the Markdown page says, tables and all.

    Args:
        title: What stands above everything.
        markdown: The Markdown page; of its forms headings, tables, lists of one level, `code` and paragraphs.
        pictures: SVG of each chart, by its title.
    """
    charts = [_chart(name, svg) for name, svg in pictures.items()]
    head = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
    )
    heading, _, rest = markdown.partition("\n")
    body = [*blocks(heading), *charts, *blocks(rest)]
    return head + "\n".join(body) + "\n</body>\n</html>\n"


def blocks(markdown: str) -> list[str]:
    """Returns the HTML of each block, in order; whatever is no heading, table or list is a paragraph."""
    return [_block(part.splitlines()) for part in re.split(r"\n\s*\n", markdown.strip()) if part.strip()]


def _block(lines: list[str]) -> str:
    heading = re.match(r"(#{1,6}) +(.*)", lines[0])
    if heading and len(lines) == 1:
        level = len(heading[1])
        return f"<h{level}>{_inline(heading[2])}</h{level}>"
    if lines[0].startswith("|"):
        return _table(lines)
    if all(line.startswith("- ") for line in lines):
        return "<ul>\n" + "\n".join(f"<li>{_inline(line[2:])}</li>" for line in lines) + "\n</ul>"
    return f"<p>{_inline(' '.join(lines))}</p>"


def _table(lines: list[str]) -> str:
    head, _, *rows = ([cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines)
    top = "".join(f"<th>{_inline(cell)}</th>" for cell in head)
    body = "\n".join("<tr>" + "".join(f"<td>{_inline(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f'<div class="wide"><table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>'
    )


def _inline(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _chart(name: str, svg: bytes) -> str:
    # As an image, so that names inside one drawing never meet those of another.
    source = f"data:image/svg+xml;base64,{b64encode(svg).decode('ascii')}"
    words = f"{escape(name)}: the figures are in the tables below"
    return f'<h2>{escape(name)}</h2>\n<img alt="{words}" src="{source}">'
