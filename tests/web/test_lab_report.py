"""A report of the lab in a browser: for everybody, on a desk and on a phone, in light and dark, without network."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from potluck.lab.executors import Inline
from potluck.lab.findings import find
from potluck.lab.plan import Plan, Vary
from potluck.lab.report import write_report
from potluck.lab.study import Study
from web.browsing import DESK, PHONE
from web.test_for_everybody import AXE

PLANS = {
    "struggle": Plan(game="struggle", players=("greedy",), groups=24, deal=True, judge=20, judge_every=8),
    "potential": Plan(
        game="potential",
        options="removal_target=1",
        players=("uniform",),
        groups=24,
        vary=(Vary("layout", ("wave", "columns")), Vary("must_complete", ("off", "on"))),
    ),
}


COMMITTED = sorted((Path(__file__).parents[2] / "docs" / "reports").glob("*.html"))


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Write a report of each plan."""
    folder = tmp_path_factory.mktemp("reports")
    for name, plan in PLANS.items():
        with Study(folder / f"{name}.study", plan) as study:
            groups = study.run(Inline())
        page = write_report(find(plan, groups, f"potluck lab run {name}"), groups)
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
    return {name: folder / f"{name}.html" for name in PLANS}


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PLANS)
def test_a_report_is_for_everybody(
    name: str, scheme: Any, size: Any, reports: dict[str, Path], chromium: Browser
) -> None:
    asked: list[str] = []
    with chromium.new_context(viewport=size, color_scheme=scheme) as context:
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.goto(reports[name].as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        page.add_script_tag(path=AXE)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found["violations"]] == []
    assert {address for address in asked if not address.startswith("file:")} == set()


@pytest.mark.parametrize("report", COMMITTED, ids=lambda report: report.stem)
def test_the_reports_of_the_documentation_are_for_everybody(report: Path, chromium: Browser) -> None:
    """They are what they were when they were written: a new look of the lab does not mend an old page."""
    phone: Any = PHONE
    desk: Any = DESK
    schemes: list[Any] = ["light", "dark"]
    with chromium.new_context(viewport=phone) as context:
        page = context.new_page()
        page.goto(report.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert page.locator("section:has(h2:text('Three matches')) h3").count() == 3
        assert page.locator(".leaf figure svg").count() >= 3 * 4
        page.add_script_tag(path=AXE)
        for scheme in schemes:
            page.emulate_media(color_scheme=scheme)
            found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found["violations"]] == []
        page.set_viewport_size(desk)
        assert page.evaluate("document.documentElement.scrollWidth") <= DESK["width"]


def test_a_report_can_be_leafed_through_by_keyboard_and_printed(reports: dict[str, Path], chromium: Browser) -> None:
    with chromium.new_context(viewport=PHONE, reduced_motion="reduce") as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(reports["struggle"].as_uri())
        leaf = page.get_by_role("region", name="pictures of match").first
        leaf.focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_function("() => document.activeElement.scrollLeft > 0")
        assert page.locator(".leaf figure").count() >= 3 * 4
        page.emulate_media(media="print")
        assert page.locator(".leaf").first.evaluate("leaf => leaf.scrollWidth <= leaf.clientWidth + 1")
