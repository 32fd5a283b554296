"""Let the site lead to files of the repository: what a page links to outside of docs becomes a page.

mkdocs calls these functions (hooks in mkdocs.yml).
"""

import os
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"\]\(((?:\.\./)+[^)#]+)(#[^)]*)?\)")
ARRAY = re.compile(r"\((\w+)\[\]\)")  # a type in the protocol, which must not be taken for a link
LANGUAGES = {".py": "python", ".conf": "nginx"}


def outside(link: str, page: str) -> str:
    """Return the path from the root of a file outside of docs that a page links to; nothing for one inside."""
    path = os.path.relpath(os.path.normpath(ROOT / "docs" / Path(page).parent / link), ROOT)
    return "" if path.startswith("docs/") else path


def target(path: str) -> str:
    """Name the page that a file of the repository becomes."""
    return f"files/{path.removesuffix('.md')}.md"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page for each file of the repository that a page links to, and for what those link to."""
    waiting = [(file.src_uri, file.content_string) for file in files.documentation_pages()]
    done: set[str] = set()
    while waiting:
        page, text = waiting.pop()
        for path in {outside(link, page) for link, _ in LINK.findall(text)} - done - {""}:
            done.add(path)
            files.append(File.generated(config, target(path), content=written(path)))
    return files


def written(path: str) -> str:
    """Write the page of a file: Markdown as it is, code in a block."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.endswith(".md"):
        return text.replace("](docs/", "](" + "../" * target(path).count("/"))
    return f"# {path}\n\n```{LANGUAGES.get(Path(path).suffix, 'text')}\n{text}```\n"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links out of docs to the pages that stand for their files."""
    here = page.file.src_uri

    def lead(found: re.Match[str]) -> str:
        path = outside(found[1], here)
        relative = os.path.relpath(target(path), Path(here).parent) if path else found[1]
        return f"]({relative}{found[2] or ''})"

    return LINK.sub(lead, ARRAY.sub(r"(\1\\[\\])", markdown))
