"""What a study says it found, on studies whose truth is planted."""

import csv
import random
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import polars
import pytest
from rich.console import Console
from typer.testing import CliRunner

import potluck
from potluck import cli
from potluck.lab.balance import Dealt, hands
from potluck.lab.commands import Headline, pace
from potluck.lab.executors import Inline
from potluck.lab.export import export
from potluck.lab.findings import (
    effect_sentences,
    find,
    in_order,
    luck_figures,
    luck_share,
    seat_sentence,
    seat_values,
    with_others,
)
from potluck.lab.measures import Measures
from potluck.lab.plan import Plan, Row, Vary
from potluck.lab.plots import histogram, signed
from potluck.lab.report import effects_part, hands_part, strengths_part, used_part, write_report
from potluck.lab.seating import call, describe
from potluck.lab.statistics import share
from potluck.lab.stopping import read_rule
from potluck.lab.study import Study
from potluck.players.levels import level
from potluck.players.settings import write_level
from potluck.records.findings import Arm, Effect, Figure, Findings

PLAN = Plan(game="potential", players=("uniform",), groups=400)


def planted(plan: Plan, win: dict[str, float], turns: int = 20, luck: float = 0.0) -> list[list[Row]]:
    """Make the groups of a study in which seat 0 wins with a known chance, by the options played."""
    dice = random.Random(8)
    groups = []
    for number in range(plan.groups):
        group = []
        for turn in range(2):
            pairing = plan.pairing(number * plan.rotation)
            won = dice.random() < win[pairing.options]
            noise = dice.gauss(0, 1)
            measures = Measures(
                turns=turns, decisions=turns, forced=0, choices=3.0, used={"Piece": turns}, near_equal=0.5,
                gained={"Piece": 0.01 * turns},
                lead_changes=1, drama=0.1, decisiveness=0.5, comeback=dice.random() < 1 / 3, quiet=2,
                luck=[luck * noise, -luck * noise], play=[(1 - luck) * noise, -(1 - luck) * noise],
            )  # fmt: skip
            scores = (1.0, -1.0) if won else (-1.0, 1.0)
            group.append(
                Row(
                    number * 2 + turn,
                    pairing.options,
                    pairing.players,
                    pairing.seed,
                    scores,
                    "PT14",
                    9,
                    (),
                    (),
                    measures,
                    f"\n\n{noise}",
                )
            )
        groups.append(group)
    return groups


def figures(found: Findings) -> dict[str, Figure]:
    """Index the figures by name."""
    return {figure.name: figure for figure in found.figures}


def test_a_fair_coin_is_fair_and_a_bent_one_is_not() -> None:
    fair, bent = find(PLAN, planted(PLAN, {"": 0.5})), find(PLAN, planted(PLAN, {"": 0.6}))
    assert "no advantage is to be seen" in fair.sentences[0]
    assert "an advantage" in bent.sentences[0]
    assert figures(bent)["seat0"].low < 0.6 < figures(bent)["seat0"].high
    assert "a disadvantage" in bent.sentences[1]


def test_what_a_use_brings_is_shown() -> None:
    groups = planted(PLAN, {"": 0.5})
    found = find(PLAN, groups)
    assert [(one.name, round(one.mean, 6)) for one in found.gained] == [("Piece", 0.01)]
    assert "chance gained by a use" in used_part(found)
    assert "1.0 %" in used_part(found)


def test_a_comeback_in_one_of_three() -> None:
    found = figures(find(PLAN, planted(PLAN, {"": 0.5})))["comebacks"]
    assert found.low < 1 / 3 < found.high


@pytest.mark.parametrize("luck", [0.0, 0.5, 1.0])
def test_the_share_of_luck(luck: float) -> None:
    found = figures(find(PLAN, planted(PLAN, {"": 0.5}, luck=luck)))
    if luck == 0.0:
        assert "luck" not in found
    else:
        assert found["luck"].mean == pytest.approx(luck**2 / (luck**2 + (1 - luck) ** 2))
    assert luck_share([(0.0, 0.0), (0.0, 0.0)]) == 0.0


def test_a_page_without_verdicts_has_no_column_for_them() -> None:
    found = msgspec.structs.replace(find(PLAN, planted(PLAN, {"": 0.5})), gained=[])
    assert "chance" not in used_part(found)
    assert "times a match" in used_part(found)


def test_the_length_is_said_alike_in_the_sentence_and_beside_the_plot() -> None:
    plan = msgspec.structs.replace(PLAN, groups=3)
    groups = [planted(plan, {"": 0.5}, turns=turns)[0][:1] for turns in (20, 30, 200)]
    assert "Half of the matches are over by turn 30; nine in ten take 21 to 183 turns." in find(plan, groups).sentences
    assert "Half are over by turn 30; nine in ten take 21 to 183." in histogram([20, 30, 200], "turn")


def test_the_greatest_alarm_comes_first() -> None:
    """A pair that wins nine times in ten stands above a seat that loses six in a hundred."""
    seat = seat_sentence(Figure("seat0", "points of seat 0 (Near)", 0.44, 0.4, 0.48, "%"), 2)
    pair = Effect("together", ["Spark", "Tinder"], Figure("", "", 0.87, 0.8, 0.94, "%"), 1.5, 0.3, True)
    (said,) = effect_sentences([pair], PLAN)
    assert [one.mark for one in (seat, said)] == ["alarm", "alarm"]
    assert said.size > seat.size > 0
    assert in_order([seat, said]) == [said, seat]


@pytest.mark.parametrize(("share", "mark"), [(0.1, ""), (0.4, "look"), (1.0, "alarm")])
def test_many_draws_are_worth_a_look_and_most_an_alarm(share: float, mark: str) -> None:
    rows = [row for group in planted(PLAN, {"": 0.5}) for row in group]
    drawn = [msgspec.structs.replace(row, scores=(0.0, 0.0)) for row in rows[: int(share * len(rows))]]
    found = find(PLAN, [[row] for row in drawn + rows[len(drawn) :]])
    (told,) = [one for one, said in zip(found.marks, found.sentences, strict=True) if said.endswith("are drawn.")]
    assert told == mark


def test_what_is_below_nothing_has_a_minus() -> None:
    assert Figure("", "", -0.02, -0.03, -0.01, "%").shown() == "−2.0 % ± 1.0"


def test_what_is_varied_is_compared() -> None:
    plan = msgspec.structs.replace(PLAN, vary=(Vary("layout", ("wave", "columns")),), groups=1200)
    found = find(plan, planted(plan, {"layout=wave": 0.5, "layout=columns": 0.65}))
    assert any("With layout=columns Near gets" in said for said in found.sentences)
    assert [arm.matches for arm in found.arms] == [1200, 1200]
    assert "Columns: the first seat gets" in found.known["layout"]
    fair = find(plan, planted(plan, {"layout=wave": 0.5, "layout=columns": 0.5}))
    assert not any("With layout" in said for said in fair.sentences)


def test_an_option_that_changes_nothing_is_named(tmp_path: Path) -> None:
    """Whether quiet turns end a match after 150 or 200 matters to nobody who is through after 20."""
    plan = Plan(
        game="potential", options="removal_target=1", players=("uniform",), groups=8,
        vary=(Vary("quiet_turns", ("150", "200")),),
    )  # fmt: skip
    groups = Study(tmp_path / "s.study", plan).run(Inline())
    said = "The option quiet_turns is inert: every value gives the same matches."
    assert said in find(plan, groups).sentences
    turned = [[msgspec.structs.replace(row, scores=row.scores[::-1])] for (row,) in groups[1::2]]  # who wins by them
    others = [group for pair in zip(groups[::2], turned, strict=True) for group in pair]
    assert said not in find(plan, others).sentences


def test_players_are_told_apart(tmp_path: Path) -> None:
    plan = Plan(game="potential", options="removal_target=1", players=("greedy", "uniform"), groups=6)
    found = find(plan, Study(tmp_path / "s.study", plan).run(Inline()))
    assert figures(found)["player greedy"].mean + figures(found)["player uniform"].mean == pytest.approx(1.0)


def test_stopping_when_it_is_known_well_enough() -> None:
    rule = read_rule("seat0 ±5%")
    values = seat_values(planted(PLAN, {"": 0.5}), 0)
    assert not rule.is_enough(values[:20])
    assert rule.is_enough(values)
    for text in ("seat0", "draws ±1%", "seat0 ±x"):
        with pytest.raises(potluck.BadOptions, match="expected a seat and a width"):
            read_rule(text)


def test_a_sequential_test_of_the_seats_stops_and_is_told() -> None:
    """Seat 0 gets 60 %, which is 70 Elo."""
    rule = read_rule("sprt 0,70")
    groups = planted(PLAN, {"": 0.6})
    stop = next(count for count in range(10, 400, 10) if rule.is_enough(seat_values(groups[:count], 0)))
    assert stop < 300
    found = find(PLAN, groups[:stop], stop="sprt 0,70")
    said = "An advantage of 70 Elo rather than 0: seat 0 has this advantage. The study was to stop by the rule sprt 0"
    assert any(sentence.startswith(said) for sentence in found.sentences)
    seats, plain = figures(found), figures(find(PLAN, groups[:stop]))
    assert seats["seat0"].mean < plain["seat0"].mean  # what is seen at a stop flatters
    assert seats["seat0"].mean + seats["seat1"].mean == pytest.approx(1.0)
    assert seats["seat0"].low == pytest.approx(1 - seats["seat1"].high)
    with pytest.raises(potluck.BadOptions, match="compares two seats, not 3"):
        read_rule("sprt 0,70", 3)
    with pytest.raises(potluck.BadOptions, match="the smaller first"):
        read_rule("sprt 70,0")


def test_what_one_of_three_seats_loses_by_a_correction_the_others_get() -> None:
    row = planted(msgspec.structs.replace(PLAN, groups=1), {"": 0.5})[0][0]
    plan = msgspec.structs.replace(PLAN, game="potion_explosion", seats=3)
    won = [(1.0, -0.5, -0.5), (-0.5, 1.0, -0.5), (-0.5, 1.0, -0.5)] * 30
    groups = [[msgspec.structs.replace(row, scores=scores)] for scores in won]
    found = figures(find(plan, groups, stop="seat1 ±10%"))
    assert found["seat1"].mean != figures(find(plan, groups))["seat1"].mean
    assert sum(found[f"seat{seat}"].mean for seat in range(3)) == pytest.approx(1.0)


def test_the_interval_of_the_share_of_luck_holds_it_as_often_as_it_says() -> None:
    """A side chooses a chance of ¼, ½ or ¾, and chance does the rest: luck is 5/6 of it."""
    dice, held = random.Random(1), 0
    row = planted(msgspec.structs.replace(PLAN, groups=1), {"": 0.5})[0][0]
    for _ in range(200):
        rows = []
        for _ in range(60):
            chosen = dice.choice((0.25, 0.5, 0.75))
            luck, play = (dice.random() < chosen) - chosen, chosen - 0.75
            measures = msgspec.structs.replace(row.measures, luck=[luck, -luck], play=[play, -play])
            rows.append(msgspec.structs.replace(row, measures=measures))
        (found,) = luck_figures(rows)
        held += found.low <= 5 / 6 <= found.high
    assert 182 <= held <= 197  # 190 are expected


class Checker(HTMLParser):
    """Collect what a page asks from elsewhere, and its headings."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.headings: list[str] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note links and headings."""
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        self.inside = tag in ("h1", "h2")

    def handle_data(self, data: str) -> None:
        """Note the text of a heading."""
        if self.inside:
            self.headings.append(data)
            self.inside = False


def run(*words: str) -> str:
    """Run a command, which must succeed."""
    result = CliRunner().invoke(cli.app, list(words), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_the_commands_from_a_run_to_a_report(tmp_path: Path) -> None:
    study, page, data = tmp_path / "s.study", tmp_path / "report.html", tmp_path / "findings.json"
    words = ("lab", "run", "potential", "--study", str(study), "--players", "uniform", "--matches", "12")
    options = ("-o", "removal_target=1", "--vary", "layout=all", "--judge", "10", "--workers", "1")
    first = run(*words, *options)
    assert "Seat 0 (Near) gets" in " ".join(first.split())
    assert run(*words, *options).split()[-20:] == first.split()[-20:]  # nothing is played twice
    run("lab", "report", str(study), "--html", str(page), "--findings", str(data))
    checker = Checker()
    checker.feed(page.read_text())
    assert checker.links == []
    assert checker.headings[:3] == ["What 12 matches say", "Who wins", "How long a match lasts"]
    assert page.stat().st_size < 400_000
    found = msgspec.json.decode(data.read_bytes(), type=Findings)
    assert found.matches == 12
    assert f"digest of the records {found.digest}" in page.read_text()
    assert "points of seat 0" in run("lab", "compare", str(study), str(study))


def test_matches_are_exported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study = tmp_path / "s.study"
    plan = Plan(game="potential", options="removal_target=1", players=("uniform",), groups=4)
    Study(study, plan).run(Inline())
    assert "4 matches" in run("lab", "export", str(study), str(tmp_path / "m.csv"))
    with (tmp_path / "m.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["number"] for row in rows] == ["0", "1", "2", "3"]
    assert rows[0]["record"].startswith("Game: potential")
    run("lab", "export", str(study), str(tmp_path / "m.parquet"))
    table = polars.read_parquet(tmp_path / "m.parquet")
    assert table["score0"].to_list() == [float(row["score0"]) for row in rows]
    with pytest.raises(potluck.BadOptions, match="expected a file that ends in"):
        run("lab", "export", str(study), str(tmp_path / "m.xlsx"))
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(potluck.BadOptions, match="Parquet needs"):
        run("lab", "export", str(study), str(tmp_path / "m.parquet"))


def test_two_sets_of_rules_are_compared_with_their_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 0 gets 65 % under the one and 50 % under the other; the matches are as long."""
    monkeypatch.setattr("potluck.lab.commands.console", Console(width=200))
    files = []
    for options, chance in (("layout=columns", 0.65), ("layout=wave", 0.5)):
        plan = msgspec.structs.replace(PLAN, options=options, groups=1500)
        files.append(str(tmp_path / f"{options}.study"))
        with Study(Path(files[-1]), plan) as study:
            rows = [row for group in planted(plan, {options: chance}) for row in group]
            study.keep(rows[: plan.groups])
    lines = {line[:24].strip(): line for line in run("lab", "compare", *files).splitlines()}
    (seat,) = (line for start, line in lines.items() if start.startswith("points of seat 0"))
    shares = [float(found) for found in re.findall(r"(\d+\.\d) % ± (?:\d+\.\d)", seat)]
    assert shares[2] == pytest.approx(shares[0] - shares[1], abs=0.11)
    half = float(re.findall(r"± (\d+\.\d)", seat)[2])
    assert abs(shares[2] - 15) < 1.5 * half < 7
    assert seat.rstrip().endswith("*")
    assert not lines["turns of a match"].rstrip().endswith("*")


def test_what_only_later_matches_have_is_exported_too(tmp_path: Path) -> None:
    plain = [row for group in planted(PLAN, {"": 0.5}) for row in group][:120]
    bare = Measures(turns=1, decisions=1, forced=0, choices=2.0, used={})
    rows = [msgspec.structs.replace(row, measures=bare) for row in plain[:110]] + plain[110:]
    for name in ("m.csv", "m.parquet"):
        assert export(rows, tmp_path / name) == 120
    table = polars.read_parquet(tmp_path / "m.parquet")
    assert table["comeback"].null_count() == 110
    with (tmp_path / "m.csv").open(newline="") as file:
        assert list(csv.DictReader(file))[-1]["luck0"]


def test_a_study_that_deals_reports_what_is_strong(tmp_path: Path) -> None:
    plan = Plan(game="struggle", players=("uniform",), groups=6, deal=True)
    groups = Study(tmp_path / "s.study", plan).run(Inline())
    found = find(plan, groups)
    assert {effect.kind for effect in found.effects} == {"alone", "together", "against"}
    page = write_report(found, groups)
    for title in ("Too strong, alone and together", "Against one another"):
        assert f"<h2>{title}</h2>" in page
    assert "Tumbling Tower" in page
    for effect in found.effects:  # what one thing does against another is written both ways
        if effect.kind == "against":
            one, other = (signed(25 * logit) for logit in (effect.logit, -effect.logit))
            assert f"{one}<" in page
            assert f"{other}<" in page


def test_whole_hands_are_judged() -> None:
    """Three that are worth nothing by themselves and in pairs, and much all together."""
    dice = random.Random(5)
    names = ["A", "B", "C", "D", "E"]
    matches = []
    for group in range(1500):
        sides = [dice.sample(names, 3), dice.sample(names, 3)]
        strong = [set(side) == {"A", "B", "C"} for side in sides]
        chance = 0.5 if strong[0] == strong[1] else 0.8 if strong[0] else 0.2
        matches.append(Dealt(group, sides[0], sides[1], float(dice.random() < chance)))
    found = hands(matches)
    assert len(found) == 10
    assert found[0].label == "A, B, C"
    assert found[0].believed
    assert found[0].points.low > 0.6
    assert sum(effect.believed for effect in found[1:]) <= 1  # the others lose a little by it
    page = hands_part(found)
    assert page.index("A, B, C") < page.index(found[-1].label)
    assert "The best and the worst of 10" in page
    assert hands([Dealt(0, ["A"], ["B"], 1.0)]) == []
    assert hands_part([]) == ""


def test_what_is_broken_for_some_players_and_fair_for_others_is_said() -> None:
    found = find(PLAN, planted(PLAN, {"": 0.5}))
    strong, fair, weak = (
        [Effect(kind, names, Figure("", "", mean, mean - 0.02, mean + 0.02, "%"), 4 * (mean - 0.5), 0.04, True)
         for kind, names, mean in (("alone", ["Thief"], one), ("together", ["Thief", "Hunter"], 0.6))]
        for one in (0.6, 0.5, 0.4)
    )  # fmt: skip
    ours = msgspec.structs.replace(found, effects=strong)
    others = [Arm(name, 9, found.figures, effects) for name, effects in (("expert", fair), ("master", strong))]
    told = with_others(ours, others)
    said = [one for one in told.sentences if one.startswith("Thief")]
    assert said == [
        "Thief wins 60.0 % ± 2.0 with uniform, and 50.0 % ± 2.0 with expert: weaker there."
    ]  # the pair and the master make no difference
    assert told.marks[-1] == "look"
    page = strengths_part(told)
    assert "points with master" in page
    assert page.count("60.0 % ± 2.0") == 5
    (less,) = with_others(msgspec.structs.replace(found, effects=weak), others[:1]).sentences[-1:]
    assert less.endswith("stronger there.")
    assert strengths_part(found) == ""
    assert with_others(found, others[:1]).sentences == found.sentences


def test_a_report_without_verdicts_and_variants(tmp_path: Path) -> None:
    plan = Plan(game="struggle", options="powers=builders/classic", players=("uniform",), groups=1)
    groups = Study(tmp_path / "s.study", plan).run(Inline())
    page = write_report(find(plan, groups[:1]), groups[:1])
    assert "no verdicts were asked for" in page
    assert "What was varied" not in page


def test_studies_of_different_games_are_not_compared(tmp_path: Path) -> None:
    paths = []
    for game, options in (("potential", "removal_target=1"), ("struggle", "powers=builders/classic")):
        paths.append(tmp_path / f"{game}.study")
        Study(paths[-1], Plan(game=game, options=options, players=("uniform",), groups=1)).run(Inline())
    with pytest.raises(potluck.BadOptions, match="it is a study of struggle, not of potential"):
        run("lab", "compare", *map(str, paths))


def test_a_study_without_matches_has_found_nothing(tmp_path: Path) -> None:
    Study(tmp_path / "s.study", PLAN).close()
    with pytest.raises(potluck.BadOptions, match="no group of matches"):
        run("lab", "report", str(tmp_path / "s.study"))


def test_what_holds_for_all_is_compared_in_pairs() -> None:
    """Two options that do nothing by themselves, and much together."""
    options = (Vary("layout", ("wave", "columns")), Vary("must_complete", ("off", "on")))
    plan = msgspec.structs.replace(PLAN, vary=options, groups=2000)
    win = {arm: 0.8 if "columns" in arm and "on" in arm.rpartition("=")[2] else 0.5 for arm in plan.arms()}
    found = find(plan, planted(plan, win))
    assert any("layout=columns with must_complete=on: Near gets" in said for said in found.sentences)
    assert "must_complete=on" in effects_part(found.shared, "Near")


def test_players_are_called_by_their_level_and_by_their_settings() -> None:
    game = potluck.load("struggle")
    text = write_level(level(game, "whisk"))
    assert call(game, text) == "whisk"
    assert describe(game, text) == describe(game, "whisk") == f"whisk ({text})"
    assert call(game, write_level(level(game, "0.1.0-club"))) == "0.1.0-club"
    assert describe(game, "greedy") == "greedy"
    assert call(game, "mcts:steps=7") == describe(game, "mcts:steps=7") == "mcts:steps=7"
    assert call(game, "exec ./bot") == describe(game, "exec ./bot") == "exec ./bot"


def test_another_study_is_shown_beside(tmp_path: Path) -> None:
    files = []
    for player in ("uniform", "greedy"):
        files.append(tmp_path / f"{player}.study")
        plan = Plan(game="potential", options="removal_target=1", players=(player,), groups=6)
        Study(files[-1], plan).run(Inline())
    page = tmp_path / "r.html"
    run("lab", "report", str(files[0]), "--beside", str(files[1]), "--html", str(page))
    assert "Near: greedy, 6 matches" in page.read_text()


def test_how_long_the_players_thought_is_said() -> None:
    row = planted(msgspec.structs.replace(PLAN, groups=1), {"": 0.5})[0][0]
    groups = [[msgspec.structs.replace(row, seconds=(tenth / 20, tenth / 20))] for tenth in range(21)]
    said = "Half of the matches took the players up to 1 s of thinking; nine in ten 0.1 to 1.9 s."
    assert pace(groups) == said


def test_the_headline_of_a_run() -> None:
    headline = Headline(2, [])
    assert headline.text() == ""
    rows = [row for group in planted(PLAN, {"": 0.5})[:50] for row in group]
    headline.add(rows[::-1])
    groups = [[(rows[place].scores[0] + 1) / 2, (rows[place + 1].scores[0] + 1) / 2] for place in range(0, 100, 2)]
    found = share([sum(group) / 2 for group in groups])
    assert headline.text() == f"seat 0 gets {Figure('', '', found.mean, found.low, found.high, '%').shown()}"
    before = headline.text()
    headline.add([msgspec.structs.replace(rows[0], number=100)])  # a group that is not whole yet counts for nothing
    assert headline.text() == before
